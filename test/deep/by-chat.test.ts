// The page docs/guide/by-chat.md is played, in words or by taps and nightly both ways: a person with a phone, the real daemon, a fake of Telegram and of GitHub, an environment over a real sshd. What both said is what the page says.
// `WRITE_WALK=1 npx vitest run --project deep test/deep/by-chat.test.ts` writes it anew.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsOf } from '../../src/channels/telegram/text/chat-text.ts';
import type { TaskList } from '../../src/contract/task.ts';
import type { TelegramPairing } from '../../src/contract/telegram.ts';
import { alfred, alfredScript } from '../e2e/alfred.ts';
import { commitIn } from '../e2e/commit-in.ts';
import { mergePull } from '../e2e/merge-pull.ts';
import { openWorld, type World } from '../e2e/world.ts';
import type { FakeForge } from '../fakes/forges/github.ts';
import { startForge } from '../fakes/forges/start-forge.ts';
import { type Sshd, startSshd } from '../fakes/sshd/start-sshd.ts';
import { BotApi, type Sent, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';
import { needs } from '../needs/needs.ts';
import { halfOf } from './rotation.ts';

const page = join(import.meta.dirname, '../../docs/guide/by-chat.md');
const isWritten = process.env.WRITE_WALK === '1';

/** What "JWT 不做了，直接做 session 迁移" means, to an agent that is asked. */
const proposal = {
  when: { mode: 'analysis', prompt: 'in their own words' },
  do: [{ say: '{"choice":"skip","words":"直接做 session 迁移"}' }],
};
const trouble = (task: string) => `2026-11-21 09:45:10 ERROR heartbeat: Task '${task}' skipped`;

let world: World;
let forge: FakeForge;
let api: BotApi;
let sshd: Sshd;
let ada: Person;
let repository: string;
let place: string;
type Way = 'words' | 'taps';
let way: Way = 'words';
const pages: Record<Way, string[]> = { words: [], taps: [] };
/** Ids of questions as they came: which ones policy answers between them does not matter. */
let asked: string[] = [];
const byTaps = '## The same by taps';
/** A phone shows so much in a line. */
const phone = 40;

/** What differs from one time to the next, said as if it did not. */
const constants: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}\b(?=[).,\s])/g, '0123abcd'],
  [/`[0-9a-f]{12}`/g, '`0123456789ab`'],
  [/ at \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, ' at 2026-11-21 10:00:00Z'],
  [/127\.0\.0\.1:\d+/g, 'git.example'],
  [/\d+ tokens/g, 'some tokens'],
  [/^.*load average.*$/gm, '10:00:00 up 3 days, load average: 0.10, 0.10, 0.10'],
  [/^💾 .*$/gm, '💾 20% / 50G'],
  [/\d+ minutes since the deployment/g, 'the first minute since the deployment'],
  [/\(from \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\)/g, '(from 2026-11-21 10:00:00Z)'],
  [/\(\d+(\.\d+)? ?m?s\)/g, '(1 s)'],
  [/\b\d+(\.\d+)? m?s\b/g, '1 s'],
];

function plain(text: string): string {
  const own = text
    .replaceAll(world.checkout, '~/dev/alfred')
    .replaceAll(place, '/opt/alfred')
    .replaceAll(sshd.userHost, 'deploy@prod')
    .replaceAll(world.env.HOME ?? '', '~');
  const numbered = own.replace(/\bq\d+(?= ·)/g, (id) => {
    if (!asked.includes(id)) asked.push(id);
    return `q${asked.indexOf(id) + 1}`;
  });
  return constants.reduce((line, [what, like]) => line.replace(what, like), numbered).replace(/[ \t]+$/gm, '');
}

/** What is to be submitted, once nothing is tried beside it any more. */
const submission = /· submit(?![\s\S]*⏳)/;

const quoted = (who: string, text: string): string =>
  `**${who}**\n\n${plain(text)
    .split('\n')
    .flatMap((line) => onPhone(line))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}`;
const note = (text: string): void => void pages[way].push(text);

/** As a phone breaks it: between words, and Chinese anywhere. */
function onPhone(line: string): readonly string[] {
  const lines = [''];
  for (const word of line.match(
    /[\p{Script=Han}，。？！：；、（）“”]|[^\s\p{Script=Han}，。？！：；、（）“”]+\s*|\s+/gu,
  ) ?? []) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && columnsOf(`${last}${word}`.trimEnd()) > phone) lines.push(word);
    else lines[lines.length - 1] = `${last}${word}`;
  }
  return lines.map((each) => each.trimEnd());
}

