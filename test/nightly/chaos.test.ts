// Chaos: daemon and keeper killed at random for minutes under tasks, under sessions in terminals, and under a chat; on the file and on Postgres.
// `DROVER_CHAOS_SECONDS` is how long (300), `DROVER_TEST_SEED` repeats the draws.
import { describe, expect, inject, it } from 'vitest';
import { startPostgres } from '../fakes/postgres.ts';
import { needs } from '../needs/needs.ts';
import { chaosOfChat } from './chaos-chat.ts';
import { chaosOfSessions } from './chaos-sessions.ts';
import { chaosOfTasks } from './chaos-tasks.ts';
import { tally } from './storm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chaosSeconds: number;
  }
}

const [seed, seconds] = [inject('seed'), inject('chaosSeconds')];
const tell = (line: string) => void process.stderr.write(`chaos (DROVER_TEST_SEED=${seed}): ${line}\n`);

type Within = <T>(work: (config: string) => Promise<T>) => Promise<T>;

const stores: readonly (readonly [string, ReturnType<typeof needs>, Within])[] = [
  ['a file', needs(), (work) => work('')],
  [
    'Postgres',
    needs('postgres', 'setpriv'),
    async (work) => {
      const postgres = await startPostgres();
      try {
        return await work(`store: ${postgres.url}\n`);
      } finally {
        await postgres.close();
      }
    },
  ],
];

for (const [store, what, within] of stores)
  describe(`on ${store}, daemon and keeper killed at random`, what, () => {
    it('30 tasks at once all end released, nothing of theirs lost or made twice, no process left', async () => {
      const { kills, asked, calmMs } = await within((config) => chaosOfTasks({ tasks: 30, seconds, seed, config }));
      tell(
        `${store}: ${tally(kills)}; then ${Math.round(calmMs / 1000)} s to the end; a person was asked ${asked.length} times`,
      );
      for (const text of asked) tell(`  ${text}`);
      expect(kills.length).toBeGreaterThan(seconds / 20);
    });

    it('sessions in terminals: a message comes at most once, and one that did not is told of', async () => {
      const { kills, states, sessions } = await within((config) =>
        chaosOfSessions({ sessions: 4, seconds, seed, config }),
      );
      tell(`${store}: ${tally(kills)}; ${sessions} sessions; messages ${JSON.stringify(states)}`);
      expect(kills.length).toBeGreaterThan(seconds / 20);
      expect(states.turn_ended ?? 0).toBeGreaterThan(0);
    });

    it('a chat: each task that was stated is made once, each answer counts once, and all is told to its end', async () => {
      const { kills, tasks, questions, taps, words, again, calmMs } = await within((config) =>
        chaosOfChat({ seconds, seed, config }),
      );
      tell(
        `${store}: ${tally(kills)}; ${tasks} tasks by chat, ${questions} questions, ${taps} taps, ${words} answers in words; ${again} messages came again; then ${Math.round(calmMs / 1000)} s to the end`,
      );
      expect(kills.length).toBeGreaterThan(seconds / 12);
      expect(questions).toBeGreaterThanOrEqual(2 * tasks);
    });
  });
