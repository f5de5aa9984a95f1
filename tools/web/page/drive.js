// A board's drive through the browser's File System Access: read, changed step by step, read back.

const LARGEST = 1 << 20, SAMPLE = 1 << 16; // bytes of a file that may be ours; bytes read of a larger one

// Every file and folder below a folder: a list of [path, handle], a folder's path ends in a slash.
async function listed(folder, before = "") {
  const files = [];
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === "file") files.push([before + name, handle]);
    else {
      const inner = listed(handle, `${before}${name}/`);
      files.push([`${before}${name}/`, handle], ...await (name.startsWith(".") ? inner.catch(() => []) : inner));
    }
  }
  return files;
}

async function within(folder, path, create) {
  const parts = path.split("/");
  const name = parts.pop();
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create });
  return [folder, name];
}

async function read(folder, path) {
  const [inner, name] = await within(folder, path, false);
  const file = await (await inner.getFileHandle(name)).getFile();
  return new Uint8Array(await file.arrayBuffer());
}

async function put(folder, path, data) {
  const [inner, name] = await within(folder, path, true);
  const stream = await (await inner.getFileHandle(name, { create: true })).createWritable();
  await stream.write(data);
  await stream.close(); // only now it is in its place
}

async function remove(folder, path) {
  const [inner, name] = await within(folder, path, false);
  await inner.removeEntry(name);
  const above = path.split("/").slice(0, -1);
  if (!above.length || above.join("/") === "lib") return; // lib is CircuitPython's
  for await (const other of inner.keys()) if (other) return;
  await remove(folder, above.join("/"));
}

async function rename(folder, path, to) {
  await put(folder, to, await read(folder, path));
  await remove(folder, path);
}

// Return the sentence for an error of the drive, as `flash` has it.
function sentence(problem) {
  if (problem.name === "QuotaExceededError") {
    return "The drive is full: remove files of yours and press the button again.";
  }
  if (problem.name === "NotAllowedError" || problem.name === "NoModificationAllowedError") {
    return "The drive is read-only: press reset on the board without holding START, or eject and connect it again.";
  }
  return `The drive vanished or fails (${problem.message}): connect the board again and press the button again; `
    + "it goes on where it stopped.";
}

// Install on the drive `folder`. plan(files): a promise of {steps, right}, or it raises the sentence why not;
// verify(files): of the sentence to end with, or so; progress(done, all). Returns that sentence.
export async function write(folder, { plan, verify, progress }) {
  const careful = async (work) => {
    try {
      return await work();
    } catch (problem) {
      throw new Error(sentence(problem));
    }
  };
  const files = await careful(async () => {
    const found = [];
    for (const [path, handle] of await listed(folder)) {
      if (handle.kind !== "file") {
        found.push([path, 0, null]);
        continue;
      }
      const file = await handle.getFile();
      const part = file.size <= LARGEST ? file : file.slice(0, SAMPLE);
      const hidden = path.includes("/.") || path.startsWith(".");
      found.push([path, file.size, hidden ? null : new Uint8Array(await part.arrayBuffer())]);
    }
    return found;
  });
  const { steps, right } = await plan(files);
  await careful(async () => {
    for (const [i, [what, path, more]] of steps.entries()) {
      progress(i, steps.length);
      await { put, rename, remove }[what](folder, path, more);
    }
    progress(steps.length, steps.length);
  });
  const done = await verify(await careful(async () => {
    const back = [];
    for (const path of right) back.push([path, 0, await read(folder, path).catch(() => null)]);
    return back;
  }));
  return done;
}
