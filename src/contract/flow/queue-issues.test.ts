import { describe, expect, it } from 'vitest';
import { readIssues, readQueue, readSolutions } from './issue-files.ts';
import { queueIssues } from './queue-issues.ts';
import { readFlow } from './read-flow.ts';

const lines = (...all: readonly object[]) => all.map((each) => JSON.stringify(each)).join('\n');
const issuesIn = (text: string) => readIssues({ path: 'issues.jsonl', text });
const solutionsIn = (text: string) => readSolutions({ path: 'solutions/GH-1.jsonl', text });

const solved = {
  ...{ id: 'T1', title: 'Check the name', action: 'Fix', scope: 'src', description: 'Empty ones are refused.' },
  modification_points: [{ file: 'src/login.ts', target: 'check', change: 'refuse an empty one' }],
  implementation: ['Read it', 'Refuse it'],
  acceptance: { criteria: ['an empty name is refused'], verification: ['npm test'], manual_checks: ['look'] },
  test: { unit: ['the check'], commands: ['npm test'] },
  ...{ regression: ['npm run e2e'], priority: 1 },
};
const solution = {
  id: 'SOL-1',
  approach: 'At the door',
  is_bound: true,
  tasks: [solved, { ...solved, id: 'T2', depends_on: ['T1'] }],
};

type Given = Parameters<typeof queueIssues>[0];
const queued = (given: Partial<Given>, only: readonly string[] = []) => {
  const { tasks, done, told } = queueIssues({ issues: [], solutions: new Map(), items: [], ...given }, only);
  const read = readFlow({ name: 'issues', root: '/shop', alone: false, plan: null, session: null, tasks });
  return { done, told, read, nodes: read.kind === 'read' ? read.flow.nodes : [] };
};

