// A session folder of twelve task files, carried out from its first node to its last: both shapes, sub-tasks, two groups, a fork, a merge. The guide shows it before and after.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FlowStatus } from '../../src/contract/flow.ts';
import type { TaskEvidence } from '../../src/contract/task.ts';
import { filesUnder } from './files-under.ts';
import { otherwise, type Step, sumProject, type Turn } from './sum-project.ts';
import type { World } from './world.ts';

export const priceFlow = 'WFS-prices';
export const priceProject = { ...sumProject, '.gitignore': '.workflow\n' };
export const priceConfig = 'policy: hands-off\nlimits: { concurrency: 2 }\n';

type Module = { readonly name: string; readonly value: string; readonly imports?: readonly string[] };

/** What is written for each node that is worked on. */
export const modules: Readonly<Record<string, Module>> = {
  'IMPL-1.1': { name: 'cents', value: '100' },
  'IMPL-1.2': { name: 'round', value: '2' },
  'IMPL-2.1': { name: 'tax', value: '19' },
  'IMPL-2.2': { name: 'discount', value: '5' },
  'IMPL-3': { name: 'basket', value: '119', imports: ['cents', 'tax'] },
  'IMPL-4': { name: 'total', value: '114', imports: ['basket', 'discount'] },
  'IMPL-5': { name: 'receipt', value: '"119"', imports: ['basket'] },
  'IMPL-6': { name: 'checkout', value: '"114 of 119"', imports: ['total', 'receipt'] },
  'IMPL-7': { name: 'refund', value: '-114', imports: ['checkout'] },
};

export const sourceOf = ({ name, value, imports = [] }: Module): string =>
  [...imports.map((each) => `import './${each}.js';`), `export const ${name} = ${value};`, ''].join('\n');
