// Does a limit name a time that can be waited for? One that passed while the agent was leaving is over, and is tried again; one long past tells nothing.
const lateMs = 60_000;

export const isLimitTold = (until: number | null, now: number): until is number =>
  until !== null && until > now - lateMs;
