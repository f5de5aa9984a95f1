// MicroPython's VM with files of ours in it, for the workers.

import { loadMicroPython } from "./micropython.mjs";

// The answer that has a file. Raises a sentence where it cannot be had.
export async function had(name) {
  const answer = await fetch(name).catch(() => null);
  if (answer?.status === 404) throw new Error("There is a new version of this page: load it again.");
  if (!answer?.ok) throw new Error(`Not loaded (${name}): is there a network?`);
  return answer;
}

// What a packed file holds, unpacked.
export async function fetched(name) {
  const plain = (await had(name)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

// The files of a pack: its first line is [[path, bytes], ...], then they follow one after the other.
export function files(pack) {
  const end = pack.indexOf(10);
  const names = JSON.parse(new TextDecoder().decode(pack.subarray(0, end)));
  let at = end + 1;
  return names.map(([path, size]) => [path, pack.subarray(at, at += size)]);
}

// wasm: the VM's code. Returns {vm, module, put}: `module` has the views of its memory that a painter
// wants, `put` writes files into its drive.
export async function machine(wasm, said) {
  const code = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  let memory = null;
  const known = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await known.apply(WebAssembly, given);
    memory = Object.values(made.instance.exports).find((it) => it instanceof WebAssembly.Memory);
    return made;
  };
  let vm;
  try {
    vm = await loadMicroPython({ url: code, heapsize: 1 << 20, stdout: said, linebuffer: true });
  } finally {
    WebAssembly.instantiateStreaming = known;
    URL.revokeObjectURL(code);
  }
  const module = { // its buffer is another one once the memory has grown
    get HEAPU8() { return new Uint8Array(memory.buffer); },
    get HEAP32() { return new Int32Array(memory.buffer); },
    get HEAPU32() { return new Uint32Array(memory.buffer); },
  };
  const put = (all) => {
    for (const [path, data] of all) {
      const folder = `/${path.split("/").slice(0, -1).join("/")}`;
      if (!vm.FS.analyzePath(folder).exists) vm.FS.mkdirTree(folder);
      vm.FS.writeFile("/" + path, data);
    }
  };
  return { vm, module, put };
}
