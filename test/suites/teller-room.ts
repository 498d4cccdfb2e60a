// A store with a task that asks, for channels that only tell.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant } from '../../src/domain/ids.ts';
import type { Question, QuestionDraft } from '../../src/domain/question/question.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { instantDisk } from '../fakes/instant-disk.ts';
import { layDatabase } from '../fakes/lay-database.ts';
import { aTask, silent } from './store-rows.ts';

const draft: QuestionDraft = {
  ...{ key: 'plan-1', kind: 'plan', text: 'Do it like this & <b>now</b>?', binding: '1', shown: {} },
  choices: [{ id: 'go', label: 'do it', words: 'none' }],
};

export async function openTellerRoom() {
  const folder = mkdtempSync(join(tmpdir(), 'teller-'));
  const store = await openSqliteStore({
    path: await layDatabase(join(folder, 'drover.db')),
    clock: systemClock,
    log: silent,
    sync: instantDisk,
  });
  const task = aTask(1);
  await store.transact((tx) => tx.insert(task));
  let ahead = 0;
  return {
    ...{ folder, store, clock: { now: () => instant(systemClock.now() + ahead) } },
    later: (ms: number) => {
      ahead += ms;
    },
    ask: () => store.transact((tx) => tx.ask(task.id, task.task, draft, systemClock.now())),
    async answer(question: Question): Promise<Question> {
      const by = { choice: 'go', words: null, by: 'person:Bob', channel: 'terminal', at: systemClock.now() };
      await store.transact((tx) => tx.answer(question.id, by));
      const now = await store.read((reads) => reads.question(question.id));
      if (now === null) throw new Error('it is gone');
      return now;
    },
    async close(): Promise<void> {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
