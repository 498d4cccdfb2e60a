// The channel alone: a real store, the fake of the service, and a door that answers as it is told.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tellAll } from '../../src/channels/keep-told.ts';
import { createTelegram } from '../../src/channels/telegram/create-telegram.ts';
import { createConfig } from '../../src/config/create-config.ts';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { randomIds } from '../../src/daemon/system/secrets.ts';
import { codeFrom, plainCode, type Right } from '../../src/domain/channel/pairing.ts';
import { failed } from '../../src/domain/error.ts';
import { type Instant, instant, type QuestionId } from '../../src/domain/ids.ts';
import type { Question, QuestionDraft } from '../../src/domain/question/question.ts';
import { readQuiet } from '../../src/domain/question/remind.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { Answered, Channel, Speaker } from '../../src/ports/channel.ts';
import type { TelegramWords } from '../../src/ports/config.ts';
import type { Clock } from '../../src/ports/system.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { instantDisk } from '../fakes/instant-disk.ts';
import { layDatabase } from '../fakes/lay-database.ts';
import { BotApi, token } from '../fakes/telegram/bot-api.ts';
import { Person } from '../fakes/telegram/person.ts';
import { aTask } from './store-rows.ts';

export type Request = { readonly speaker: Speaker; readonly command: string; readonly input: Record<string, unknown> };
export type RoomOptions = {
  readonly words?: Partial<TelegramWords>;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly unconfined?: boolean;
  /** The time of the channel, before it is shifted; the machine's when absent. */
  readonly time?: Clock;
};

export type Room = Awaited<ReturnType<typeof openRoom>>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const plan: QuestionDraft = {
  key: 'plan-1',
  kind: 'plan',
  text: 'Do it like this?',
  choices: [
    { id: 'go', label: 'do it like this', words: 'none' },
    { id: 'change', label: 'change this', words: 'required' },
    { id: 'cancel', label: 'cancel the task', words: 'none' },
  ],
  binding: '{"plan":1}',
  shown: { plan: 1 },
  assent: 'go',
};

