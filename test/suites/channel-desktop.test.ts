import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDesktop } from '../../src/channels/desktop/create-desktop.ts';
import type { QuestionDraft } from '../../src/domain/question/question.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { channelSuite } from './channel.suite.ts';
import { aTask } from './store-rows.ts';

/** Says the number of the notification, and keeps what it was told. */
const fake = `#!/bin/sh
id=
for word in "$@"; do case "$word" in --replace-id=*) id=\${word#--replace-id=};; esac; done
[ -n "$id" ] || id=$(( $(cat "$SEEN.count" 2>/dev/null || echo 0) + 1 ))
[ -n "$id" ] && echo "$id" > "$SEEN.count"
while [ "$1" != "--" ]; do shift; done
printf '%s\\t%s\\t%s\\n' "$id" "$2" "$(printf '%s' "$3" | tr '\\n' ' ')" >> "$SEEN"
echo "$id"
`;
const draft: QuestionDraft = {
  ...{ key: 'plan-1', kind: 'plan', text: 'Do it like this & <b>now</b>?', binding: '1', shown: {} },
  choices: [{ id: 'go', label: 'do it', words: 'none' }],
};

async function openRoom(program = fake) {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-'));
  const seen = join(folder, 'seen');
  if (program !== '') {
    writeFileSync(join(folder, 'notify-send'), program);
    chmodSync(join(folder, 'notify-send'), 0o755);
  }
  const store = await openSqliteStore({
    ...{ path: join(folder, 'drover.db'), clock: systemClock },
    log: { info: () => undefined, warn: () => undefined, bug: String },
  });
  const env = () => ({ PATH: program === '' ? folder : `${folder}:/usr/bin:/bin`, SEEN: seen });
  const task = aTask(1);
  await store.transact((tx) => tx.insert(task));
  const open = () => createDesktop({ store, clock: systemClock, env });
  return {
    ...{ channel: open(), open, store },
    ask: () => store.transact((tx) => tx.ask(task.id, task.task, draft, systemClock.now())),
    seen: (): readonly string[] => {
      const lines = existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : [];
      const byId = new Map(lines.map((line) => [line.split('\t')[0], line]));
      return [...byId.values()].map((line) =>
        line.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      );
    },
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

channelSuite('The desktop', async () => {
  const room = await openRoom();
  return {
    ...{ channel: room.channel, to: 'here', ask: room.ask, seen: room.seen, close: room.close },
    answer: async (question) => {
      const by = { choice: 'go', words: null, by: 'person:Bob', channel: 'terminal', at: systemClock.now() };
      await room.store.transact((tx) => tx.answer(question.id, by));
      const now = await room.store.read((reads) => reads.question(question.id));
      if (now === null) throw new Error('it is gone');
      return now;
    },
  };
});

const how = { about: 'shop-1', again: 0, silent: false };

it('says again what is a reminder, and nothing twice after a restart', async () => {
  const room = await openRoom();
  const question = await room.ask();
  await room.channel.showQuestion('here', question, how);
  const anew = room.open();
  await anew.showQuestion('here', question, how);
  expect(room.seen()).toHaveLength(1);
  await anew.showQuestion('here', question, { ...how, again: 1 });
  expect(room.seen()).toHaveLength(2);
  expect(await anew.shown()).toMatchObject([{ question: question.id, again: 1 }]);
  await room.close();
});

it('says what is missing where there is no desktop, and shows it when there is one', async () => {
  const room = await openRoom('');
  const question = await room.ask();
  expect(await room.channel.showQuestion('here', question, how)).toMatchObject({
    failure: { error_code: 'CHANNEL_UNREACHABLE', message: expect.stringContaining('libnotify') },
  });
  expect(room.channel.state()).toMatchObject({ kind: 'trouble' });
  expect(await room.channel.shown()).toEqual([]);
  await room.close();
});
