// The red tests of each criterion, as its evidence names them, with their text in the change.
import { fileOf, titleOf } from '../domain/evidence/test-id.ts';
import { boundSide, type SideBySide } from '../domain/plan/meaning.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { chainOf } from './chain-of.ts';

export const gatherTests: EffectFunction<'gather-tests'> = async (ports, { hub, tree, criteria, taken }, { thing }) => {
  const { git, gates, sha256 } = ports;
  const chain = await chainOf(ports, { task: thing.task, taken });
  const after = git.tree(hub, tree);
  const side: SideBySide[] = [];
  for (const { label, text } of criteria) {
    const proof = chain.findLast((link) => link.criterion === label && link.result.gate === 'red-first');
    const red = proof?.result.verdict === 'passed' ? (proof.result.ids?.failed ?? []) : [];
    const texts = await gates.testTexts(after, red);
    const tests = red.map((id) => ({ id, ...(texts.get(id) ?? { text: '', asserts: [] }) }));
    const key = sha256(JSON.stringify([text, tests]));
    side.push({ label, text, key, tests: tests.map(({ id, ...test }) => ({ name: nameOf(id), ...test })) });
  }
  return { kind: 'done', output: { side: boundSide(side) } };
};

const nameOf = (id: string): string => (id === fileOf(id) ? id : titleOf(id));
