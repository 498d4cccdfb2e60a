// The red tests of each criterion, as its evidence names them, with their text in the change.
import { boundList } from '../domain/evidence/bound-list.ts';
import { fileOf, titleOf } from '../domain/evidence/test-id.ts';
import type { SideBySide } from '../domain/plan/meaning.ts';
import type { EffectFunction } from '../ports/effect.ts';

/** Of all criteria together. */
const mostBytes = 24 * 1024;
/** Of one criterion. */
const mostTests = 20;
const longestName = 200;
const longestText = 2000;

export const gatherTests: EffectFunction<'gather-tests'> = async (ports, { hub, tree, criteria }, { thing }) => {
  const { store, git, gates, sha256 } = ports;
  const chain = await store.read((reads) => reads.evidence(thing.task));
  const after = git.tree(hub, tree);
  const side: SideBySide[] = [];
  for (const { label, text } of criteria) {
    const proof = chain.findLast((link) => link.criterion === label && link.result.gate === 'red-first');
    const red = proof?.result.verdict === 'passed' ? (proof.result.ids?.failed ?? []) : [];
    const texts = await gates.testTexts(after, red);
    const tests = red.map((id) => ({ id, ...(texts.get(id) ?? { text: '', asserts: [] }) }));
    const key = sha256(JSON.stringify([text, tests]));
    const shown = tests.slice(0, mostTests).map(({ id, text: own, asserts }) => ({
      name: nameOf(id).slice(0, longestName),
      text: own.slice(0, longestText),
      asserts,
    }));
    side.push({ label, text, key, tests: shown });
  }
  return { kind: 'done', output: { side: boundList(side, mostBytes) } };
};

const nameOf = (id: string): string => (id === fileOf(id) ? id : titleOf(id));
