// tools/device in MicroPython's VM: the plan for a board's drive. Each installation has a worker of its own.

import { fetched, files, had, machine } from "./vm.js";

const started = (async () => {
  const { packs, installable } = await (await had("known.json")).json();
  const [wasm, installer] = await Promise.all([packs.vm, packs.installer].map(fetched));
  const made = await machine(wasm, (line) => console.log(line));
  made.put(files(installer));
  made.vm.runPython("import sys; sys.path[:] = ['/host']");
  return { ...made, packs, installable, install: made.vm.pyimport("install") };
})();

// Lay what belongs on the board's drive: its zip with these languages, others from their packs.
async function content({ put, packs, installable }, board, languages) {
  const file = installable.find(({ id }) => id === board).zip;
  const zip = unzipped(new Uint8Array(await (await had(file)).arrayBuffer()));
  const words = await Promise.all(languages.map((code) => fetched(packs[`words-${code}`])));
  for (const [path, data] of [...zip, ...words.flatMap(files).map(([path, data]) => [`CIRCUITPY/${path}`, data])]) {
    const [, name] = /^(?:CIRCUITPY|FIRST TIME)\/(.*)/.exec(path) ?? [];
    const [, code] = /^assets\/words\/(\w+)\.bin$/.exec(name) ?? [];
    if (name && (!code || languages.includes(code))) put([[`content/${name}`, data]]);
  }
}

// The files of a zip that are stored as they are, as tools/device/bundle.py makes it.
function unzipped(zip) {
  const view = new DataView(zip.buffer), found = [];
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) { // the head of a file
    const size = view.getUint32(at + 18, true), name = at + 30, data = name + view.getUint16(at + 26, true);
    found.push([new TextDecoder().decode(zip.subarray(name, data)), zip.subarray(data, data + size)]);
    at = data + size;
  }
  return found;
}

function refuse(why) {
  if (why) throw new Error(why);
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
  async plan(board, languages, copies) {
    const made = await started;
    const { vm, install } = made;
    for (const path of ["/drive", "/content", "/steps"]) vm.FS.mkdir(path);
    await content(made, board, languages);
    lay(made, copies);
    refuse(install.plan(board, copies.map(([, size]) => size).join(",")));
    const lines = install.steps();
    const steps = (lines ? lines.split("\n") : []).map((line) => {
      const [what, path, more] = line.split("\t");
      return [what, path, what === "put" ? vm.FS.readFile(`/steps/${more}`) : more];
    });
    return { steps, right: install.expected_paths().split("\n"), told: install.notices() };
  },
  async verify(copies) {
    const made = await started;
    lay(made, copies);
    refuse(made.install.verify());
    return made.install.done();
  },
};

onmessage = async ({ data: { what, given } }) => {
  try {
    postMessage({ value: await doing[what](...given) });
  } catch (problem) {
    postMessage({ problem: String(problem.message ?? problem) });
  }
};
