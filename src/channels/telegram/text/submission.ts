// What is to be submitted, in at most 15 lines for a phone. The whole of it comes by a tap.
import { numbered } from '../../../domain/question/by-numbers.ts';
import type { Question } from '../../../domain/question/question.ts';
import { chatLine } from './chat-text.ts';
import { shorten } from './split.ts';
import type { Texts } from './texts.ts';

const mostLines = 15;
const mostInLine = 240;

type Shown = {
  readonly title: string;
  readonly branch: string;
  readonly results: readonly { readonly gate: string; readonly verdict: string; readonly why: string }[];
  readonly protected: readonly { readonly file: string | null; readonly what: string }[];
  readonly dependencies: readonly string[];
  readonly brief: {
    readonly lead: string | null;
    readonly unverified: readonly string[];
    readonly red: readonly string[];
    readonly files: number;
    readonly added: number;
    readonly removed: number;
    readonly first: readonly { readonly path: string; readonly added: number; readonly removed: number }[];
    readonly criteria: readonly { readonly label: string; readonly text: string; readonly done: boolean }[];
    readonly used: string | null;
    /** What goes on while it is asked; absent: an earlier version asked. */
    readonly still?: string | null;
  };
};

/** Null: an earlier version asked, and it is shown whole. */
export function saySubmission({ text, shown }: Question, texts: Texts): string | null {
  const { brief, ...of } = (shown ?? {}) as Partial<Shown>;
  if (brief === undefined || of.results === undefined) return null;
  const { title = '', branch = '', results, protected: own = [], dependencies = [] } = of;
  // The last lines are the first to go.
  const rest = [
    ...warnings(text).map(texts.question),
    ...(brief.unverified.length === 0 ? [] : [`⚠ ${texts.notVerified(brief.unverified.map(texts.state).join('; '))}`]),
    ...brief.red.map((line) => `⚠ ${texts.question(line)}`),
    ...(own.length === 0
      ? []
      : [`⚠ ${texts.needsYes(sayAll(own.map(({ file, what }) => file ?? texts.state(what))))}`]),
    ...gateLines(results, texts),
    ...(brief.still == null ? [] : [`⏳ ${texts.state(brief.still)}`]),
    files(brief),
    ...(dependencies.length === 0 ? [] : [texts.newDependencies(dependencies.join(', '))]),
    ...(brief.used === null ? [] : [texts.used(texts.state(brief.used))]),
  ];
  const lines = [
    brief.lead === null ? texts.submit(title, branch) : texts.question(brief.lead),
    ...criteria(brief, mostLines - 2 - 1 - rest.length, texts),
    ...rest,
  ];
  return lines
    .slice(0, mostLines - 2)
    .map((line) => shorten(chatLine(line), mostInLine))
    .join('\n');
}

/** Numbered as in the whole question, where a person may name some of them. */
const sayAll = (own: readonly string[]): string => (own.length > 1 ? numbered(own) : own).join(', ');

function criteria({ criteria: all }: Shown['brief'], room: number, texts: Texts): readonly string[] {
  const done = all.filter((each) => each.done).length;
  const lines = all.map((each) => `${each.done ? '✓' : '✗'} ${each.label} ${shorten(chatLine(each.text), 100)}`);
  return lines.length <= Math.max(0, room) ? lines : all.length === 0 ? [] : [texts.criteria(done, all.length)];
}

const signs: readonly (readonly [string, (verdict: string) => boolean])[] = [
  ['✗', (verdict) => verdict === 'failed' || verdict === 'timeout'],
  ['✓', (verdict) => verdict === 'passed'],
  ['–', (verdict) => !['failed', 'timeout', 'passed'].includes(verdict)],
];

/** What failed says why, the rest its names. */
const gateLines = (results: Shown['results'], texts: Texts): readonly string[] =>
  signs.flatMap(([sign, fits]) => {
    const found = results.filter(({ verdict }) => fits(verdict));
    const said = found.map(({ gate, why }) =>
      sign === '✗' ? `${gate} (${shorten(chatLine(texts.state(why)), 60)})` : gate,
    );
    return found.length === 0 ? [] : [`${sign} ${said.join(', ')}`];
  });

function files({ files: count, added, removed, first }: Shown['brief']): string {
  const named = first.slice(0, 3).map((each) => `${each.path} +${each.added} −${each.removed}`);
  const more = count > named.length ? ', …' : '';
  return `📝 ${named.join(', ')}${more} (${count}: +${added} −${removed})`;
}

/** Said wherever somebody lets something be published. */
const warnings = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) =>
      /^(?:There is no sandbox here:|Text of strangers takes part:|Lines of logs take part)/.test(line),
    );
