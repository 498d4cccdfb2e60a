// How long a rejected drive waits before it is delivered again: 100 ms, doubling, at most 30 s.

export const backOff = (rejections: number): number => Math.min(30_000, 100 * 2 ** Math.min(rejections - 1, 20));