export const testOf = ({ name, value }: Module): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport * as all from '../src/${name}.js';\n\ntest('${name}', () => assert.equal(all.${name}, ${value}));\n`;
export const readme = 'Prices are in cents.\n';

const write = (path: string, text: string): Step => ({ write: { path, text } });
const turnOf = (id: string, steps: readonly Step[]): Turn => ({
  when: { mode: 'write', prompt: `node ${id} \\(` },
  do: [...steps, { say: `Wrote what ${id} is about.` }],
});

export const priceScript = {
  turns: [
    ...Object.entries(modules).map(([id, module]) =>
      turnOf(id, [
        write(`test/${module.name}.test.js`, testOf(module)),
        write(`src/${module.name}.js`, sourceOf(module)),
      ]),
    ),
    turnOf('IMPL-8', [write('README.md', readme)]),
    ...otherwise('behaviour'),
  ],
};

const pathOf = (id: string): string => `src/${modules[id]?.name ?? id}.js`;
const titles: Readonly<Record<string, string>> = {
  ...{ 'IMPL-1': 'Amounts', 'IMPL-1.1': 'An amount is in cents', 'IMPL-1.2': 'Amounts are rounded once' },
  ...{ 'IMPL-2': 'Rules', 'IMPL-2.1': 'The tax', 'IMPL-2.2': 'The discount', 'IMPL-3': 'The basket' },
  ...{ 'IMPL-4': 'The total', 'IMPL-5': 'The receipt', 'IMPL-6': 'The checkout', 'IMPL-7': 'Refunds' },
  'IMPL-8': 'The README',
};

type More = { readonly needs?: readonly string[]; readonly group?: string; readonly focus?: readonly string[] };

const nested = (id: string, { needs = [], group, focus = [] }: More = {}) => ({
  ...{ id, title: titles[id], status: 'pending' },
  ...(group !== undefined && { meta: { type: 'feature', execution_group: group } }),
  context: {
    ...{ requirements: [`${titles[id]}: a module that exports it`], acceptance: ['it is tested'] },
    ...{ depends_on: needs, focus_paths: focus },
  },
  flow_control: { target_files: id in modules ? [pathOf(id)] : [] },
});

const flat = (id: string, { needs = [], group, focus = [] }: More = {}) => ({
  ...{ id, title: titles[id], description: `${titles[id]}: a module that exports it`, depends_on: needs },
  ...(group !== undefined && { parallel_group: group }),
  ...(focus.length > 0 && { focus_paths: focus }),
  convergence: { criteria: ['it is tested'], verification: 'node --test --test-isolation=none' },
  files: id in modules ? [{ path: pathOf(id), action: 'create' }] : [],
});

const groups = [
  ['IMPL-1.1', 'IMPL-1.2'],
  ['IMPL-2.1', 'IMPL-2.2'],
];

/** Who touches what another touches is not worked on beside it, and can go on in a fork of its conversation. */
const afterBasket = { needs: ['IMPL-3'], focus: ['src/basket.js'] };
const looksBefore = [
  {
    ...{ step: 1, action: 'see what is there', output_to: 'basket', on_error: 'fail' },
    commands: ['Read(src/basket.js)', 'bash(ls src | head -3)'],
  },
];

const tasks = [
  nested('IMPL-1'),
  nested('IMPL-1.1', { group: 'amounts' }),
  nested('IMPL-1.2', { group: 'amounts' }),
  flat('IMPL-2', { needs: ['IMPL-1'] }),
  flat('IMPL-2.1', { group: 'rules' }),
  flat('IMPL-2.2', { group: 'rules' }),
  flat('IMPL-3', { needs: ['IMPL-2'] }),
  nested('IMPL-4', afterBasket),
  { ...flat('IMPL-5', afterBasket), pre_analysis: looksBefore },
  flat('IMPL-6', { needs: ['IMPL-4', 'IMPL-5'] }),
  nested('IMPL-7', { needs: ['IMPL-6'] }),
  {
    ...{ id: 'IMPL-8', title: titles['IMPL-8'], type: 'docs', depends_on: ['IMPL-7'] },
    ...{ files: [{ path: 'README.md', action: 'create' }], cli_execution: { strategy: 'new' } },
  },
];

/** `agents`: who a node's file names, by its id. Returns the folder. */
export function layPrices(checkout: string, agents: Readonly<Record<string, string>> = {}): string {
  const folder = join(checkout, '.workflow', 'active', priceFlow);
  mkdirSync(join(folder, '.task'), { recursive: true });
  const put = (path: string, value: object) => writeFileSync(join(folder, path), JSON.stringify(value, null, 2));
  put('workflow-session.json', { session_id: priceFlow, description: 'Prices of the shop', status: 'active' });
  for (const task of tasks) {
    const tool = agents[task.id];
    const meta = { ...('meta' in task && task.meta), ...(tool && { execution_config: { cli_tool: tool } }) };
    put(`.task/${task.id}.json`, { ...task, ...(Object.keys(meta).length > 0 && { meta }) });
  }
  return folder;
}

export const idsOfPrices = tasks.map(({ id }) => id);

/** Each by itself: what was said of the members of a group at once is of none of them. */
const proven = Object.keys(modules).toSorted();

/** Everything of the folder, the branch and the record, as it must be at the end, whoever was killed meanwhile. */
export async function expectPrices(world: World, folder: string, flow: FlowStatus): Promise<void> {
  const { facts, told } = await factsOf(world, flow.id);
  expect([flow.outcome, flow.questions], told).toEqual(['proven', []]);
  expect(flow.nodes.map(({ id, status }) => [id, status])).toEqual(idsOfPrices.map((id) => [id, 'completed']));
  for (const { id, history } of flow.nodes)
    expect([id, history.map(({ from, to }) => `${from} ${to}`)]).toEqual([
      id,
      ['pending in_progress', 'in_progress completed'],
    ]);
  const named = (what: string, key: string) => facts.filter((fact) => fact.what === what).map(({ data }) => data[key]);
  expect(named('group_started', 'criteria')).toEqual(groups);
  expect(named('task_ended', 'outcome')).toHaveLength(1);
  expectFolder(folder);
  const { copy } = await world.show(flow.id);
  for (const module of Object.values(modules))
    expect(readFileSync(join(copy ?? '', `src/${module.name}.js`), 'utf8')).toBe(sourceOf(module));
  expect(readFileSync(join(copy ?? '', 'README.md'), 'utf8')).toBe(readme);
  const { evidence, verified } = await world.must<TaskEvidence>(['task', 'evidence', flow.id, '--verify']);
  expect(verified?.ok, verified?.why).toBe(true);
  const proofs = evidence.filter(
    ({ gate, verdict, criterion }) => gate === 'red-first' && verdict === 'passed' && criterion !== null,
  );
  expect(proofs.map(({ criterion }) => criterion).toSorted()).toEqual(proven);
}

type Fact = { readonly what: string; readonly data: Readonly<Record<string, unknown>> };

async function factsOf(
  world: World,
  task: string,
): Promise<{ readonly facts: readonly Fact[]; readonly told: string }> {
  const { out } = await world.drover(['task', 'watch', task, '--jsonl']);
  const lines = out.split('\n').filter((line) => line.includes('"kind":"fact"'));
  return { facts: lines.map((line) => JSON.parse(line) as Fact), told: out };
}

/** Its task files, with a status each, what was written of each node, and nothing besides. */
function expectFolder(folder: string): void {
  const summaries = Object.keys(titles).filter((id) => id in modules || id === 'IMPL-8');
  const files = [
    ...summaries.map((id) => `.summaries/${id}-summary.md`),
    ...idsOfPrices.map((id) => `.task/${id}.json`),
    ...['TODO_LIST.md', 'workflow-session.json'],
  ];
  expect(folderOf(folder)).toEqual(files.toSorted());
  const statusOf = (path: string) =>
    (JSON.parse(readFileSync(join(folder, path), 'utf8')) as { status: string }).status;
  for (const path of files.filter((each) => each.endsWith('.json')))
    expect([path, statusOf(path)]).toEqual([path, 'completed']);
}

const folderOf = (folder: string): readonly string[] => filesUnder(folder).map((path) => path.slice(folder.length + 1));

/** How many turns scripted agents were asked for. */
export const turnsIn = (world: World): number =>
  readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"base64"')).length;
