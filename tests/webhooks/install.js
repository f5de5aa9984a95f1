
// Behind install.js, for tests: its ways, without a person who chooses a folder.
Object.assign(window, { way, writeTo });
