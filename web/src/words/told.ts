// What the daemon says, in the reader's language: it is told in English, and said in Chinese where it is shown. Its Chinese is loaded by who reads it, and until then, or where it cannot be had, the English stands.
import { effect, signal } from '@preact/signals';
import type { ChoiceView } from '../../../src/contract/question.ts';
import type * as Chinese from '../../../src/contract/text/chinese.ts';
import type { Refused } from '../door/ask.ts';
import { language } from './words.ts';

const chinese = signal<typeof Chinese | null>(null);

effect(() => {
  if (language.value === 'zh' && chinese.peek() === null)
    void import('../../../src/contract/text/chinese.ts').then(
      (loaded) => {
        chinese.value = loaded;
      },
      () => undefined,
    );
});

const inChinese = () => (language.value === 'zh' ? chinese.value : null);

/** A list of a thousand lines is drawn again for every one that is added. */
const mostKept = 5_000;
const kept = new Map<string, string>();

/** A sentence of Drover's alone. */
export function told(said: string): string {
  const to = inChinese();
  if (to === null) return said;
  const known = kept.get(said) ?? to.stateInChinese(said);
  if (kept.size >= mostKept) kept.clear();
  kept.set(said, known);
  return known;
}

/** Sentences among words of agents and people, which stay as they are. */
export const toldText = (said: string): string => inChinese()?.textInChinese(said) ?? said;

export const toldLabel = ({ id, label }: Pick<ChoiceView, 'id' | 'label'>): string =>
  inChinese()?.labelIn('zh', { id, label }) || label || id;

/** What the page says itself is in the reader's language already. */
export function toldRefusal(refused: Refused): { readonly error: string; readonly hint: string } {
  const to = refused.unreachable ? null : inChinese();
  if (to === null) return refused;
  const { error, error_code: code, hint } = refused;
  return { error: to.errorInChinese(code, error), hint: to.hintInChinese(code, hint) };
}

/** People by their names; what is no person says so: `policy`, `trigger:alert`. */
export const who = (by: string): string => by.replace(/^person:/, '');
