
// Behind worker.js, for tests: what they ask; with ?simulated in the page's link a clock of theirs.
Object.assign(answers, {
  picture() {
    const { width, height } = context.canvas;
    return { painted, data: context.getImageData(0, 0, width, height).data };
  },
  painted: () => ({ painted }),
  aged({ ms }) { // as that long after the last key and picture
    [paused, paintedAt, stirred] = [paused - ms, paintedAt - ms, stirred - ms];
    return {};
  },
  python({ code }) {
    vm.runPython(code);
    return { value: vm.globals.get("answer") ?? null };
  },
  refused: ({ begin: [what, text] }) => ({ value: page[what](text) }),
});

if (self.location.search.includes("simulated")) {
  let ms = 0;
  const wait = (span) => {
    for (const end = ms + span; ms < end;) {
      const rest = page.turn();
      if (rest < 0) break;
      ms += rest;
    }
  };
  host.now = () => ++ms;
  loop = () => {};
  Object.assign(answers, {
    wait({ ms: span }) { wait(span); tell(); return {}; },
    press({ button, ms: span = 40 }) {
      page.key(button, true);
      wait(span);
      page.key(button, false);
      wait(40);
      keepTurn();
      tell();
      return {};
    },
  });
}
