// Programs of the PIO blocks run in the board's own time.
//
// rp2040js steps them in a timer of JavaScript's, which never comes while the board runs, and steps
// state machines that are switched off, too. A transfer that a program and the DMA share so never
// ends: the way firmware looks for a CYW43 radio.

const TURN = 32; // cycles of the system clock between two looks at the programs
const WHOLE = 1 << 16; // a divider of 0

/** Gives the PIO blocks of `mcu` their time from `clock`. Where all programs wait nothing is run. */
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

/** A turn of every program that is switched on. */
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
