// What came of a change: proven without a word, or which row of the proof spoke, and how often a person would be asked.
import type { Finding } from '../../src/domain/evidence/verdict.ts';
import type { Came } from './proving-ground.ts';
import type { Proof } from './row.ts';

export type Judged = {
  readonly kind: 'proven' | 'asked' | 'refused';
  /** In the order in which they spoke; a gate that is no row of the proof by its name. */
  readonly by: readonly string[];
  /** What was said. */
  readonly words: readonly string[];
};

/** The gate and its words, as a row of the proof. */
const rows: readonly (readonly [RegExp, Proof])[] = [
  [/^red-first: .*judges? nothing/s, 'P7'],
  [/^red-first: runs no line of production code/, 'P2'],
  [/^red-first/, 'P1'],
  [/^expectations: .*(?:an expectation that changed|does not hold as it was|the tests as they were)/s, 'P4'],
  [/^expectations/, 'P5'],
  [/^silenced/, 'P8'],
  [/^tamper: .*(?:\btests? |assertions removed)/s, 'P5'],
  [/^tamper/, 'P6'],
  [/^guarded/, 'P6'],
  [/^hunks/, 'P3'],
  [/^values/, 'P7'],
  [/^stable/, 'P11'],
  [/^verify/, 'P10'],
  [/^answers/, 'P12'],
];

export function judgeRow({ task, question, attempt }: Came): Judged {
  const { results, unverified } = task.state.known.work;
  if (question === null) return { kind: 'proven', by: [], words: [] };
  if (question.kind !== 'submit') {
    const failed = (attempt?.results ?? []).filter(({ verdict }) => verdict === 'failed' || verdict === 'timeout');
    const words = failed.map(({ gate, why }) => `${gate}: ${why}`);
    return told('refused', words.length > 0 ? words : [`${question.kind}: ${question.text}`]);
  }
  const all = results.flatMap(({ findings }) => findings).filter(({ needs }) => needs === 'yes');
  // Of one file with the same content it is asked once.
  const held = new Set(all.flatMap(({ gate, key }) => (gate === 'guarded' ? (key ?? []) : [])));
  const open = all.filter(({ gate, key = '' }) => gate === 'guarded' || !held.has(key));
  return told('asked', [...new Set([...open.map(line), ...unverified.map((gate) => `${gate}: not verified`)])]);
}

const line = ({ gate, file, what }: Finding): string => `${gate}: ${file === null ? '' : `${file}: `}${what}`;

function told(kind: 'asked' | 'refused', words: readonly string[]): Judged {
  const by = words.map((said) => rows.find(([pattern]) => pattern.test(said))?.[1] ?? said.split(':')[0] ?? '');
  return { kind, words, by: [...new Set(by)] };
}
