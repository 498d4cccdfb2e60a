// Is so long gone by since then? A time that is still to come was told by a clock that was set back since, and holds nothing up.

export const hasPassed = (since: number, ms: number, now: number): boolean => now >= since + ms || now < since;