/** A message as it came, with its buttons; by taps its first line, for the rest is the same. */
function hear(message: Sent): Sent {
  for (const { text } of message.buttons) expect([text, columnsOf(text) <= phone]).toEqual([text, true]);
  // No table: nothing stands under something else, for a phone breaks each line where it likes.
  for (const line of message.text.split('\n')) expect(line).not.toMatch(/\S(?: {3,}|\t)\S|[│┃|]{1}.*[│┃|].*[│┃|]/);
  const buttons = message.buttons.map(({ text }) => `[${text}]`).join('\n');
  const [first = ''] = message.text.split('\n').filter((line) => line !== '');
  const text = way === 'words' ? message.text : first;
  note(quoted('Drover', buttons === '' ? text : `${text}\n\n${buttons}`));
  return message;
}
/** In words, or by the button that says the same. */
async function answers(message: Sent, words: string, button: string): Promise<void> {
  if (way === 'words') types(words, message);
  else await taps(message, button);
}
let last = 0;
async function sees(words: string | RegExp): Promise<Sent> {
  const message = await ada.sees(words, last);
  last = message.id;
  return hear(message);
}
function types(text: string, to?: Sent): void {
  note(quoted('Ada', text));
  ada.types(text, to);
}
async function taps(message: Sent, button: string): Promise<void> {
  note(quoted('Ada', `taps [${message.buttons.find(({ text }) => text.includes(button))?.text}]`));
  await ada.taps(message, button);
}

/** On the forge, by a person; then Drover looks at once. */
async function merge(): Promise<void> {
  for (const pull of forge.hub.pulls)
    if (pull.state === 'open' && pull.base === 'main') {
      mergePull(repository, pull);
      note(`*Ada merges pull request #${pull.number} on the forge.*`);
    }
  await lookAtPulls();
}
/** What is in the base is in the branch. */
function isOnto(branch: string): boolean {
  try {
    execFileSync('git', ['-C', repository, 'merge-base', '--is-ancestor', 'main', branch]);
    return true;
  } catch {
    return false;
  }
}
async function lookAtPulls(): Promise<void> {
  for (const { id, phase } of (await world.must<TaskList>(['task', 'list'])).tasks)
    if (phase === 'review') await world.ask(['task', 'retry', id]);
}

async function begin(): Promise<void> {
  last = 0;
  asked = [];
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'by-chat-')));
  place = join(folder, 'alfred');
  mkdirSync(join(place, 'logs'), { recursive: true });
  writeFileSync(join(place, 'logs/daemon.log'), `${trouble('paper-digest')}\n${trouble('daily-report')}\n`);
  [api, forge, sshd] = await Promise.all([BotApi.open(), startForge('github'), startSshd(folder)]);
  world = await openWorld({
    project: alfred,
    script: { turns: [proposal, ...alfredScript.turns] },
    env: {
      CHAT_BOT: token,
      FORGE_TOKEN: forge.hub.token,
      PATH: `${sshd.bin}:${dirname(process.execPath)}:${process.env.PATH}`,
    },
  });
  const bare = await world.remote.repository('acme/shop');
  repository = bare.path;
  forge.hub.commitOf = (branch) => commitIn(bare.path, branch);
  await world.git('remote', 'set-url', 'origin', bare.url);
  await world.git('push', '--quiet', '-u', 'origin', 'main');
  world.setConfig(`people: { Ada: { language: en } }
policy: { plan: ask, submit: ask, verified: ask, next_feature: ask }
forges: { "${new URL(bare.url).host}": { kind: github, api: ${forge.api.url}, token_env: FORGE_TOKEN } }
workspaces:
  alfred: { path: ${world.checkout}, agents: { analyze: [scripted], develop: [scripted], advise: [scripted] } }
environments:
  alfred-prod: { connect: "${sshd.userHost}:${place}", log: logs/daemon.log, verify: { soak: 1s } }
surfaces: { telegram: { token_env: CHAT_BOT, api_root: "${api.url}" } }
`);
  ada = new Person(api, { id: 42 });
}
async function end(): Promise<void> {
  await world?.close();
  await Promise.all([api?.close(), forge?.api.close(), sshd?.stop()]);
}

const ways = ['words', 'taps'] as const;
const walked = isWritten ? ways : halfOf('the ways of the guide by chat', ways);

