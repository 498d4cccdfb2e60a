// What a flow is as the plan of a task.
import { describe, expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import type { NodeRecord } from './node.ts';
import { planOfFlow } from './plan-of-flow.ts';

const planOf = (nodes: readonly Partial<NodeRecord>[], below = '') =>
  planOfFlow({ name: 'WFS-x', folder: '/f', below, nodes: nodes.map((each) => standingNode(each)) });
const shape = (nodes: readonly Partial<NodeRecord>[]) =>
  planOf(nodes).criteria.map(({ label, dependsOn = [] }) => [label, ...dependsOn].join('<'));

describe('the plan of a flow', () => {
  it('PC-56 has each after what it needs; who needs one with sub-tasks needs these, and they what it needs', () => {
    expect(
      shape([
        { id: 'IMPL-3', dependsOn: ['IMPL-2'] },
        { id: 'IMPL-2', dependsOn: ['IMPL-1'] },
        { id: 'IMPL-2.1' },
        { id: 'IMPL-2.2' },
        { id: 'IMPL-1' },
      ]),
    ).toEqual(['IMPL-1', 'IMPL-2.1<IMPL-1', 'IMPL-2.2<IMPL-1', 'IMPL-3<IMPL-2.1<IMPL-2.2']);
  });

  it('leaves out what is settled, and nothing waits for it', () => {
    const nodes = [
      { id: 'A', status: 'completed' },
      { id: 'B', status: 'skipped', dependsOn: ['A'] },
      { id: 'C', status: 'in_progress', dependsOn: ['B', 'A'] },
    ] as const;
    expect(shape(nodes)).toEqual(['C']);
    expect(planOf(nodes).text).toContain(`- A ${standingNode({}).title}: completed`);
  });

  it('owns its files and focus paths, as the repository has them', () => {
    const files = [{ path: 'src/a.ts', action: null, target: null, changes: [], conflictRisk: null }] as const;
    const [one] = planOf([{ id: 'A', files, focusPaths: ['src/login', '.'] }], 'packages/shop').criteria;
    expect(one?.files).toEqual(['packages/shop/src/a.ts', 'packages/shop/src/login', 'packages/shop']);
  });

  it.each([
    ['npm test -- login', null, 'npm test -- login'],
    ['All tests pass.', null, null],
    ['all tests pass', null, null],
    ['Run `npm test` and look', null, 'npm test'],
    ['CI=1 ./check.sh', null, 'CI=1 ./check.sh'],
    [null, ['npm test', 'npm run lint'], 'npm test && npm run lint'],
    ['npm test', ['npm test'], 'npm test'],
    ['node --version\nnpm test', null, 'node --version && npm test'],
    ['go test ./...', null, 'go test ./...'],
    ['ruff check .', ['mypy .'], 'ruff check . && mypy .'],
    ['npm test.', null, null],
    ['npm test:', null, null],
    ['cd backend && pytest', null, 'cd backend && pytest'],
    ['cd backend && pytest', ['npm test'], '(cd backend && pytest\n) && npm test'],
    ['cd backend\nnpm test\nnpm run lint', null, 'cd backend && npm test && npm run lint'],
    [
      'go vet ./...\ncd a\nnpm test # all\ncd ../b\nnpm test',
      ['npm test'],
      'go vet ./... && (cd a && (npm test # all\n) && cd ../b && npm test\n) && npm test',
    ],
    [null, ['export CI=1', 'npm test'], 'export CI=1 && npm test'],
    ['npm test # all of it', ['npm run lint'], '(npm test # all of it\n) && npm run lint'],
    ['go vet ./...; true', ['npm test || exit 7'], '(go vet ./...; true\n) && (npm test || exit 7\n)'],
    ['node_modules/.bin/vitest run\nbin/rails test', null, 'node_modules/.bin/vitest run && bin/rails test'],
    ['src/login.ts exports it', null, null],
    ['make sure that login works', null, null],
    ['npm tests are green\ngo to /login: the form is there\nnpm run lint', null, 'npm run lint'],
    ['grep -q "this is the end" a.md', null, 'grep -q "this is the end" a.md'],
    ['npm test # that is the whole', null, 'npm test # that is the whole'],
    ['Look whether `grep -q is a.md` finds it', null, 'grep -q is a.md'],
  ])(
    'PC-58 verified by %j and tests %j it is checked by %j: words are no command',
    (verification, commands, verify) => {
      const tests = { commands: (commands ?? []).map((command, at) => ({ name: String(at), command })) } as never;
      const [one] = planOf([
        { id: 'A', verification, ...(commands && { tests: { ...standingNode({}).tests, ...(tests as object) } }) },
      ]).criteria;
      expect(one?.verify).toBe(verify);
    },
  );

  it.each([
    ['', 'npm test', 'npm test'],
    ['packages/shop', 'npm test', 'cd packages/shop && npm test'],
    ["a b/it's", 'npm test || true; ls', "cd 'a b/it'\\''s' && (npm test || true; ls\n)"],
    ['packages/shop', 'All is well.', null],
  ])('its commands run where its paths begin: in %j it is checked by %j as %j', (below, verification, verify) => {
    expect(planOf([{ id: 'A', verification }], below).criteria[0]?.verify).toBe(verify);
  });

  it.each([
    ['feature', 'behaviour'],
    [null, 'behaviour'],
    ['docs', 'docs'],
    ['test-gen', 'refactor'],
    ['chore', 'config'],
  ] as const)('of a %s is proven as %s', (type, kind) => {
    expect(planOf([{ id: 'A', type }]).criteria[0]?.kind).toBe(kind);
  });
});

it.each<readonly [string, (at: number) => readonly number[]]>([
  ['one after another', (at) => (at > 1 ? [at - 1] : [])],
  ['the other way round', (at) => (at < 1000 ? [at + 1] : [])],
  ['each after all before it', (at) => Array.from({ length: at - 1 }, (_, before) => before + 1)],
])('a thousand nodes, %s, are a plan in their order', (_, needs) => {
  const nodes = Array.from({ length: 1000 }, (_each, at) =>
    standingNode({ id: `N-${at + 1}`, dependsOn: needs(at + 1).map((need) => `N-${need}`) }),
  );
  const { criteria } = planOfFlow({ name: 'WFS-x', folder: '/x', below: '', nodes });
  const met = new Set<string>();
  for (const { label, dependsOn = [] } of criteria) {
    expect(dependsOn.filter((need) => !met.has(need))).toEqual([]);
    met.add(label);
  }
  expect(met.size).toBe(1000);
});
