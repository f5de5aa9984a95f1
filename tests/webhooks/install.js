
// Behind install.js, for tests: its ways, without a person who chooses a folder, and a board that is chosen anew.
const begin = (board) => {
  const it = document.querySelector(`[name=board][value=${board}]`);
  [it.checked, byHand] = [true, false];
  it.dispatchEvent(new Event("change", { bubbles: true }));
};
Object.assign(window, { way, writeTo, begin });
