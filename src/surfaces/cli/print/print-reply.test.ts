// Replies as people see them, saved: a change of a screen is a change of this file.
import { expect, it } from 'vitest';
import { schemas } from '../../../contract/commands.ts';
import type { FlowStatus } from '../../../contract/flow.ts';
import type { QuestionView } from '../../../contract/question.ts';
import type { RivalView, TaskDetail, TaskSummary } from '../../../contract/task.ts';
import { cut, widthOf } from './cells.ts';
import type { Look } from './look.ts';
import { printers, printReply } from './print-reply.ts';

const look: Look = { color: false, width: 80, now: 10_000_000 };
const spend = { input_tokens: 1200, cached_tokens: 0, output_tokens: 300, money: 0.42 };
const summary: TaskSummary = {
  id: 'shop-12',
  workspace: 'shop',
  text: 'heartbeat job does not fire',
  phase: 'develop',
  state: 'develops SC-2, attempt 3',
  outcome: null,
  questions: [],
  paused: false,
  since: look.now - 180_000,
  created_at: 0,
  spend,
};
const question: QuestionView = {
  id: 'q7',
  task: 'shop-11',
  about: 'shop-11',
  kind: 'plan',
  text: 'Proposal 1: one line.',
  binding: 'h',
  shown: null,
  asked_at: look.now - 7_200_000,
  state: 'open',
  answer: null,
  choices: [
    { id: 'recommended', label: 'Proposal 1', words: 'none' },
    { id: 'change', label: 'Change this', words: 'required' },
  ],
};
const gate = {
  gate: 'test',
  verdict: 'passed' as const,
  why: '',
  command: 'npm test',
  source: 'base',
  duration_ms: 900,
  counts: { passed: 9, failed: 0, skipped: 1, total: 10 },
};
const detail: TaskDetail = {
  ...summary,
  full_text: 'heartbeat job does not fire\nsince Monday',
  until: 'test',
  base: { branch: 'main', commit: 'a'.repeat(40), from: 'remote' },
  branch: 'fix/heartbeat',
  copy: '/s/copies/shop-12',
  pull_request: null,
  slot: { number: 1, ahead: [] },
  agents: ['codex'],
  proof: [
    { of: 'SC-1', check: 'red-first', row: 'P1', verdict: 'passed', seen: 'red without the change, green with it' },
    { of: null, check: 'stable', row: 'P11', verdict: 'failed', seen: 'one is flaky' },
  ],
  gates: [gate, { ...gate, gate: 'lint', verdict: 'not_configured', why: 'no linter', command: '', counts: null }],
  criteria: [
    { id: 'shop-12/SC-1', text: 'fires at nine', state: 'met', why: '', attempts: [], tried: 1, depends_on: [] },
    {
      id: 'shop-12/SC-2',
      text: 'fires once',
      state: 'blocked',
      why: 'needs SC-1',
      attempts: [],
      tried: 2,
      depends_on: ['SC-1'],
    },
  ],
  open_questions: [],
  evidence: { count: 3, proven: false, hash: 'h' },
  analysis: null,
  history: [],
  open_points: [],
};

it('has a printer for every command', () => {
  expect(Object.keys(printers).sort()).toEqual(Object.keys(schemas).sort());
});

const rival: RivalView = {
  ...{ task: 'shop-13', number: 1, agent: 'claude', state: '', outcome: 'proven', why: '', spend },
  ...{ criteria: { met: 2, of: 2 }, change: { files: 1, added: 40, removed: 2 } },
  ...{ gates: [gate], review: 'gemini found nothing', taken_by: 'sam' },
};

it('a task that several did: who, how it ended, what it cost, which was taken by whom', async () => {
  const { taken_by: _, ...other } = rival;
  const red = { ...gate, verdict: 'failed' } as const;
  const failed = { task: 'shop-14', outcome: 'failed', why: '7 attempts', gates: [red], review: '' } as const;
  const rivals = [rival, { ...other, ...failed }, { ...other, task: 'shop-15', outcome: null, state: 'develops SC-1' }];
  const shown = await printReply('task.show', { ...detail, rivals }, { ...look, width: 120 });
  expect(shown.slice(shown.indexOf('Each for itself'), shown.indexOf('\n\nProof'))).toMatchInlineSnapshot(`
    "Each for itself
      shop-13  claude  proven         $0.42  taken by sam · 2 of 2 criteria · 1 file, +40 -2 · gemini found nothing
      shop-14  claude  failed         $0.42  2 of 2 criteria · 1 file, +40 -2 · red: test · 7 attempts
      shop-15  claude  develops SC-1  $0.42  2 of 2 criteria · 1 file, +40 -2 · gemini found nothing"
  `);
});

