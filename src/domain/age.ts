// How old what bears a time is, where somebody may have set the clock since: as young as either clock says.

export type Clocks = { now(): number; ticks(): number };

/** Of what was written in the time of this process. Older things are as old as the clock says. */
export const ageOf = (clock: Clocks, at: number): number => Math.min(clock.now(), clock.ticks()) - at;
