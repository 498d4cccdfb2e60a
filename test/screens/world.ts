// What a made-up daemon tells in recorded screens: one workspace with a task at work, one that asks, one that is done, and words of strangers in it.
import type { QuestionView } from '../../src/contract/question.ts';
import type { Board, Ps } from '../../src/contract/service.ts';
import type { PaneView, SessionView } from '../../src/contract/session.ts';
import type { TaskDetail, TaskDiff, TaskSummary } from '../../src/contract/task.ts';

/** All that is shown is of this moment. */
export const now = Date.UTC(2026, 10, 21, 14, 3, 20);
const minute = 60_000;

/** Moves the cursor, colours, clears, titles, turns the direction of writing: none of it may be seen to happen. */
export const hostile = '\u001b[2J\u001b[10;5H\u001b[31mowned\u001b[0m\u001b]0;title\u0007\r\u009b1A\u202egnp.exe\u0007';

const spend = { input_tokens: 81_200, cached_tokens: 0, output_tokens: 9300, money: 0.42 };
const nothing = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, money: null };

const task = (more: Partial<TaskSummary>): TaskSummary => ({
  id: 'shop-12',
  workspace: 'shop',
  text: 'The heartbeat job reports every service as late within seconds: the interval is configured in minutes.',
  phase: 'develop',
  state: 'develops SC-2, attempt 3',
  outcome: null,
  questions: [],
  paused: false,
  since: now - 3 * minute,
  created_at: now - 9 * minute,
  spend,
  ...more,
});

export const tasks: readonly TaskSummary[] = [
  task({
    id: 'shop-11',
    questions: ['q7'],
    state: 'waits for you: plan',
    text: '结账页在手机上看不到按钮 👍，请修复并补上测试，最好今天完成',
    phase: 'plan',
  }),
  task({}),
  task({
    id: 'shop-10',
    outcome: 'not_verified',
    state: `ended: ${hostile}`,
    text: `a stranger's words ${hostile} end here`,
    phase: 'release',
    spend: nothing,
  }),
];

const plan = `Cause: \`nextBeat\` multiplies an interval in **minutes** by 1000, as if it were seconds: five minutes become five seconds, so every service counts as late almost at once.

Where:
- src/schedule.js:5 everyMinutes * SECOND
- src/watch/very/deep/folder/with/a/long/name/that/goes/on/heartbeat-schedule.js:112

### Done when

1. A service is late only after its interval in minutes has passed. [npm test]
2. 一个服务只有在超过以分钟计的间隔之后才算迟到，并且只报告一次。

| proposal | what it costs |
| --- | --- |
| Count in minutes | Only src/schedule.js; src/watch.js uses it unchanged. |
| Configure seconds | Breaks every existing configuration. |

\`\`\`diff
-const SECOND = 1000;
+const MINUTE = 60_000;
\`\`\`

${hostile}`;

export const question: QuestionView = {
  id: 'q7',
  task: 'shop-11',
  about: 'shop-11',
  kind: 'plan',
  text: plan,
  binding: 'h',
  shown: null,
  asked_at: now - 120 * minute,
  state: 'open',
  answer: null,
  choices: [
    { id: 'go', label: 'do it like this', words: 'none' },
    { id: 'change', label: 'change the plan: say what is different, and it is made again', words: 'required' },
    { id: 'cancel', label: 'cancel the task', words: 'none' },
  ],
};

const gate = (name: string, verdict: TaskDetail['gates'][number]['verdict'], why: string, command = '') => ({
  ...{ gate: name, verdict, why, command, source: 'base', duration_ms: 900 },
  counts: name === 'test' ? { passed: 9, failed: 0, skipped: 1, total: 10 } : null,
});

const red =
  'red without the change (exit 1), green with it (exit 0): test/schedule.test.js > a service is late only beyond its interval, test/schedule.test.js > the next beat is due after the interval in minutes; changed lines that they run: 2 of src/schedule.js';