it('the board: tasks that touch the same lines, and whether they merge', async () => {
  const overlaps = [
    {
      tasks: ['shop-1', 'shop-2'],
      path: 'src/a.ts',
      lines: [
        [3, 9],
        [12, 12],
      ],
      conflicts: true,
    },
    { tasks: ['shop-1', 'shop-3'], path: 'src/b.ts', lines: [], conflicts: false },
  ] as const;
  const told = { questions: [], tasks: [summary], standstills: [], overlaps, spend: { today: { ...spend, money: 0 } } };
  const lines =
    'Touch the same lines\n  shop-1 and shop-2: src/a.ts 3-9, 12, they do not merge\n  shop-1 and shop-3: src/b.ts, they merge so far\n';
  expect(await printReply('service.board', told, look)).toContain(`${lines}\n`);
  expect(await printReply('service.board', { ...told, uncompared: 2 }, look)).toContain(
    `${lines}  not known of 2 pairs of tasks\n`,
  );
});

it('the board: what needs you, tasks, spend', async () => {
  const tasks = [
    { ...summary, id: 'shop-11', questions: ['q7'], text: 'x'.repeat(100) },
    summary,
    { ...summary, id: 'shop-9', outcome: 'not_verified' as const },
  ];
  expect(
    await printReply('service.board', { questions: [question], tasks, standstills: [], spend: { today: spend } }, look),
  ).toMatchInlineSnapshot(`
    "Needs you  (drover answer)
      q7  shop-11  plan  2h  Proposal 1: one line.

    Tasks
      shop-11  asks q7                   3m  $0.42  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      shop-12  develops SC-2, attempt 3  3m  $0.42  heartbeat job does not fire
      shop-9   not verified              3m  $0.42  heartbeat job does not fire

    Spent today: $0.42"
  `);
  expect(
    await printReply(
      'service.board',
      {
        questions: [],
        tasks: [],
        standstills: [],
        spend: { today: { ...spend, money: 0, input_tokens: 0, output_tokens: 0 } },
      },
      look,
    ),
  ).toMatchInlineSnapshot(`"Nothing is going on. State a task: drover do "what is to be done""`);
});

it('a verdict that rests on an exit code alone says so where the gates of a task stand', async () => {
  const why = 'ended with 0; by its exit code alone, which is weaker: which tests ran is not known';
  const shown = await printReply(
    'task.show',
    { ...detail, gates: [{ ...gate, why, counts: null }] },
    { ...look, width: 200 },
  );
  expect(shown).toMatch(new RegExp(`test\\s+passed\\s+${why}`));
});

it('a task, a flow and a rival that rest on an exit code alone say so in every list', async () => {
  const ended = { outcome: 'proven', weaker: 'exit_codes' } as const;
  const flow = {
    id: 'shop-3',
    name: 'login',
    folder: '/f',
    workspace: 'shop',
    phase: 'release',
    state: 'proven',
  } as const;
  const flows = [{ ...flow, ...ended, questions: [], paused: false, created_at: 0, counts: {} }];
  const lists = [
    await printReply('task.list', { tasks: [{ ...detail, ...ended, questions: [] }] }, look),
    await printReply('flow.list', { flows }, look),
    await printReply('flow.status', { ...flows[0], nodes: [] } as FlowStatus, look),
    await printReply('task.show', { ...detail, rivals: [{ ...rival, ...ended }] }, { ...look, width: 200 }),
  ];
  for (const list of lists) expect(list).toContain('proven (by exit codes)');
});

it('one task, whole', async () => {
  expect((await printReply('task.show', detail, look)).replace(/stated.*/, 'stated ...')).toMatchInlineSnapshot(`
    "shop-12  develop  develops SC-2, attempt 3
      heartbeat job does not fire
      since Monday

    phase     develop, since 3m
    base      main at aaaaaaaaaaaa (remote)
    branch    fix/heartbeat
    copy      /s/copies/shop-12
    agents    codex
    evidence  3 records, not proven
    spent     $0.42
    stated ...

    Criteria
      ✓ SC-1 fires at nine
      ! SC-2 fires once  (blocked: needs SC-1, 2 attempts)

    Proof
      SC-1       red-first (P1)  passed  red without the change, green with it
      the whole  stable (P11)    failed  one is flaky

    Gates
      test  passed          9/10, 1 skipped  $ npm test
      lint  not configured                   no linter

    Stops after test."
  `);
});