describe.each(walked)('the guide by chat, by %s', needs('ssh', 'sshd'), (by) => {
  const heading = (text: string) => note(`${by === 'words' ? '##' : '###'} ${text}`);
  beforeAll(async () => {
    way = by;
    await begin();
  });
  afterAll(end);

  it('pairs, and is configured in words', async () => {
    if (by === 'taps') {
      const { code } = await world.must<TelegramPairing>(['telegram', 'pair']);
      ada.types(`/start ${code}`);
      last = (await ada.sees('test question')).id;
      note(byTaps);
      note(
        'Nothing has to be typed but the task. Of what Drover says the first line stands here: the rest is as above.',
      );
      return;
    }
    heading('Pairing');
    const { code } = await world.must<TelegramPairing>(['telegram', 'pair']);
    note('`drover telegram pair` in the terminal says a code, good for ten minutes and once.');
    note(quoted('Ada', '/start CODE'));
    ada.types(`/start ${code}`);
    await taps(await sees('test question'), 'see it');
    heading('Configuration');
    const app = join(world.env.HOME ?? '', 'dev', 'my-app');
    mkdirSync(app, { recursive: true });
    await world.git('init', '--quiet', app);
    types('添加 workspace my-app ~/dev/my-app');
    await sees('✓ my-app');
    types('添加 env my-app-prod root@server:/opt/my-app');
    await sees('✓ my-app-prod');
    types('列出环境');
    await sees('Workspaces:');
  });

  it('takes a bug from the environment where it shows to a verified release', async () => {
    heading('A bug, with the environment where it shows');
    types('alfred 线上的 heartbeat 有 bug，定时任务没触发');
    // With what the environment shows.
    const draft = await sees(/Start in alfred, look at alfred-prod[\s\S]*skipped/);
    if (by === 'words') types('开始');
    else await taps(draft, 'Start');
    await answers(await sees('· plan'), '修吧', '1 do it like this');
    await answers(await sees(submission), '提交', '1 submit');
    await world.until(
      async () => forge.hub.pulls.length,
      (count) => count === 1,
    );
    hear(await ada.sees('alfred-1: pull request opened'));
    await merge();
    const deployed = await sees('· deployed');
    note('*Ada deploys, as she always does.*');
    await answers(deployed, '部署好了', '1 it is deployed');
    const beat = setInterval(
      () => appendFileSync(join(place, 'logs/daemon.log'), '2026-11-21 12:00:00 INFO heartbeat: all is well\n'),
      100,
    );
    const verified = await sees('· verified');
    clearInterval(beat);
    expect(verified.text).toContain('resolved');
    await answers(verified, '好的', '1 release');
    await sees(/alfred-1: released/);
  });

  it('takes a wish without an environment to its pull request', async () => {
    heading('A feature, without an environment');
    types('帮我在 alfred 加个 workspace list 命令');
    await answers(await sees('Start in alfred'), '开始', 'Start');
    await answers(await sees('· plan'), '继续', '1 do it like this');
    await answers(await sees(submission), '提交', '1 submit');
    await world.until(
      async () => forge.hub.pulls.length,
      (count) => count === 2,
    );
    hear(await ada.sees('alfred-2: pull request opened'));
    await merge();
    await sees(/alfred-2: released/);
  });

  it('splits a large task, and understands that a part is not wanted', async () => {
    heading('A large task, split');
    types('帮我重构 alfred 的认证系统');
    await answers(await sees('Start in alfred'), '开始吧', 'Start');
    await answers(await sees('· plan'), '可以', 'split');
    await answers(await sees(submission), '提交', '1 submit');
    const second = await sees('· next_feature');
    if (by === 'taps') await taps(second, '2 skip');
    else {
      types('JWT 不做了，直接做 session 迁移');
      await taps(await sees(/skip/), 'skip');
    }
    await answers(await sees('· next_feature'), '继续', '1 go on');
    await answers(await sees(submission), '提交', '1 submit');
    await world.until(
      async () => forge.hub.pulls.length,
      (count) => count === 4,
    );
    await merge();
    await lookAtPulls();
    await answers(await sees(/Merge main(?![\s\S]*⏳)/), '提交', '1 submit');
    await world.until(
      async () => {
        await lookAtPulls();
        return forge.hub.pulls.at(-1);
      },
      (pull) => pull !== undefined && pull.base === 'main' && isOnto(pull.branch),
    );
    await merge();
    await sees(/alfred-3: released/);
  });
});

describe('the page', needs('ssh', 'sshd'), () => {
  it('is as it was recorded', () => {
    const [head = ''] = readFileSync(page, 'utf8').split('\n## ');
    const [words, taps] = ways.map((each) => `${pages[each].join('\n\n')}\n`);
    if (isWritten) writeFileSync(page, `${head.trimEnd()}\n\n${words}\n${taps}`);
    const recorded = readFileSync(page, 'utf8').slice(head.trimEnd().length + 2);
    const second = recorded.indexOf(byTaps);
    const parts = { words: recorded.slice(0, second - 1), taps: recorded.slice(second) };
    for (const each of walked) expect(`${pages[each].join('\n\n')}\n`).toBe(parts[each]);
  });
});
