// What becomes of task files that an agent writes while it works on a node.
import { describe, expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import { judgeAdded, mostAdded, mostUnasked } from './added.ts';
import type { LoopControl, NodePart, NodeRecord } from './node.ts';

const file = (path: string) => ({ path, action: null, target: null, changes: [], conflictRisk: null });
const author = standingNode({ id: 'A', files: [file('src/a')] });
const flow = { name: 'WFS-x', nodes: [author, standingNode({ id: 'B', dependsOn: ['A'] }), standingNode({ id: 'C' })] };
const added = (node: Partial<NodeRecord>) => ({ path: `.task/${node.id}.json`, node: standingNode(node) });
const judged = (all: readonly Partial<NodeRecord>[], grown: readonly string[] = []) =>
  judgeAdded(flow, author, all.map(added), new Set(grown));

const step = (command: string) => ({
  step: '1',
  action: '',
  commands: [command],
  outputTo: null,
  onError: 'fail' as const,
});
const tests = (command: string) => ({ ...author.tests, commands: [{ name: '1', command }] });
const part = (command: string): NodePart => ({
  ...{ step: '1', title: 'One', description: '', modificationPoints: [], logicFlow: [], dependsOn: [], output: null },
  ...{ tddPhase: null, actions: [], maxIterations: null, command },
});
const loop: LoopControl = {
  ...{ enabled: true, maxIterations: 2, successCondition: null, onFailure: 'pause' as const, maxRetries: 0 },
  steps: [{ id: 'x', tool: 'bash', mode: null, command: 'rm -rf x', prompt: null, onError: null }],
};

describe('a task file that an agent wrote', () => {
  it('is a node where it is a part of its own and touches what that owns; what it does not say is as there', () => {
    const { nodes, beyond, refused } = judged([
      { id: 'A.10', files: [file('src/a/b.ts')], dependsOn: ['A', 'A.2'] },
      { id: 'A.2', preAnalysis: [step('Read(src/a/b.ts)')] },
    ]);
    expect([beyond, refused]).toEqual([[], []]);
    expect(nodes.map(({ node: { id, dependsOn, focusPaths } }) => [id, dependsOn, focusPaths])).toEqual([
      ['A.2', [], ['src/a']],
      ['A.10', ['A.2'], []],
    ]);
  });

  it('has the stack and the conventions of whose part it is, where it says none of its own', () => {
    const [mine, own] = [
      { techStack: ['Go'], conventions: ['small'] },
      { techStack: ['Rust'], conventions: ['fast'] },
    ];
    const there = { ...author, ...mine };
    const { nodes } = judgeAdded(
      { ...flow, nodes: [there] },
      there,
      [added({ id: 'A.1' }), added({ id: 'A.2', ...own })],
      new Set(),
    );
    expect(nodes.map(({ node: { techStack, conventions } }) => ({ techStack, conventions }))).toEqual([mine, own]);
  });

  it('touches no more than what its author owns by a pattern', () => {
    const there = { ...author, files: [], focusPaths: ['src/*.css'] };
    const of = (path: string) =>
      judgeAdded({ ...flow, nodes: [there] }, there, [added({ id: 'A.1', focusPaths: [path] })], new Set()).beyond;
    expect(of('src/late.css')).toEqual([]);
    for (const path of ['src/late.ts', 'src', 'src/**'])
      expect(of(path)).toEqual([{ id: 'A.1', why: `${path} is not among what A owns` }]);
  });

  it.each<readonly [string, Partial<NodeRecord>, string]>([
    ['no part of it', { id: 'D' }, 'it is no part of A'],
    ['with a path of others', { id: 'A.1', files: [file('src/b.ts')] }, 'src/b.ts is not among what A owns'],
    ['with all paths', { id: 'A.1', focusPaths: ['.'] }, '. is not among what A owns'],
    ['with a program before it', { id: 'A.1', preAnalysis: [step('bash(curl x)')] }, 'it would have run: bash(curl x)'],
    ['with a tool', { id: 'A.1', preAnalysis: [step('mcp__s__t(a=1)')] }, 'it would have run: mcp__s__t(a=1)'],
    ['with another agent', { id: 'A.1', preAnalysis: [step('ccw cli -p "x"')] }, 'it would have run: ccw cli -p "x"'],
    [
      'with a command that proves it',
      { id: 'A.1', tests: tests('npm run deploy') },
      'it would have run: npm run deploy',
    ],
    ['with a command in its parts', { id: 'A.1', parts: [part('make x')] }, 'it would have run: make x'],
    ['with a loop', { id: 'A.1', loop }, 'it would have run: bash rm -rf x'],
    [
      'with more attempts',
      { id: 'A.1', execution: { ...author.execution, maxIterations: 9 } },
      'it may be attempted 9 times',
    ],
    [
      'by an agent that no file names',
      { id: 'A.1', execution: { ...author.execution, tool: 'far' } },
      'it is to be done by far',
    ],
    ['that needs no test', { id: 'A.1', type: 'docs' }, 'it is docs, and A is behaviour'],
  ])('and is one %s is asked first', (_what, node, why) => {
    const { nodes, beyond, refused } = judged([node]);
    expect([nodes.length, refused]).toEqual([1, []]);
    expect(beyond).toEqual([{ id: node.id, why }]);
  });

  it('with a command that the flow has already is asked of nobody', () => {
    const agreed = { ...flow, nodes: [...flow.nodes, standingNode({ id: 'E', tests: tests('npm t') })] };
    expect(judgeAdded(agreed, author, [added({ id: 'A.1', tests: tests('npm t') })], new Set()).beyond).toEqual([]);
  });

  it('of a node that was added itself is asked, and so are many', () => {
    expect(judged([{ id: 'A.1' }], ['A']).beyond).toEqual([{ id: 'A.1', why: 'A was added itself' }]);
    const many = (count: number) => judged(Array.from({ length: count }, (_, at) => ({ id: `A.${at + 1}` })));
    expect(many(mostUnasked).beyond).toEqual([]);
    expect(many(mostUnasked + 1).beyond.map(({ why }) => why)).toEqual(
      Array.from({ length: 6 }, () => 'it is one of 6 that A adds at once'),
    );
    expect(many(mostAdded + 2).refused.map(({ path }) => path)).toEqual(['.task/A.21.json', '.task/A.22.json']);
  });

  it.each<readonly [string, Partial<NodeRecord>]>([
    ['by an agent', { execution: { ...author.execution, tool: 'codex' } }],
    ['by an agent in its pre-analysis', { preAnalysis: [step('ccw cli -p "Find it" --tool=codex')] }],
    ['by an agent in its loop', { loop: { ...loop, steps: [{ ...loop.steps[0], tool: 'codex' } as never] } }],
  ])('PC-71 %s that is switched off is none, and nobody is asked', (_what, named) => {
    const { nodes, refused } = judgeAdded(
      { ...flow, off: ['codex'] },
      author,
      [added({ id: 'A.1', ...named })],
      new Set(),
    );
    expect([nodes, refused.map(({ why }) => why)]).toEqual([
      [],
      ['it names codex, which cli-tools.json has switched off'],
    ]);
  });

  it.each<readonly [string, readonly Partial<NodeRecord>[], readonly string[]]>([
    ['whose id is that of another', [{ id: 'B' }], ['B is a node already']],
    ['whose id is that of another but for case', [{ id: 'b' }], ['b is B but for case']],
    ['that is called as what every object has', [{ id: 'toString' }], ['toString is no id that a node can have here']],
    ['that is called as runs are', [{ id: 'run-7' }], ['run-7 is no id that a node can have here']],
    ['that is part of another node', [{ id: 'C.1' }], ['C, of which it would be a part, is not A']],
    ['that is part of none', [{ id: 'Z.1' }], ['Z, of which it would be a part, is not A']],
    ['that needs nobody', [{ id: 'A.1', dependsOn: ['Q'] }], ['there is no Q, which it names']],
    [
      'that needs one that is none',
      [
        { id: 'A.1', dependsOn: ['A.2'] },
        { id: 'A.2', dependsOn: ['Q'] },
      ],
      ['there is no Q, which it names', 'there is no A.2, which it names'],
    ],
    [
      'that waits for who waits for it',
      [{ id: 'A.1', dependsOn: ['B'] }],
      ['they wait for one another in a circle: A, A.1, B'],
    ],
    [
      'in a circle of its own',
      [
        { id: 'A.1', dependsOn: ['A.2'] },
        { id: 'A.2', dependsOn: ['A.1'] },
      ],
      ['they wait for one another in a circle: A.1, A.2', 'they wait for one another in a circle: A.1, A.2'],
    ],
    [
      'that goes on with nobody',
      [{ id: 'A.1', execution: { ...author.execution, strategy: 'resume', resumeFrom: 'X' } }],
      ['there is no X, which it names'],
    ],
  ])('%s is none, and the reason is told', (_what, all, why) => {
    const { nodes, refused } = judged(all);
    expect([nodes, refused.map((each) => each.why)]).toEqual([[], why]);
  });

  it('of two whose ids differ in case alone is one, for their files would be one where case does not count', () => {
    const { nodes, refused } = judged([{ id: 'A.1' }, { id: 'Page' }, { id: 'PAGE' }]);
    expect(nodes.map(({ node }) => node.id)).toEqual(['A.1', 'Page']);
    expect(refused).toEqual([{ path: '.task/PAGE.json', why: 'PAGE is Page but for case' }]);
  });
});