describe('a queue of issues', () => {
  it('has a node for each that is open, and a sub-task for each task of its solution, with what it touches', () => {
    const { values } = issuesIn(
      lines({
        id: 'GH-1',
        title: 'Log in',
        status: 'planned',
        context: 'It lets anybody in.',
        bound_solution_id: 'SOL-1',
      }),
    );
    const { nodes, read } = queued({
      issues: values,
      solutions: new Map([['GH-1', [{ ...solution, id: 'SOL-0' }, solution]]]),
    });
    expect(nodes.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['GH-1', []],
      ['GH-1.1', []],
      ['GH-1.2', ['GH-1.1']],
    ]);
    expect(nodes[0]).toMatchObject({
      title: 'Log in',
      description: 'It lets anybody in.',
      notes: { rationale: 'At the door' },
    });
    expect(nodes[1]).toMatchObject({
      ...{ type: 'bugfix', priority: 'critical', acceptance: ['an empty name is refused'], verification: 'npm test' },
      files: [{ path: 'src/login.ts', target: 'check', changes: ['refuse an empty one'] }],
      tests: { unit: ['the check'], manualChecks: ['look'], regression: ['npm run e2e'] },
      notes: { source: { issue_id: 'GH-1', solution_id: 'SOL-1', original_id: 'T1' } },
    });
    expect(read).toMatchObject({ unknown: [] });
  });

  it('takes what a forge prints, and leaves out what is closed or completed, also as what others wait for', () => {
    const forge = [
      { number: 7, title: 'Late', body: 'Too early.', state: 'OPEN', url: 'https://example.org/7' },
      { number: 8, title: 'Done', body: '', state: 'CLOSED' },
    ];
    const own = lines(
      { id: 'ISS-1.2', title: 'Next', depends_on: ['7', 8] },
      { id: 'ISS-3', title: 'x', status: 'completed' },
    );
    const issues = [...issuesIn(JSON.stringify(forge)).values, ...issuesIn(`\uFEFF${own}\n\n`).values];
    const { nodes, done } = queued({ issues });
    expect(nodes.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['GH-7', []],
      ['ISS-1-2', ['GH-7']],
    ]);
    expect([done, nodes[0]?.description]).toEqual([['GH-8', 'ISS-3'], 'Too early.']);
  });

  it('goes in the order of a queue: what waits for what, groups one after another, and the files that are touched', () => {
    const items = readQueue({
      path: 'queues/QUE-1.json',
      text: JSON.stringify({
        solutions: [
          { item_id: 'S-1', issue_id: 'A', solution_id: 'SOL-A', execution_group: 'P1', files_touched: ['src/a.js'] },
          { item_id: 'S-2', issue_id: 'B', solution_id: 'SOL-B', execution_group: 'S2', depends_on: ['S-1'] },
          { item_id: 'S-3', issue_id: 'C', execution_group: 'S2', depends_on: ['SOL-B'] },
        ],
      }),
    });
    const issues = issuesIn(lines(...['A', 'B', 'C', 'D'].map((id) => ({ id, title: id })))).values;
    const { nodes } = queued({ issues, items: items.values });
    expect(nodes.map(({ id, dependsOn, group, focusPaths }) => [id, dependsOn, group, focusPaths])).toEqual([
      ['A', [], 'P1', ['src/a.js']],
      ['B', ['A'], 'S-2', []],
      ['C', ['B'], 'S-3', []],
    ]);
  });

  it.each([
    [
      'a circle',
      [
        { id: 'A', title: 'a', depends_on: ['B'] },
        { id: 'B', title: 'b', depends_on: ['A'] },
      ],
      'DEPENDENCY_CYCLE',
    ],
    ['a dependency on nobody', [{ id: 'A', title: 'a', depends_on: ['Z'] }], 'NODE_NOT_FOUND'],
    [
      'an id twice',
      [
        { id: 'A', title: 'a' },
        { id: 'A', title: 'b' },
      ],
      'FLOW_INVALID',
    ],
    ['an id that leads elsewhere', [{ id: '../x', title: 'a' }], 'FLOW_INVALID'],
  ] as const)('with %s is refused', (_what, all, code) => {
    expect(queued({ issues: issuesIn(lines(...all)).values }).read).toMatchObject({
      kind: 'wrong',
      failure: { error_code: code },
    });
  });

  it('tells what is named and not there, and leaves out what an item says is completed', () => {
    const all = [
      { id: 'A', title: 'a', bound_solution_id: 'SOL-A' },
      { id: 'B', title: 'b' },
      { id: 'C', title: 'c' },
    ];
    const items = readQueue({
      path: 'queues/QUE-1.json',
      text: JSON.stringify({
        solutions: [
          { item_id: 'S-1', issue_id: 'A' },
          { item_id: 'S-2', issue_id: 'B', solution_id: 'SOL-1', depends_on: ['S-4'] },
          { item_id: 'S-3', issue_id: 'B', solution_id: 'SOL-2' },
          { item_id: 'S-4', issue_id: 'C', status: 'completed' },
          { item_id: 'S-5', issue_id: 'Z' },
        ],
      }),
    }).values;
    const solutions = new Map([['B', [solution]]]);
    const { nodes, done, told } = queued({ issues: issuesIn(lines(...all)).values, items, solutions });
    expect(nodes.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['A', []],
      ['B', []],
      ['B.1', []],
      ['B.2', ['B.1']],
    ]);
    expect(done).toEqual(['C']);
    expect(told).toEqual([
      'S-5 is left out: there is no issue Z.',
      'A is laid without its solution SOL-A, which is not there.',
      'S-3 is left out: B is laid once, as S-2 has it.',
    ]);
  });

  it('of chosen issues has these alone', () => {
    const issues = issuesIn(lines({ number: 7, title: 'a' }, { id: 'B', title: 'b' })).values;
    expect(queued({ issues }, ['7']).nodes.map(({ id }) => id)).toEqual(['GH-7']);
    expect(queued({ issues }, ['GH-7']).nodes.map(({ id }) => id)).toEqual(['GH-7']);
  });
});

it.each([
  ['{"title": 7}\n\n{"id": "A"}', ['issues.jsonl:1:11 title must be a text', 'issues.jsonl:3:1 title is missing']],
  ['[{"id": 1, "title": "a"},\n{"title": 7}]', ['issues.jsonl:2:11 [1].title must be a text']],
  [
    '{"title": "a"}\n{"id": "", "title": "b"}',
    [1, 2].map((line) => `issues.jsonl:${line}:1 has neither an id nor a number`),
  ],
  ['{"title": "a"', ['issues.jsonl:1:14 it is no JSON: close brace expected']],
])('what is wrong in %j is told by its line', (text, expected) => {
  const told = issuesIn(text).problems.map(({ path, line, column, what }) => `${path}:${line}:${column} ${what}`);
  expect(told).toEqual(expected);
});

it('a solution without tasks, or with wrong ones, is told by its line', () => {
  expect(solutionsIn(lines(solution, { id: 'x' })).problems).toMatchObject([{ line: 2, what: 'tasks is missing' }]);
});
