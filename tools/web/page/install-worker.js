// tools/device in MicroPython's VM: what belongs on a board, one .uf2, a zip, the plan for a drive.

import { fetched, files, machine } from "./vm.js";

const started = (async () => {
  const [wasm, desk] = await Promise.all(["micropython.wasm.gz", "desk.gz"].map(fetched));
  const made = await machine(wasm, (line) => console.log(line));
  made.put(files(desk));
  made.vm.registerJsModule("host", {
    // re.py: the ends of a match and its groups in bytes of the VM's memory, or "".
    match(pattern, address, size, flags) {
      const text = latin(made.module.HEAPU8.subarray(address, address + size));
      const found = new RegExp(pattern, `d${flags}`).exec(text);
      return found ? found.indices.map((ends) => ends ?? [-1, -1]).join(",") : "";
    },
  });
  made.vm.runPython("import sys; sys.path[:] = ['/host']");
  return { ...made, install: made.vm.pyimport("install") };
})();

function latin(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

async function loaded(board, languages) {
  const { vm } = await started;
  vm.FS.writeFile("/pack", await fetched(`board-${board}.gz`));
  if (!vm.FS.analyzePath("/words").exists) vm.FS.mkdir("/words");
  for (const code of languages) vm.FS.writeFile(`/words/${code}`, await fetched(`words-${code}.gz`));
}

function refuse(why) {
  if (why) throw new Error(why);
}

function empty(FS, path) {
  if (!FS.analyzePath(path).exists) return;
  for (const name of FS.readdir(path)) {
    if (name === "." || name === "..") continue;
    if (FS.isDir(FS.stat(`${path}/${name}`).mode)) empty(FS, `${path}/${name}`);
    else FS.unlink(`${path}/${name}`);
  }
  FS.rmdir(path);
}

// Lay a copy of the board's drive: [path, bytes on it, data] of each file (data null: it is gone) and
// of each folder (its path ends in a slash).
function lay({ vm, put }, copies) {
  for (const [path, , data] of copies) {
    if (path.endsWith("/")) vm.FS.mkdirTree(`/drive/${path}`);
    else if (data) put([[`drive/${path}`, data]]);
    else if (vm.FS.analyzePath(`/drive/${path}`).exists) vm.FS.unlink(`/drive/${path}`);
  }
}

const doing = {
  async oneFile(board, languages, firmware, name) {
    const { vm, install } = await started;
    await loaded(board, languages);
    if (firmware) vm.FS.writeFile("/firmware.uf2", firmware);
    refuse(install.one_file(board, languages.join(","), name));
    return vm.FS.readFile("/made");
  },
  async zipped(board, languages) {
    const { vm, install } = await started;
    await loaded(board, languages);
    refuse(install.zipped(board, languages.join(",")));
    return vm.FS.readFile("/made");
  },
  async plan(board, languages, copies) {
    const made = await started;
    const { vm, install } = made;
    await loaded(board, languages);
    for (const path of ["/drive", "/steps"]) {
      empty(vm.FS, path);
      vm.FS.mkdir(path);
    }
    lay(made, copies);
    refuse(install.plan(board, languages.join(","), copies.map(([, size]) => size).join(",") || "0"));
    const lines = install.steps();
    const steps = (lines ? lines.split("\n") : []).map((line) => {
      const [what, path, more] = line.split("\t");
      return [what, path, what === "put" ? vm.FS.readFile(`/steps/${more}`) : more];
    });
    return { steps, right: install.right().split("\n"), told: install.told() };
  },
  async verify(copies) {
    const made = await started;
    lay(made, copies);
    refuse(made.install.verify());
    return made.install.done();
  },
};

onmessage = async ({ data: { id, what, given } }) => {
  try {
    postMessage({ id, value: await doing[what](...given) });
  } catch (problem) {
    postMessage({ id, problem: String(problem.message ?? problem) });
  }
};
