// How many agents there is memory for, looked at when several are to be started.
import type { EffectFunction } from '../ports/effect.ts';

const gigabyte = 1024 ** 3;
/** Of memory for one agent, and how many are worth it where nobody says more: each merge of their work is checked again. */
const eachGigabytes = 1.5;
const mostAgents = 3;

export const findRoom: EffectFunction<'find-room'> = async ({ memory }) => ({
  kind: 'done',
  output: { atMost: roomFor(memory.free()) },
});

export const roomFor = (bytes: number): number =>
  Math.max(1, Math.min(mostAgents, Math.floor(bytes / gigabyte / eachGigabytes)));
