// Run the programs of the PIO blocks in the board's own time.
//
// rp2040js steps them in a JavaScript timer, which never fires while the board runs, and steps state
// machines that are switched off, too. So a transfer that a program shares with the DMA never ends,
// such as the firmware's search for a CYW43 radio.

const TURN = 32; // cycles of the system clock between two steps of the programs
const WHOLE = 1 << 16; // a divider of 0

/** Run the PIO blocks of `mcu` by `clock`. Nothing runs while all programs wait. */
export function attachPrograms(mcu, clock) {
  for (const pio of mcu.pio) {
    const alarm = clock.createAlarm(() => {
      alarm.scheduled = false;
      turn(pio);
      wake();
    });
    const wake = () => {
      if (!alarm.scheduled && pio.machines.some((machine) => machine.enabled && !machine.waiting)) {
        alarm.schedule(TURN * 1e9 / mcu.clkSys);
      }
    };
    pio.run = wake;
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      write(offset, value);
      wake();
    };
    for (const machine of pio.machines) {
      machine.owed = 0; // cycles it may still take
      const look = machine.checkWait.bind(machine);
      machine.checkWait = () => {
        look();
        wake();
      };
    }
  }
}

/** Run every program that is switched on for one turn. */
function turn(pio) {
  for (const machine of pio.machines.filter(({ enabled }) => enabled)) {
    const divider = machine.clockDivInt || WHOLE;
    machine.owed += TURN;
    while (machine.owed >= divider && !machine.waiting) {
      const before = machine.cycles;
      machine.step();
      machine.owed -= Math.max(1, machine.cycles - before) * divider;
    }
    if (machine.waiting) machine.owed = 0;
  }
  pio.checkChangedPins();
}