it('the environment of a task: how it looked, and what became of it', async () => {
  const error = { text: 'ERROR heartbeat\nskipped', count: 3, at: null };
  const seen = { against: null, resolved_errors: [], remaining_errors: [error], new_errors: [] };
  const environment = {
    ...{ name: 'shop-prod', tier: 'prod' as const },
    looks: [
      { env: 'shop-prod', at: look.now, why: null, errors: [error] },
      { env: 'shop-stg', at: look.now, why: 'no route (SSH_UNREACHABLE)', errors: [] },
    ],
    verification: {
      ...{ env: 'shop-prod', at: look.now, verdict: 'remaining' as const, summary: '1 error is still there.' },
      ...seen,
    },
  };
  const shown = (await printReply('task.show', { ...detail, environment }, { ...look, width: 120 })).replace(
    /, [^,]*: /g,
    ', then: ',
  );
  expect(shown.slice(shown.indexOf('Environment'), shown.indexOf('Stops'))).toMatchInlineSnapshot(`
    "Environment
      shop-prod (prod)
      shop-prod before the work, then: 1 error
        - 3x ERROR heartbeat skipped
      shop-stg before the work, then: no route (SSH_UNREACHABLE)
      shop-prod after the deployment, then: remaining. 1 error is still there.
        - 3x ERROR heartbeat skipped

    "
  `);
});

it('a question with its choices', async () => {
  expect(await printReply('question.list', { questions: [question] }, look)).toMatchInlineSnapshot(`
    "q7 shop-11 plan, 2h
      Proposal 1: one line.
      [1] recommended  Proposal 1
      [2] change  Change this  + your words"
  `);
});

it('evidence and a broken chain', async () => {
  const record = {
    ...gate,
    number: 1,
    at: 0,
    criterion: 'shop-12/SC-1',
    attempt: 1,
    base: 'b'.repeat(40),
    tree: 't'.repeat(40),
    hash: 'e'.repeat(64),
  };
  const reply = {
    task: 'shop-12',
    evidence: [record],
    verified: { ok: false, why: 'record 1 was changed' },
    outputs: null,
  };
  expect(await printReply('task.evidence', reply, look)).toMatchInlineSnapshot(`
    "1  test  passed  9/10, 1 skipped  shop-12/SC-1  tttttttttttt  eeeeeeeeeeee
    The chain is broken: record 1 was changed"
  `);
});

it('what runs, and the doctor', async () => {
  const run = {
    id: 'r103',
    task: 'shop-12',
    role: 'agent',
    program: 'codex',
    state: 'running' as const,
    ending: '',
    started_at: look.now - 5000,
    ended_at: null,
  };
  expect(await printReply('service.ps', { sessions: [], runs: [run], elsewhere: [] }, look)).toMatchInlineSnapshot(
    `"r103  shop-12  agent  running  5s  codex"`,
  );
  expect(
    await printReply(
      'service.doctor',
      {
        checks: [
          { name: 'git', state: 'ok', said: '2.43', hint: '' },
          { name: 'sandbox', state: 'bad', said: 'none', hint: 'apt-get install bubblewrap' },
        ],
      },
      look,
    ),
  ).toMatchInlineSnapshot(`
    "✓ git: 2.43
    ✗ sandbox: none
        apt-get install bubblewrap"
  `);
});

it('WT-86 one session that is asked for by its name is told with all about it: who says how it stands, until when it is limited, what to do', async () => {
  const spend = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, money: null };
  const session = {
    ...{ id: 'red fox', row: 's1', agent: 'claude', driver: 'pty', state: 'limited' as const, source: 'hook' },
    ...{ since: look.now - 5000, why: '', questions: ['q7'], limited_until: look.now + 60_000, queue: 2 },
    ...{
      last_output: null,
      usage: spend,
      context: null,
      turns: 0,
      turn: null,
      last: null,
      repository: '/r',
      cwd: '/r',
    },
    ...{ description: '', permissions: 'ask', model: null, sandbox: false, pid: 4, run: 'r1', log: '/l' },
    ...{ conversation: 'c-1', started_by: 'person:Ada', spawner_pane: null, created_at: 0, started_at: 0 },
    ...{ ended_at: null, ending: '', exit: null, paused: null, degraded: null, meta: null },
  };
  const shown = await printReply('service.ps', { sessions: [session], runs: [], elsewhere: [], one: true }, look);
  expect(shown).toMatch(/state +limited until [\d: -]+ q7 for 5s, by hook/);
  expect(shown).toContain('drover answer q7');
  expect(shown).toContain("2 messages: drover inbox list 'red fox'");
  expect(shown).toContain('c-1');
  const whole = { sessions: [session], runs: [], elsewhere: [] };
  const table = await printReply('service.ps', whole, look);
  expect(table).toContain('red fox');
  expect(await printReply('service.ps', { ...whole, sessions: [], lines: [session] }, look)).toBe(table);
});

