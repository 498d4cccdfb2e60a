// What happens on a terminal: live view, questions asked inline, Ctrl-C; with a console of the test's own.
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../contract/protocol.ts';
import type { QuestionView } from '../../contract/question.ts';
import type { TaskSummary } from '../../contract/task.ts';
import type { Ask } from './daemon/ask.ts';
import { runAnswer } from './handlers/answer.ts';
import { runDo } from './handlers/do.ts';
import { readChoice } from './handlers/give-answer.ts';
import { watch } from './handlers/watch-task.ts';
import { clean } from './print/clean.ts';
import type { Console } from './terminal/console.ts';
import { createLiveView } from './terminal/live-view.ts';

const question: QuestionView = {
  id: 'q7',
  task: 'shop-1',
  about: 'shop-1',
  kind: 'plan',
  text: 'Which way?',
  binding: 'hash-of-plan',
  shown: null,
  asked_at: 0,
  state: 'open',
  answer: null,
  choices: [
    { id: 'recommended', label: 'Proposal 1', words: 'none' },
    { id: 'change', label: 'Change this', words: 'required' },
    { id: 'cancel', label: 'Cancel', words: 'none' },
  ],
};
const task = (change: Partial<TaskSummary> = {}): TaskSummary => ({
  id: 'shop-1',
  workspace: 'shop',
  text: 'fix it',
  phase: 'plan',
  state: 'waits',
  outcome: null,
  questions: [],
  paused: false,
  since: 0,
  created_at: 0,
  spend: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, money: null },
  ...change,
});

/** `lines`: what the person types, one line per prompt. */
function terminal(lines: readonly string[] = [], env: Record<string, string> = { TERM: 'dumb' }) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const shown = { text: '', error: '' };
  const typed = [...lines];
  stdout.on('data', (chunk) => {
    shown.text += chunk;
    if (/> (\u001b\[\d+G)?$/.test(shown.text) && typed.length > 0) stdin.write(`${typed.shift()}\n`);
  });
  let interrupt: () => void = () => undefined;
  const console: Console = {
    env,
    cwd: '/',
    pid: process.pid,
    places: { state: '/none', config: '/none', socket: '/none', callers: '/none', leases: '/none' },
    stdin,
    stdout,
    stderr: { write: (text) => (shown.error += text) },
    now: () => 0,
    lend: (act) => act(),
    onInterrupt: (call, signals = ['SIGINT']) => {
      if (signals.includes('SIGINT')) interrupt = () => call('SIGINT');
      return () => undefined;
    },
  };
  return { console, shown, type: (text: string) => stdin.write(text), interrupt: () => interrupt() };
}

type Asked = { command: string; input: unknown };

/** Replies by command, in order; the last one stays. */
function answering(replies: Record<string, readonly unknown[]>): { ask: Ask; asked: Asked[] } {
  const asked: Asked[] = [];
  const ask: Ask = async (command, input, options) => {
    if (command === 'question.watch' && replies[command] === undefined)
      return new Promise((resolve) => {
        const left = { ok: false, error: 'Left.', error_code: 'CANCELLED', hint: '' } as never;
        options?.signal?.addEventListener('abort', () => resolve(left));
      });
    const before = asked.filter((one) => one.command === command).length;
    asked.push({ command, input });
    const all = replies[command] ?? [];
    return (all[before] ?? all.at(-1) ?? notTold) as Reply<never>;
  };
  return { ask, asked };
}

const notTold = { ok: false, error: 'Not told.', error_code: 'INTERNAL', hint: '' };
const done = (data: unknown) => ({ ok: true, data });
const needsPerson = done({
  why: 'needs_person',
  position: 5,
  task: task({ questions: ['q7'] }),
  open_questions: [question],
});
const ended = done({ why: 'ended', position: 9, task: task({ outcome: 'proven' }), open_questions: [] });
const answered = done({ question: 'q7', task: 'shop-1', choice: 'change', label: '' });
const wanted = { task: 'shop-1', cwd: '/', after: 0, follow: false };

