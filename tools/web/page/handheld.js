// One handheld on the page: its worker, its canvas. Everything it needs of the page it is given.

const pieces = (board, language) => ["program.gz", `${board}.gz`, "words-en.gz",
  ...(language && language !== "en" ? [`words-${language}.gz`] : [])];

// known: known.json. told: functions by the kind of message, see worker.js. given: board {id, width,
// height}, language, seed, simulated, keeps (whether its saves are the browser's), record.
export function handheld(place, told, given) {
  const { board } = given;
  const canvas = document.createElement("canvas");
  canvas.width = board.width;
  canvas.height = board.height;
  canvas.setAttribute("role", "img");
  place.replaceChildren(canvas);
  const worker = new Worker("worker.js", { type: "module" });
  const waiting = new Map();
  let asked = 0;
  worker.onmessage = ({ data }) => {
    if (data.kind === "answer") {
      const [done, failed] = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.problem) failed(new Error(data.problem));
      else done(data);
    } else told[data.kind]?.(data);
  };
  worker.onerror = (problem) => told.failed?.({ text: problem.message || "The game could not be loaded." });
  const surface = canvas.transferControlToOffscreen();
  worker.postMessage({
    kind: "start", canvas: surface, board: board.id, seed: given.seed ?? "", language: given.language ?? "",
    simulated: !!given.simulated, keeps: given.keeps ?? true, record: given.record ?? "",
    pieces: pieces(board.id, given.language),
  }, [surface]);

  return {
    canvas,
    key: (button, down) => worker.postMessage({ kind: "key", button, down }),
    tap: (x, y) => worker.postMessage({ kind: "tap", x, y }),
    hidden: (on) => worker.postMessage({ kind: "hidden", on }),
    // Ask the worker for something: a promise of its answer.
    ask: (what, more = {}) => new Promise((done, failed) => {
      waiting.set(++asked, [done, failed]);
      worker.postMessage({ kind: "ask", id: asked, what, ...more });
    }),
    close: () => worker.terminate(),
  };
}
