// What is recorded: what is said on the command line, and what a daemon says to that.
import type { CommandName } from '../../src/contract/commands.ts';
import type { Reply, Request } from '../../src/contract/protocol.ts';
import type { SocketDispatch } from '../../src/surfaces/socket/connection.ts';
import { printed, standing, way } from './way.ts';
import { board, detail, diff, hostile, pane, ps, question } from './world.ts';

type Peer = { readonly left: AbortSignal };
type Told = unknown | ((request: Request, peer: Peer) => AsyncGenerator<unknown, Reply, void>);
export type Story = { readonly argv: readonly string[]; readonly daemon: SocketDispatch };

const ok = (data: unknown): Reply => ({ ok: true, data }) as Reply;
const refused: Reply = { ok: false, error: 'not told', error_code: 'INTERNAL', hint: '' };
const leaving = ({ left }: Peer) => new Promise((resolve) => left.addEventListener('abort', resolve));

const daemon =
  (replies: { readonly [Name in CommandName]?: Told }): SocketDispatch =>
  (request, peer) => {
    const told = replies[request.command as CommandName];
    if (typeof told === 'function') return told(request, peer);
    return Promise.resolve(told === undefined ? refused : ok(told));
  };

/** Events, then nothing until they leave. */
const goesOn = (events: readonly unknown[]) =>
  async function* (_: Request, peer: Peer): AsyncGenerator<unknown, Reply, void> {
    yield* events;
    await leaving(peer);
    return refused;
  };

/** Each event once, whoever watches next. */
function goesOnOnce(events: readonly unknown[]) {
  const left = [...events];
  return async function* (_: Request, peer: Peer): AsyncGenerator<unknown, Reply, void> {
    while (left.length > 0) yield left.shift();
    await leaving(peer);
    return refused;
  };
}

const answered = { question: 'q7', task: 'shop-11', about: 'shop-11', choice: 'go', label: 'do it like this' };
/** What a page shows. */
const withoutStrangers = <T>(data: T): T =>
  JSON.parse(JSON.stringify(data).replaceAll(JSON.stringify(hostile).slice(1, -1), '')) as T;
const inEnglish = {
  ...standing,
  criteria: detail.criteria.map((each) =>
    each.id === 'SC-2' ? { ...each, text: 'A late service is reported once.' } : each,
  ),
};
const withStill = (how: string) => ({
  ...question,
  text: `Submit it?\nStill at work: ${how}.\nThe change.\nIts gates.`,
});
/** As many lines as before, and yet another text. */
const over = { ...question, text: 'Submit it?\nThe change.\nIts gates.\nparts: needed' };
const tests = { kind: 'bytes', bytes: Buffer.from('✓ schedule 41 of 97 tests passed').toString('base64') };
const bytes = { kind: 'bytes', bytes: Buffer.from(printed).toString('base64') };

/** More than any screen has rows. */
const many = {
  ...question,
  text: 'Which of them?',
  choices: Array.from({ length: 60 }, (_, at) => ({
    id: `c${at + 1}`,
    label: `the one number ${at + 1}`,
    words: 'none',
  })),
};
/** Of which each takes two lines where it is narrow. */
const crowded = { ...standing, criteria: Array.from({ length: 12 }, () => detail.criteria[0]) };
/** What is wide in other ways than Latin. */
const awkward = [
  'a\ttab\tbetween\twords\tof\tone\ttitle\tthat\tis\tlong',
  'e\u0301\u0300\u0302\u0303\u0304'.repeat(60),
  '👩‍👩‍👧‍👦'.repeat(30),
  'שלום עולם, זה ארוך מאוד '.repeat(4),
  'w'.repeat(300),
  '한국어와日本語と中文'.repeat(12),
  '🇩🇪🏳️‍🌈1️⃣'.repeat(20),
  'नमस्ते दुनिया '.repeat(8),
].map((text, at) => ({ ...board.tasks[1], id: `shop-${20 + at}`, text }));
const odd = {
  'service.board': { ...board, questions: [], tasks: awkward },
  'service.ps': { ...ps, lines: [], sessions: [], runs: [] },
  'service.events': goesOn([]),
  'task.show': detail,
};

export const stories: Readonly<Record<string, Story>> = {
  many: {
    argv: ['answer'],
    daemon: daemon({
      'question.list': { questions: [many] },
      'question.watch': goesOn([many]),
      'question.answer': answered,
    }),
  },
  awkward: { argv: [], daemon: daemon(odd) },
  board: { argv: ['--plain'], daemon: daemon({ 'service.board': board }) },
  show: { argv: ['task', 'show', 'shop-12'], daemon: daemon({ 'task.show': detail }) },
  picture: {
    argv: ['task', 'watch', 'shop-12'],
    daemon: daemon({ 'task.watch': goesOn(withoutStrangers([...way, inEnglish])), 'service.logs': goesOn([tests]) }),
  },
  live: {
    argv: [],
    daemon: daemon({
      'service.board': board,
      'service.ps': ps,
      'service.events': goesOn([]),
      'task.show': detail,
      'session.pane': pane,
      'question.list': { questions: [question] },
      'question.watch': goesOn([question]),
      'question.answer': answered,
      'task.diff': diff,
      'task.watch': goesOn([...way, standing]),
      'service.logs': goesOn([bytes]),
    }),
  },
  answer: {
    argv: ['answer'],
    daemon: daemon({
      'question.list': { questions: [question] },
      'question.watch': goesOn([question]),
      'question.answer': answered,
    }),
  },
  stated: {
    argv: ['do', 'Count in minutes'],
    daemon: daemon({
      'task.create': {
        task: 'shop-12',
        notes: ['There is no remote: the work ends as a branch of your repository and is not submitted.'],
      },
      'task.watch': goesOn([]),
    }),
  },
  attached: {
    argv: ['task', 'attach', 'shop-12'],
    daemon: daemon({
      'task.show': { ...detail, outcome: null },
      'service.ps': { ...ps, runs: [] },
      'service.logs': goesOn([
        { kind: 'line', at: 0, thing: 'shop-12', text: 'gives its slot back until somebody has answered' },
      ]),
    }),
  },
  moves: {
    argv: ['answer'],
    daemon: daemon({
      'question.list': { questions: [withStill('none tried yet')] },
      'question.watch': goesOnOnce(['0 of 40 parts', '1 of 40 parts', '2 of 40 parts'].map(withStill)),
      'question.answer': answered,
    }),
  },
  moved: {
    argv: ['answer'],
    daemon: daemon({
      'question.list': { questions: [withStill('none tried yet')] },
      'question.watch': goesOnOnce([withStill('1 of 2 parts'), over]),
      'question.answer': answered,
    }),
  },
  crowded: {
    argv: ['task', 'watch', 'shop-12'],
    daemon: daemon({ 'task.watch': goesOn([...way, crowded]), 'service.logs': goesOn([bytes]) }),
  },
  ps: { argv: ['ps'], daemon: daemon({ 'service.ps': ps }) },
  diff: { argv: ['task', 'diff', 'shop-12'], daemon: daemon({ 'task.diff': diff }) },
  watch: {
    argv: ['task', 'watch', 'shop-12'],
    daemon: daemon({ 'task.watch': goesOn([...way, standing]), 'service.logs': goesOn([bytes]) }),
  },
};