it('agents: what is installed, what was seen, what is different', async () => {
  const driver = {
    driver: 'plain',
    can: ['resume', 'usage'],
    seen: { works: 12, refused: 2, fails: ['fork: it hangs'] },
  };
  const program = { program: 'claude', version: '2.2', tested: '2.1', drift: true };
  const claude = { name: 'claude', found: true, path: '/usr/bin/claude', version: '2.2 (Claude Code)', hint: '' };
  const changed = { at: look.now - 60_000, now: false, changed: ['flags that are gone: --json', 'new flags: --web'] };
  const reply = {
    tested_on: '2026-11-21',
    did: '',
    agents: [
      {
        ...claude,
        drivers: [driver, { driver: 'pty', can: [], seen: null }],
        programs: [{ ...program, look: changed }],
      },
      { ...claude, drivers: [], programs: [{ ...program, look: null }] },
      {
        ...claude,
        drivers: [],
        programs: [{ ...program, drift: false, look: { at: look.now, now: true, changed: [] } }],
      },
      { ...claude, name: 'pi', found: false, hint: 'npm install -g pi', drivers: [], programs: [] },
    ],
  };
  expect(await printReply('agents.list', reply, look)).toMatchInlineSnapshot(`
    "claude  2.2 (Claude Code)  /usr/bin/claude
      claude 2.2, tested with 2.1, looked at 1m ago:
        flags that are gone: --json
        new flags: --web
      plain  12 work, 2 refused  resume usage
      pty    not run yet
      plain fails: fork: it hangs

    claude  2.2 (Claude Code)  /usr/bin/claude
      claude 2.2, tested with 2.1; \`drover agents --check\` looks what is different

    claude  2.2 (Claude Code)  /usr/bin/claude
      claude 2.2, as tested, looked at now: it presents itself as the tested one

    pi  not installed: npm install -g pi

    What was seen of them is of 2026-11-21: docs/agents.md"
  `);
});

it('the configuration, in the form of its file', async () => {
  const reply = {
    file: { path: '/c.yaml', exists: false },
    workspaces: {},
    environments: { 'shop-prod': 'a@b:/c' },
    agents: {},
    defaults: { agent: null, turns: 200 },
    policy: 'normal',
    limits: { attempts: 7 },
    sandbox: 'auto',
    store: 'sqlite',
  };
  expect(await printReply('config.list', reply, look)).toMatchInlineSnapshot(`
    "# /c.yaml (not there: defaults)
    workspaces: {}
    environments:
      shop-prod: a@b:/c
    agents: {}
    defaults:
      agent: null
      turns: 200
    policy: normal
    limits:
      attempts: 7
    sandbox: auto
    store: sqlite"
  `);
});

it('colours on a terminal only', async () => {
  const tasks = { tasks: [{ ...summary, outcome: 'proven' as const }] };
  expect(await printReply('task.list', tasks, look)).not.toContain('\u001b');
  expect(await printReply('task.list', tasks, { ...look, color: true })).toContain('\u001b[32mproven\u001b[0m');
});

it('widths count what a terminal shows', () => {
  expect([
    widthOf('早上好'),
    widthOf('e\u0301'),
    widthOf('\u001b[31mab\u001b[0m'),
    cut('早上好吗', 5),
    cut('abc', 3),
  ]).toEqual([6, 1, 2, '早上…', 'abc']);
});

it('an answer says where to look on, whatever asked', async () => {
  const looks = ['shop-11', 's1', 'x7', 'r103'].map(
    async (task) =>
      /`(.*)`/.exec(
        await printReply('question.answer', { question: 'q7', task, about: task, choice: 'once', label: '' }, look),
      )?.[1],
  );
  expect(await Promise.all(looks)).toEqual([
    'drover task watch shop-11',
    'drover pane s1',
    'drover chain show x7',
    'drover logs r103',
  ]);
});

it('a question of a session, or of a chain, is headed by what people call it', async () => {
  const asked = { ...question, task: 's1', about: 'writer' };
  expect(await printReply('question.list', { questions: [asked] }, look)).toMatch(/^q7 writer plan/);
});

it('the record tells how often what was refused came again', async () => {
  const act = { at: 0, command: 'task.cancel', about: 'shop-1', by: 'agent', channel: 'terminal', saw: null } as const;
  const acts = [
    { ...act, pid: 7, times: 1, outcome: 'UNAUTHORIZED' },
    { ...act, pid: null, times: 199, outcome: 'UNAUTHORIZED' },
  ];
  const lines = (await printReply('service.audit', { acts }, look)).trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^.*shop-1 +/, ''))).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED ×199']);
});
