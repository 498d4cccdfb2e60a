// A disk that has everything at once: a commit goes on without a turn of the event loop, as what waits on a clock of the test's own expects.
export const instantDisk = async (): Promise<void> => {};
