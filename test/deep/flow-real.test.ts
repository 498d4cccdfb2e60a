// The session folder of twelve tasks carried out by the real claude and the real codex in turn, with a model on loopback behind them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowStatus } from '../../src/contract/flow.ts';
import { expectPrices, layPrices, modules, priceProject, readme, sourceOf, testOf } from '../e2e/price-flow.ts';
import type { Heard, Play } from '../fakes/model-server/play.ts';
import { openRealWorld, type RealName, type RealWorld } from './real-world.ts';

/** Who each node's file names: IMPL-4 forks its own agent's conversation, IMPL-5 and IMPL-7 go on with another's. */
const agents: Readonly<Record<string, RealName>> = {
  ...{ 'IMPL-1.1': 'claude', 'IMPL-1.2': 'codex', 'IMPL-2.1': 'codex', 'IMPL-2.2': 'claude', 'IMPL-3': 'claude' },
  ...{ 'IMPL-4': 'claude', 'IMPL-5': 'codex', 'IMPL-6': 'claude', 'IMPL-7': 'codex', 'IMPL-8': 'claude' },
};

const answerOf = (id: string): string => `Wrote what ${id} is about.`;
const put = (path: string, text: string): string => `mkdir -p src test && cat > ${path} <<'END'\n${text}END`;

/** Nodes that are worked on at once have one model: each says itself what it goes on with. */
const nodePlays = (id: string, shells: readonly string[]): readonly Play[] => [
  { when: { user: new RegExp(`node ${id} \\(`) }, shell: [...shells, `echo wrote-${id}-whole`].join('\n') },
  { when: { tool: new RegExp(`wrote-${id}-whole`) }, say: answerOf(id) },
];

const plays = [
  ...Object.entries(modules).flatMap(([id, module]) =>
    nodePlays(id, [put(`test/${module.name}.test.js`, testOf(module)), put(`src/${module.name}.js`, sourceOf(module))]),
  ),
  ...nodePlays('IMPL-8', [put('README.md', readme)]),
];

describe('a session folder of twelve tasks, by two real programs', () => {
  let world: RealWorld;
  let folder: string;
  let flow: FlowStatus;
  const beginning = (id: string): Heard => {
    const found = world.model.requests.find(({ last }) => last.kind === 'user' && last.text.includes(`node ${id} (`));
    if (found === undefined) throw new Error(`${id} was never asked for`);
    return found;
  };

  beforeAll(async () => {
    world = await openRealWorld({ hunks: false, project: priceProject });
    world.configure(
      `limits: { concurrency: 2 }\nworkspaces:\n  shop: { path: ${world.checkout}, agents: { develop: [claude, codex] } }`,
    );
    world.model.play(plays);
    folder = layPrices(world.checkout, agents);
    const begun = await world.drover(['flow', 'run', folder, '-d']);
    expect(begun.code, begun.err).toBe(0);
    flow = await world.until(
      () => world.must<FlowStatus>(['flow', 'status', folder]),
      ({ outcome, questions }) => outcome !== null || questions.length > 0,
      600_000,
    );
  });
  afterAll(() => world?.close());

  it('goes its whole way, each node by the program that its file names', async () => {
    await expectPrices(world, folder, flow);
    const { criteria } = await world.show(flow.id);
    const by = criteria.map(({ id, attempts }) => [id.split('/').at(-1) ?? id, attempts[0]?.agent]);
    expect(Object.fromEntries(by)).toEqual(agents);
  });

  it("a fork goes on in the parent's own conversation, by the program's own means", () => {
    const { users, answers, last } = beginning('IMPL-4');
    expect(users.some((text) => text.includes('node IMPL-3 ('))).toBe(true);
    expect(answers).toContain(answerOf('IMPL-3'));
    expect(last.text).not.toContain(answerOf('IMPL-3'));
  });

  it.each([
    ['PC-70', 'IMPL-5', ['IMPL-3']],
    ['PC-68', 'IMPL-6', ['IMPL-4', 'IMPL-5']],
    ['PC-70', 'IMPL-7', ['IMPL-6']],
  ] as const)('%s %s is told what %j answered, as text, each once and in order', (_case, id, parents) => {
    const { users, answers, last } = beginning(id);
    expect(users.filter((text) => /node IMPL-/.test(text))).toHaveLength(1);
    expect(answers).toEqual([]);
    const found = parents.map((parent) => last.text.split(answerOf(parent)).length - 1);
    expect(found).toEqual(parents.map(() => 1));
    const places = parents.map((parent) => last.text.indexOf(answerOf(parent)));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});
