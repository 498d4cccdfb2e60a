// A proof of one criterion, as the daemon would tell it.
import { createHash } from 'node:crypto';
import type { Proof } from '../../src/domain/bundle/forms.ts';
import { makeStatements, type ProofToTell, redAndGreen } from '../../src/domain/bundle/make-statements.ts';
import { appendEvidence } from '../../src/domain/evidence/chain.ts';
import type { Evidence, GateResult } from '../../src/domain/evidence/verdict.ts';

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const hex = (letter: string, length = 40): string => letter.repeat(length);
const red = 'test/label.test.js > names the shop';

const result = (more: Partial<GateResult>): GateResult => ({
  ...{ gate: 'test', verdict: 'passed', why: '2 passed', argv: ['npm', 'test'], source: 'base', exit: 0 },
  ...{ signal: null, durationMs: 5, counts: null, ids: null, findings: [], tail: '', outputHash: null },
  ...more,
});

type Subject = { readonly commit: string | null; readonly tree: string; readonly base: string };
const someSubject: Subject = { commit: hex('c'), tree: hex('d'), base: hex('b') };

export function chainOn({ tree, base }: Subject = someSubject): readonly Evidence[] {
  const of = { at: 1, base, tree, definitions: hex('1', 64), environment: hex('2', 64), criterion: 'SC-1', attempt: 1 };
  const runs = [
    result({
      ids: { passed: ['test/label.test.js > is short', red], failed: [], skipped: ['test/label.test.js > later'] },
    }),
    result({ gate: 'red-first', argv: [], source: 'built-in', ids: { passed: [], failed: [red], skipped: [] } }),
    result({ gate: 'lint', verdict: 'not_configured', argv: [], why: 'nothing was found' }),
  ];
  const chain: Evidence[] = [];
  for (const each of runs) chain.push(appendEvidence(chain.at(-1) ?? null, { ...of, result: each }, sha256Of));
  return chain;
}

/** Proven unless `more` says otherwise. */
export function toldProof(subject: Subject = someSubject, more: Partial<Proof> = {}): ProofToTell {
  const chain = chainOn(subject);
  const proof: Proof = {
    task: { id: 'shop-12', text: 'Name the shop' },
    base: { gitCommit: subject.base, branch: 'main' },
    ...{ gitTree: subject.tree, gitCommit: subject.commit, proven: true, missing: [] },
    criteria: [{ label: 'SC-1', text: 'it names the shop', state: 'met', ...redAndGreen(chain, 'SC-1') }],
    checks: [],
    definitions: {
      sha256: hex('1', 64),
      gates: [{ gate: 'test', source: 'base', argv: ['npm', 'test'], sha256: hex('3', 64) }],
      setup: [],
    },
    environment: { sha256: hex('2', 64), sandbox: 'bubblewrap' },
    agents: { appointed: { develop: ['scripted'] }, worked: ['scripted'] },
    answers: [],
    chain: { count: chain.length, head: chain.at(-1)?.hash ?? '' },
    ...more,
  };
  return { proof, chain, resource: 'git+https://example.com/shop.git', version: '0.1.0', at: Date.UTC(2026, 0, 2) };
}

export const toldPayloads = (...told: Parameters<typeof toldProof>): readonly string[] =>
  makeStatements(toldProof(...told), sha256Of);