export async function openRoom({ words = {}, answers = {}, unconfined = false, time = systemClock }: RoomOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'telegram-'));
  mkdirSync(join(folder, 'state'));
  const api = await BotApi.open();
  api.pollMs = 200;
  const said: string[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string, about?: object) => void said.push(`${message} ${JSON.stringify(about ?? {})}`),
    bug: (error: unknown) => `log-${said.push(error instanceof Error ? (error.stack ?? '') : String(error))}`,
  };
  const clock = {
    ...time,
    shift: 0,
    now: () => instant(time.now() + clock.shift),
    ticks: (): number => clock.now(),
    /** Over as soon as it is late enough, also by the shift. */
    wait: async (ms: number, signal?: AbortSignal): Promise<void> => {
      for (const due = clock.now() + ms; clock.now() < due && signal?.aborted !== true; )
        await time.wait(Math.min(20, due - clock.now()), signal);
    },
  };
  const store = await openSqliteStore({
    path: await layDatabase(join(folder, 'drover.db')),
    clock,
    log,
    sync: instantDisk,
  });
  const task = aTask(1);
  await store.transact((tx) => tx.insert(task));
  const requests: Request[] = [];
  const given: Record<string, unknown> = {
    'workspace.list': { workspaces: [{ name: 'shop', path: '~/shop' }] },
    'task.create': { task: 'shop-1', notes: [] },
    'task.show': {
      id: 'shop-1',
      text: 'too early',
      phase: 'plan',
      state: 'plans',
      outcome: null,
      criteria: [],
      pull_request: null,
    },
    'task.list': { tasks: [{ id: 'shop-1', text: 'too early', phase: 'plan', state: 'plans', outcome: null }] },
    ...answers,
  };
  const ask = async (speaker: Speaker, command: string, input: object): Promise<Answered> => {
    requests.push({ speaker, command, input: input as Record<string, unknown> });
    if (command === 'question.answer') return answerQuestion(speaker, input as Parameters<typeof answerQuestion>[1]);
    const known = given[command];
    if (typeof known === 'function') return (known as (input: object) => Answered)(input);
    return known === undefined
      ? { ok: false, error: `no ${command} here`, error_code: 'USAGE', hint: 'none' }
      : { ok: true, data: known };
  };
  /** What the door wants to hear; `unset`, `locked`: it says so. */
  const stepUp: { pin: string | null } = { pin: null };
  async function answerQuestion(
    { name }: Speaker,
    {
      question,
      choice,
      words: more,
      binding,
      pin,
    }: { readonly [key in 'question' | 'choice']: string } & {
      readonly [key in 'words' | 'binding' | 'pin']?: string;
    },
  ): Promise<Answered> {
    const found = await store.read((reads) => reads.question(question as QuestionId));
    if (found === null) return { ok: false, error: 'no question', error_code: 'QUESTION_NOT_FOUND', hint: '' };
    const refused = refusePin(stepUp.pin, pin);
    if (refused !== null) return refused;
    if (binding !== sha256(found.binding)) return { ok: false, error: 'stale', error_code: 'QUESTION_STALE', hint: '' };
    const at = clock.now();
    const by = `person:${name}`;
    const outcome = await store.transact((tx) =>
      tx.answer(found.id, { choice, words: more ?? null, by, channel: 'telegram', at }),
    );
    if (outcome.kind === 'recorded')
      return { ok: true, data: { label: found.choices.find(({ id }) => id === choice)?.label } };
    const { state } = outcome.kind === 'already' ? outcome.question : found;
    const answer = state.kind === 'answered' ? state.answer : { by: '', choice: '' };
    return { ok: false, error: 'answered', error_code: 'QUESTION_ANSWERED', hint: '', details: { ...answer } };
  }
  const telegramWords: TelegramWords = { token_env: 'BOT', api_root: api.url, ...words };
  const config = createConfig({ file: join(folder, 'config.yaml'), home: folder });
  const stateFiles = createStateFiles(join(folder, 'state'), randomIds.uuid);
  const disk: { trouble: string | null } = { trouble: null };
  const files: typeof stateFiles = {
    ...stateFiles,
    write: async (path, content) => {
      if (disk.trouble !== null) throw failed('DISK_FULL', disk.trouble);
      return stateFiles.write(path, content);
    },
  };
  let bot = token;
  const start = () =>
    createTelegram({
      ...{ store, clock, ids: randomIds, log, files, config },
      ...{ sha256, ask, words: telegramWords, env: () => ({ BOT: bot }) },
      lookAt: async () => ({ branch: 'main', dirty: [], unconfined }),
    });
  let telegram = start();
  await telegram.ready;

  const telling = {
    ...{ store, clock, log, rings: { wait: async () => undefined }, offset: () => 0 },
    channels: () => [telegram as Channel],
    quiet: () => readQuiet(telegramWords.quiet ?? ''),
  };

  return {
    ...{ api, store, clock, requests, said, given, task, folder },
    get telegram() {
      return telegram;
    },
    code: async (right: Right = 'act') => {
      const code = codeFrom(randomIds.secret());
      const until = (clock.now() + 60_000) as Instant;
      await store.transact((tx) =>
        tx.putChannelRow({
          channel: 'telegram',
          kind: 'code',
          key: sha256(plainCode(code)),
          at: clock.now(),
          body: { until, right },
        }),
      );
      return code;
    },
    async pair(person: Person, right: Right = 'act') {
      person.types(`/start ${await this.code(right)}`);
      return person.sees(/test question|测试/);
    },
    /** One round of telling. */
    tell: () => tellAll(telling, new AbortController().signal),
    askPerson: (draft: Partial<QuestionDraft> = {}): Promise<Question> =>
      store.transact((tx) => tx.ask(task.id, task.task, { ...plan, ...draft }, clock.now())),
    answerElsewhere: (id: QuestionId, choice = 'go') =>
      store.transact((tx) =>
        tx.answer(id, { choice, words: null, by: 'person:Bob', channel: 'terminal', at: clock.now() }),
      ),
    asked: (command: string) => requests.filter((each) => each.command === command),
    wantPin: (pin: string) => {
      stepUp.pin = pin;
    },
    /** As a question shows itself. */
    shows: ({ binding }: Question) => sha256(binding),
    /** As after a crash: nothing of it was told to end in order. */
    async restart(token = bot, meanwhile: () => void = () => undefined) {
      bot = token;
      await telegram.close();
      meanwhile();
      telegram = start();
      await telegram.ready;
    },
    /** Time goes by quickly until it is done. */
    hasten: async <T>(work: Promise<T>): Promise<T> => {
      const timer = setInterval(() => {
        clock.shift += 1000;
      }, 10);
      return work.finally(() => clearInterval(timer));
    },
    /** Null: they can be written again. */
    failFiles: (trouble: string | null) => {
      disk.trouble = trouble;
    },
    rows: (kind: string) => store.read((reads) => reads.channelRows('telegram', kind)),
    async until<T>(look: () => T | undefined | null | false | Promise<T | undefined | null | false>): Promise<T> {
      const end = Date.now() + 60_000;
      for (;;) {
        const found = await look();
        if (found !== undefined && found !== null && found !== false) return found;
        if (Date.now() > end) throw new Error(`never; ${said.join('\n')}\n${JSON.stringify(api.sent, null, 1)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await telegram.close();
      await api.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function refusePin(wanted: string | null, given: string | undefined): Answered | null {
  const refused = (error_code: string, error: string, details: Record<string, unknown> = {}): Answered => ({
    ...{ ok: false, error_code, error, hint: '', details },
  });
  if (wanted === null || given === wanted) return null;
  if (wanted === 'unset') return refused('PIN_REQUIRED', 'A PIN is asked for here, and none is set.', { set: false });
  if (given === undefined) return refused('PIN_REQUIRED', 'This needs your PIN.');
  if (wanted === 'locked') return refused('PIN_LOCKED', 'Too many wrong PINs.');
  return refused('PIN_WRONG', 'That is not the PIN.', { left: 4 });
}

export const aPerson = (room: Room, more: Partial<ConstructorParameters<typeof Person>[1]> = {}) =>
  new Person(room.api, { id: 42, ...more });