export const detail: TaskDetail = {
  ...task({}),
  full_text:
    'The heartbeat job reports every service as late within seconds: the interval is configured in minutes.\n\nSince Monday.',
  until: 'test',
  base: { branch: 'main', commit: 'a'.repeat(40), from: 'remote' },
  branch: 'drover/shop-12-the-heartbeat-job-reports-every-service',
  copy: '/home/ada/.local/state/drover/copies/shop-12',
  pull_request: null,
  slot: { number: 1, ahead: [] },
  agents: ['codex', 'claude'],
  criteria: [
    {
      id: 'SC-1',
      depends_on: [],
      text: 'A service is late only after its interval in minutes has passed.',
      state: 'met',
      why: '',
      attempts: [],
      tried: 1,
    },
    {
      id: 'SC-2',
      depends_on: [],
      text: '只报告一次：同一个服务在恢复之前不会再次被报告为迟到。',
      state: 'running',
      why: '',
      attempts: [],
      tried: 1,
    },
    {
      id: 'SC-3',
      depends_on: ['SC-2'],
      text: 'The interval of zero is refused.',
      state: 'blocked',
      why: 'needs SC-2',
      attempts: [],
      tried: 0,
    },
  ],
  proof: [
    { of: 'SC-1', check: 'red-first', row: 'P1', verdict: 'passed', seen: red },
    {
      of: null,
      check: 'stable',
      row: 'P11',
      verdict: 'failed',
      seen: '2 tests of new and changed files in 3 runs: one is flaky',
    },
  ],
  gates: [
    gate('test', 'passed', '9 of 10 tests passed', 'npm test'),
    gate('lint', 'not_configured', 'nothing that lints it was found'),
    gate('red-first', 'passed', red, `npm test -- ${'test/schedule.test.js '.repeat(7).trim()}`),
  ],
  open_questions: [],
  budget: '$5.00',
  evidence: { count: 13, proven: false, hash: 'h' },
  analysis:
    'Cause: `nextBeat` multiplies an interval in **minutes** by 1000, as if it were seconds.\n\n- src/schedule.js:5',
  history: [],
  open_points: [],
};

const session: SessionView = {
  ...{ id: 'red fox', row: 's1', agent: 'claude', driver: 'pty', state: 'busy', source: 'hook' },
  ...{ since: now - 5000, why: '', questions: [], limited_until: null, queue: 2, last_output: now - 2000 },
  ...{ usage: spend, context: { used: 42_000, window: 200_000 }, turns: 3, turn: null, last: null },
  ...{ repository: '/home/ada/dev/shop', cwd: '/home/ada/dev/shop', description: `writes the 文档 ${hostile}` },
  ...{ permissions: 'ask', model: null, sandbox: false, pid: 4, run: 'r1', log: '/l', conversation: 'c-1' },
  ...{ started_by: 'person:Ada', spawner_pane: null, created_at: now - 7 * minute, started_at: now - 7 * minute },
  ...{ ended_at: null, ending: '', exit: null, paused: null, degraded: null, meta: null },
} as SessionView;

export const ps: Ps = {
  sessions: [session],
  lines: [session, { ...session, id: 'cx-23', state: 'asks', questions: ['q8'], agent: 'codex', description: '' }],
  runs: [
    {
      ...{ id: 'r103', task: 'shop-12', role: 'agent', program: 'codex exec --json --sandbox workspace-write' },
      ...{ state: 'running', ending: '', started_at: now - 65_000, ended_at: null },
    },
  ],
  elsewhere: [],
};

export const board: Board = {
  questions: [question],
  tasks,
  standstills: [
    {
      about: 'shop-9',
      since: now - 60 * minute,
      why: 'its agent has said nothing for an hour though nothing known holds it up',
      todo: 'look at it: drover task attach shop-9',
    },
  ],
  overlaps: [
    {
      tasks: ['shop-11', 'shop-12'],
      path: 'src/schedule.js',
      lines: [
        [3, 9],
        [12, 12],
      ],
      conflicts: true,
    },
  ],
  spend: { today: { ...spend, money: 3.1 } },
};
export const diff: TaskDiff = {
  task: 'shop-12',
  diff: `diff --git a/src/schedule.js b/src/schedule.js\n--- a/src/schedule.js\n+++ b/src/schedule.js\n@@ -3,3 +3,3 @@\n-const SECOND = 1000;\n+const MINUTE = 60_000;\n export const nextBeat = (last, everyMinutes) => last + everyMinutes * MINUTE; // 早上好 ${hostile}\n`,
  files: 1,
  added: 1,
  removed: 1,
  by_file: [{ path: 'src/schedule.js', added: 1, removed: 1 }],
  cut: false,
};

/** What stands in the terminal of the session. */
export const pane: PaneView = {
  ...{ session: 'red fox', state: 'busy', source: 'hook', since: now - 5000, columns: 120, rows: 40, cursor: null },
  ...{ title: '', changed_at: now },
  lines: ['> write the 文档', '', `● Reading src/schedule.js ${hostile}`, '─'.repeat(120)],
};
