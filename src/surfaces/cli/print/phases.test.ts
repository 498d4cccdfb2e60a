import { describe, expect, it } from 'vitest';
import type { TaskEvent } from '../../../contract/task.ts';
import { budgetBar, follow, noWay, type PassedPhase, phaseLine, shownMarks, type Way } from './phases.ts';

const look = { color: false, width: 80, now: 100_000 };
type Fact = readonly [at: number, what: string, data?: Record<string, unknown>];

function walk(facts: readonly Fact[]): { readonly way: Way; readonly lines: readonly string[] } {
  let way = noWay;
  const ended: PassedPhase[] = [];
  for (const [at, what, data = {}] of facts) {
    const fact = { kind: 'fact', position: at, at: at * 1000, thing: 'shop-1', what, text: what, data } as const;
    const next = follow(way, fact satisfies TaskEvent);
    way = next.way;
    if (next.ended !== null) ended.push(next.ended);
  }
  return { way, lines: ended.map((each) => phaseLine(look, each)) };
}

const enters = (at: number, phase: string): Fact => [at, 'phase_entered', { phase }];
const gate = (at: number, name: string, verdict: string): Fact => [
  at,
  'gate_judged',
  { gate: name, verdict, on: 'tree' },
];
const judged = (at: number, criterion: string, red: string, green: string): Fact => [
  at,
  'attempt_judged',
  {
    criterion,
    verdicts: [
      { gate: 'red-first', verdict: red },
      { gate: 'test', verdict: green },
    ],
  },
];

describe('WT-25 the phases of a task', () => {
  it.each<[string, readonly Fact[], readonly string[]]>([
    ['is passed when the next one begins', [enters(0, 'analyze'), enters(70, 'plan')], ['✓ analyze   1m 10s']],
    [
      'says what it found',
      [enters(0, 'plan'), [2, 'plan_agreed', { criteria: [{}, {}] }], enters(3, 'develop')],
      ['✓ plan          3s  2 criteria'],
    ],
    [
      'names the gates that passed',
      [enters(0, 'test'), gate(1, 'lint', 'passed'), gate(1, 'types', 'skipped'), enters(2, 'submit')],
      ['✓ test          2s  lint passed'],
    ],
    [
      'names those alone that say no, and is failed where it goes back',
      [enters(0, 'test'), gate(1, 'lint', 'failed'), gate(1, 'test', 'passed'), enters(2, 'develop')],
      ['✗ test          2s  ✗ lint'],
    ],
    [
      'says who answered what',
      [
        enters(0, 'submit'),
        [1, 'question_asked', { question: 'q1', kind: 'submit', text: 't' }],
        [2, 'question_answered', { choice: 'submit', by: 'person:ada' }],
        enters(3, 'review'),
      ],
      ['✓ submit        3s  submit, said ada'],
    ],
    [
      'ends with the task, as that does',
      [enters(0, 'release'), [1, 'task_ended', { outcome: 'released', why: 'submitted' }]],
      ['✓ release       1s  submitted'],
    ],
    [
      'says where it, or a criterion of it, rests on less than tests by name',
      [
        enters(0, 'develop'),
        [1, 'criterion_ended', { criterion: 'SC-1', outcome: 'passed', weaker: 'exit_codes' }],
        enters(2, 'release'),
        [3, 'task_ended', { outcome: 'proven', why: 'not submitted', weaker: 'counts' }],
      ],
      ['✓ develop       2s  SC-1 passed (by exit codes)', '✓ release       1s  not submitted (by numbers of tests)'],
    ],
    [
      'is open where the task ends unproven',
      [enters(0, 'test'), [1, 'task_ended', { outcome: 'not_verified', why: 'no gate' }]],
      ['! test          1s  no gate'],
    ],
    [
      'is failed where the task is',
      [enters(0, 'test'), [1, 'task_ended', { outcome: 'failed', why: 'w' }]],
      ['✗ test          1s  w'],
    ],
    [
      'is as it was where an unknown fact comes',
      [enters(0, 'test'), [1, 'constructor'], enters(2, 'submit')],
      ['✓ test          2s'],
    ],
  ])('%s', (_what, facts, lines) => {
    expect(walk(facts).lines.slice(1)).toEqual(lines);
  });

  it('knows of each criterion whether it is red first, green, and needed, as its newest attempt has it', () => {
    const { way } = walk([
      judged(1, 'SC-1', 'passed', 'passed'),
      judged(1, 'SC-2', 'passed', 'passed'),
      gate(2, 'hunks', 'passed'),
      [3, 'attempt_started', { criterion: 'SC-2' }],
      judged(4, 'SC-2', 'skipped', 'failed'),
    ]);
    expect(Object.entries(way.criteria).map(([label, shown]) => `${label} ${shownMarks(look, shown)}`)).toEqual([
      'SC-1 red ✓ green ✓ needed ✓',
      'SC-2 green ✗',
    ]);
  });

  it.each([
    [0, '░░░░░░░░░░░░░░░░░░░░'],
    [0.5, '██████████░░░░░░░░░░'],
    [1.7, '████████████████████'],
  ])('shows a budget of which %d is used', (share, bar) => {
    expect(budgetBar(look, '$1.00', { limit: '$2.00', share })).toBe(`$1.00 of $2.00 ${bar}`);
  });
});
