// A board's drive through the browser's File System Access: read, changed step by step, read back.

const LARGEST = 1 << 20, SAMPLE = 1 << 16; // bytes of a file that may be ours; bytes read of a larger one

// Every file and folder below a folder: [path, bytes, data] of a file, without data where it is hidden; a folder's path
// ends in a slash.
async function copied(folder, before = "", hidden = false) {
  const files = [];
  for await (const [name, handle] of folder.entries()) {
    const path = before + name, hides = hidden || name.startsWith(".");
    if (handle.kind === "file") {
      const file = await handle.getFile(), part = file.size <= LARGEST ? file : file.slice(0, SAMPLE);
      files.push([path, file.size, hides ? null : new Uint8Array(await part.arrayBuffer())]);
    } else {
      const inner = copied(handle, `${path}/`, hides);
      files.push([`${path}/`, 0, null], ...await (hides ? inner.catch(() => []) : inner));
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
    return "The drive is read-only: restart the board with no button held, or eject and connect it again.";
  }
  return `The drive vanished or fails (${problem.message}): connect the board again and press the button again; `
    + "it goes on where it stopped.";
}

// Install on the drive `folder`. plan(files): a promise of {steps, right}, or it raises the sentence why not;
// verify(files): of the sentence to end with, or so; progress(done, all). Returns that sentence.
export async function write(folder, { plan, verify, progress }) {
  try {
    const { steps, right } = await plan(await copied(folder)), back = [];
    for (const [i, [what, path, more]] of steps.entries()) {
      progress(i, steps.length);
      await { put, rename, remove }[what](folder, path, more);
    }
    progress(steps.length, steps.length);
    for (const path of right) back.push([path, 0, await read(folder, path).catch(() => null)]);
    return await verify(back);
  } catch (problem) {
    throw problem.name === "Error" ? problem : new Error(sentence(problem)); // a drive's errors have other names
  }
}