describe('a task watched on a terminal', () => {
  it('asks its question inline, with what was shown, and goes on watching', async () => {
    const { console, shown } = terminal(['2', 'use the old route']);
    const { ask, asked } = answering({ 'task.watch': [needsPerson, ended], 'question.answer': [answered] });
    expect(await watch(console, ask, wanted, 'text')).toBe(0);
    expect(asked[1]).toEqual({
      command: 'question.answer',
      input: { question: 'q7', binding: 'hash-of-plan', choice: 'change', words: 'use the old route' },
    });
    expect(asked[2]).toMatchObject({ command: 'task.watch', input: { after: 5 } });
    expect(clean(shown.text)).toContain('[2] change  Change this  + your words');
  });

  it('WT-26 says how long what runs takes, and the last that it printed', async () => {
    const { console, shown } = terminal([], {});
    const over = Promise.withResolvers<void>();
    const { ask: plain } = answering({ 'task.watch': [ended] });
    const logs: unknown[] = [];
    let left: AbortSignal | undefined;
    const ask: Ask = async (command, input, options) => {
      if (command === 'task.watch') {
        for (const [id, what] of [
          ['r2', 'agent'],
          ['r3', 'setup'],
        ]) {
          const run = { id, what, since: -125_000 };
          options?.onEvent?.({ kind: 'state', task: task({ state: 'sets up' }), criteria: [], run });
        }
        await over.promise;
      }
      if (command === 'service.logs') {
        logs.push(input);
        left = options?.signal;
        const bytes = Buffer.from('one\nnpm warn two\n').toString('base64');
        options?.onEvent?.({ kind: 'bytes', bytes });
        return new Promise(() => undefined);
      }
      return plain(command, input, options);
    };
    const watched = watch(console, ask, wanted, 'text');
    await expect.poll(() => clean(shown.text)).toContain('setup r3, 2m 05s: npm warn two');
    over.resolve();
    expect(await watched).toBe(0);
    expect(logs).toMatchObject([{ id: 'r3', follow: true }]);
    expect(left?.aborted).toBe(true);
  });

  it('WT-30 says that somebody else was faster, and goes on', async () => {
    const { console, shown } = terminal();
    const answer = { choice: 'recommended', words: null, by: 'ada', channel: 'telegram', at: 1 };
    const { ask, asked } = answering({
      'task.watch': [needsPerson, ended],
      'question.watch': [done({ question: { ...question, state: 'answered', answer } })],
    });
    expect(await watch(console, ask, wanted, 'text')).toBe(0);
    expect(clean(shown.text)).toContain('q7 was answered meanwhile by ada (telegram): recommended');
    expect(asked.map(({ command }) => command)).not.toContain('question.answer');
  });

  it('WT-30 shows a question anew that says something else, and takes the answer to that, with what was half typed', async () => {
    const { console, shown, type } = terminal();
    const { ask: plain, asked } = answering({ 'task.watch': [needsPerson, ended], 'question.answer': [answered] });
    const watches: NonNullable<Parameters<Ask>[2]>[] = [];
    const ask: Ask = (command, input, options) => {
      if (command === 'question.watch') watches.push(options ?? {});
      return plain(command, input, options);
    };
    const watched = watch(console, ask, wanted, 'text');
    await expect.poll(() => shown.text).toContain('Your answer');
    type('2 the old');
    await expect.poll(() => clean(shown.text)).toContain('the old');
    watches[0]?.onEvent?.({ ...question, text: 'Which way? 3 of 24 parts tried', binding: 'another' });
    await expect.poll(() => clean(shown.text).split('3 of 24 parts tried').at(1)).toContain('> 2 the old');
    type(' route\r');
    expect(await watched).toBe(0);
    expect(clean(shown.text)).toContain('3 of 24 parts tried');
    expect(asked.find(({ command }) => command === 'question.answer')?.input).toMatchObject({
      ...{ binding: 'another', choice: 'change', words: 'the old route' },
    });
    expect(watches.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  });

  it('WT-23 shows what is to be submitted, and all of it where that is asked for', async () => {
    const { console, shown } = terminal(['diff', '1']);
    const submit = { ...question, kind: 'submit' as const };
    const lines = Array.from({ length: 60 }, (_, at) => `+line ${at}`).join('\n');
    const diff = `diff --git a/a.js b/a.js\n@@ -0,0 +1,60 @@\n${lines}\n`;
    const { ask } = answering({
      'task.watch': [
        done({ why: 'needs_person', position: 5, task: task({ questions: ['q7'] }), open_questions: [submit] }),
        ended,
      ],
      'task.diff': [
        done({
          task: 'shop-1',
          diff,
          files: 1,
          added: 60,
          removed: 0,
          by_file: [{ path: 'a.js', added: 60, removed: 0 }],
          cut: false,
        }),
      ],
      'question.answer': [answered],
    });
    expect(await watch(console, ask, wanted, 'text')).toBe(0);
    const [before = '', after = ''] = clean(shown.text).split('Your answer');
    expect(before).toMatch(/a\.js\s+\+60\s+-0/);
    expect(before).not.toContain('line 7');
    expect(after).toContain('line 7');
  });

  it('leaves the question open for an empty line, and says how to answer', async () => {
    const { console, shown } = terminal(['']);
    const { ask } = answering({ 'task.watch': [needsPerson] });
    expect(await watch(console, ask, wanted, 'text')).toBe(6);
    expect(shown.text).toContain('shop-1 waits for you: drover answer q7');
  });

  it('asks again when the choice was not understood, and goes on when another was first', async () => {
    const refused = (error_code: string) => ({ ok: false, error: 'No.', error_code, hint: '' });
    const { console, shown } = terminal(['maybe', '1']);
    const { ask, asked } = answering({
      'task.watch': [needsPerson, ended],
      'question.answer': [refused('UNKNOWN_WORD'), refused('QUESTION_ANSWERED')],
    });
    expect(await watch(console, ask, wanted, 'text')).toBe(0);
    expect(asked.filter(({ command }) => command === 'question.answer')).toMatchObject([
      { input: { choice: 'maybe' } },
      { input: { choice: 'recommended' } },
    ]);
    expect(shown.error).toContain('[QUESTION_ANSWERED]');
  });

  it('is left by Ctrl-C: the task goes on, and that is said', async () => {
    const { console, shown, interrupt } = terminal();
    const ask: Ask = async (_command, _input, options) => {
      options?.onEvent?.({ kind: 'state', task: task(), criteria: [] });
      const left = new Promise((resolve) => options?.signal?.addEventListener('abort', resolve));
      interrupt();
      await left;
      return { ok: false, error: 'Left.', error_code: 'DAEMON_UNREACHABLE', hint: '' };
    };
    expect(await watch(console, ask, { ...wanted, task: undefined }, 'text')).toBe(130);
    expect(shown.error).toBe('\nshop-1 goes on. Watch it again: drover task watch shop-1\n');
  });

  it('WT-29 is left at a question by Ctrl-C: what waits is said, and how to answer', async () => {
    const { console, shown, interrupt } = terminal();
    console.stdout.write = ((text: string) => {
      shown.text += text;
      if (text.includes('Your answer')) setImmediate(interrupt);
      return true;
    }) as typeof console.stdout.write;
    const { ask, asked } = answering({ 'task.watch': [needsPerson] });
    expect(await watch(console, ask, wanted, 'text')).toBe(130);
    expect(asked.map(({ command }) => command)).toEqual(['task.watch']);
    expect(shown.error).toBe('\nshop-1 waits for your answer, whenever it comes: drover answer q7\n');
  });

  it('WT-28 what is typed at a question and not understood is told with what to type, and no command', async () => {
    const { console, shown } = terminal(['recomended', 'rubbish', '']);
    const refused = (hint: string) => ({ ok: false, error: 'None of them.', error_code: 'USAGE', hint });
    const { ask } = answering({
      'task.watch': [needsPerson],
      'question.answer': [refused('Did you mean `recommended`?'), refused('Like this: `drover answer q7 cancel`.')],
    });
    await watch(console, ask, wanted, 'text');
    const help = 'Type a number from 1 to 3 or a word of the list; an empty line leaves it for later.';
    expect(clean(shown.error)).toBe(
      `None of them. [USAGE]\nDid you mean \`recommended\`? ${help}\nNone of them. [USAGE]\n${help}\n`,
    );
  });

  it('gives up after three daemons that ended without a word', async () => {
    const { console, shown } = terminal();
    const { ask, asked } = answering({
      'task.watch': [{ ok: false, error: 'Gone.', error_code: 'DAEMON_UNREACHABLE', hint: 'Look.' }],
    });
    expect(await watch(console, ask, wanted, 'text')).toBe(8);
    expect([asked.length, shown.error]).toEqual([4, 'Gone. [DAEMON_UNREACHABLE]\nLook.\n']);
  });

  it('is not watched with `do -d`', async () => {
    const { console, shown } = terminal();
    const { ask, asked } = answering({ 'task.create': [done({ task: 'shop-1', notes: [] })] });
    expect(await runDo(console, ask, { text: 'x', detach: true }, { output: 'text' })).toBe(0);
    expect([shown.text, asked.length]).toEqual(['shop-1\n', 1]);
  });
});

describe('answer', () => {
  const open = done({ questions: [question, { ...question, id: 'q8' }] });

  it('walks through the open ones', async () => {
    const { console, shown } = terminal(['1', '']);
    const { ask, asked } = answering({ 'question.list': [open], 'question.answer': [answered] });
    expect(await runAnswer(console, ask, {}, { output: 'text' })).toBe(6);
    expect(asked.slice(1)).toMatchObject([{ input: { question: 'q7', choice: 'recommended' } }]);
    expect(shown.text).toContain('1 answered, 1 left open.');
  });

  it('takes question, choice and words inline; a number is its choice', async () => {
    const { console } = terminal();
    const { ask, asked } = answering({ 'question.list': [open], 'question.answer': [answered] });
    expect(await runAnswer(console, ask, { question: 'q8', choice: '2', words: 'shorter' }, { output: 'json' })).toBe(
      0,
    );
    expect(asked[1]).toEqual({
      command: 'question.answer',
      input: { question: 'q8', choice: 'change', words: 'shorter' },
    });
  });

  it.each([
    ['abandon', 'give up', 'Answered: give up. shop-1 is given up and ends; see'],
    ['cancel', 'cancel the task', 'Answered: cancel the task. shop-1 is cancelled and ends; see'],
    ['code', 'I code', 'Answered: I code. shop-1 is in your hand; see'],
    ['raise', 'raise the limit', 'Answered: raise the limit. shop-1 goes on; see'],
  ])('WT-29 says of the answer %s what it makes of the task', async (choice, label, words) => {
    const { console, shown } = terminal();
    const given = done({ question: 'q7', task: 'shop-1', about: 'shop-1', choice, label });
    const { ask } = answering({ 'question.list': [open], 'question.answer': [given] });
    await runAnswer(console, ask, { question: 'q7', choice }, { output: 'text' });
    expect(shown.text).toContain(words);
  });

  it('lists what is open where nobody can be asked, and exits with 6', async () => {
    const { console, shown } = terminal();
    const { ask } = answering({ 'question.list': [open] });
    expect(await runAnswer(console, ask, {}, { output: 'json' })).toBe(6);
    expect(JSON.parse(shown.text).data.questions).toHaveLength(2);
  });

  it('says QUESTION_NOT_FOUND for one that is not open', async () => {
    const { console, shown } = terminal();
    const { ask } = answering({ 'question.list': [open] });
    expect(await runAnswer(console, ask, { question: 'q9' }, { output: 'text' })).toBe(3);
    expect(shown.error).toContain('q9 is not an open question. [QUESTION_NOT_FOUND]');
  });
});

it.each([
  ['2 shorter please', { choice: 'change', words: 'shorter please', needs: 'required' }],
  ['CHANGE', { choice: 'change', words: '', needs: 'required' }],
  ['change this', { choice: 'change', words: '', needs: 'required' }],
  ['3', { choice: 'cancel', words: '', needs: 'none' }],
  ['cancel it all', { choice: 'cancel it all', words: '', needs: 'none' }],
  ['9', { choice: '9', words: '', needs: 'none' }],
  ['修吧', { choice: '修吧', words: '', needs: 'none' }],
])('the line %s is read as a choice, or handed on as it is', (line, said) => {
  expect(readChoice(question, line)).toEqual(said);
});

describe('the live view', () => {
  it('redraws its status in one write, with what was there taken away first', () => {
    const writes: string[] = [];
    const view = createLiveView({ env: {}, stdout: { isTTY: true, columns: 10, write: (text) => writes.push(text) } });
    view.status(['short', 'a line of twenty ch.']);
    view.status(['short', 'a line of twenty ch.']);
    view.line('up');
    expect(writes).toHaveLength(2);
    expect(writes[1]).toContain('\u001b[2A\u001b[Jup\n');
    expect(writes[1]).toContain('short\na line of…\n');
  });

  it('is plain lines where there is no terminal', () => {
    const writes: string[] = [];
    const view = createLiveView({ env: {}, stdout: { write: (text) => writes.push(text) } });
    view.status(['status']);
    view.line('up');
    view.clear();
    expect(writes).toEqual(['up\n']);
  });
});
