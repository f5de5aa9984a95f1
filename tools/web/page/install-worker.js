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

// Lay what belongs on the board's drive: its pack with these languages, others from their own packs.
async function content({ put, packs, installable }, board, languages) {
  const whole = files(await fetched(installable.find(({ id }) => id === board).pack));
  const words = await Promise.all(languages.map((code) => fetched(packs[`words-${code}`])));
  for (const [path, data] of [...whole, ...words.flatMap(files).map(([path, data]) => [`CIRCUITPY/${path}`, data])]) {
    const [, name] = /^(?:CIRCUITPY|FIRST TIME)\/(.*)/.exec(path) ?? [];
    const [, code] = /^assets\/words\/(\w+)\.bin$/.exec(name) ?? [];
    if (!code || languages.includes(code)) put([[name ? `content/${name}` : `notes/${path}`, data]]);
  }
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

// The game's version below a folder, "" if there is none. A release has it in the module that reports a failure.
function version({ analyzePath, readFile }, root) {
  const path = ["failed", "app/version"].map((name) => `${root}/lib/pocket/${name}.mpy`).find((it) => analyzePath(it).exists);
  return (path && /\d+\.\d+\.\d+/.exec(new TextDecoder("latin1").decode(readFile(path)))?.[0]) ?? "";
}

const doing = {
  async plan(board, languages, copies) {
    const made = await started;
    const { vm, install } = made;
    for (const path of ["/drive", "/content", "/steps"]) vm.FS.mkdir(path);
    await content(made, board, languages);
    lay(made, copies);
    refuse(install.plan(board, copies.map(([, size]) => size).join(",")));
    const { steps, ...more } = JSON.parse(install.details());
    for (const step of steps) if (step[0] === "put") step[2] = vm.FS.readFile(`/steps/${step[2]}`);
    return { steps, ...more, versions: ["/drive", "/content"].map((root) => version(vm.FS, root)) };
  },
  async zip(board, languages) { // for an empty drive
    const boot = `Adafruit CircuitPython 10.0.0 on 2026-01-01; ${board}\nBoard ID:${board}\n`;
    const why = await doing.plan(board, languages, [["boot_out.txt", 0, new TextEncoder().encode(boot)]])
      .then(({ told }) => told.join("\n"), ({ message }) => message);
    refuse(/full|room/.test(why) ? "The drive of this board has no room for these languages: tick fewer." : why);
    const { vm, install } = await started;
    install.make_zip();
    return vm.FS.readFile("/made.zip");
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
