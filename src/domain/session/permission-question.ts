// A person is asked what policy does not know: those of one tool that wait at the same time are one question.
import { exactPattern } from '../permission/pattern.ts';
import type { Question, QuestionDraft } from '../question/question.ts';
import type { Ask } from './ask.ts';

/** How an answer is handed to the agent. */
export type AgentAnswer = {
  readonly asked: string;
  /** The agent's own id of the choice; '' where it wants words alone. */
  readonly choice: string;
  readonly note: string | null;
  readonly by: string;
  /** Allowed from now on: for this session or task, or for good in this repository. */
  readonly remember: { readonly pattern: string; readonly scope: 'session' | 'always' } | null;
  readonly about: { readonly tool: string; readonly subject: string; readonly choice: string };
};

type Shown = { readonly asks?: readonly { readonly asked?: unknown; readonly nth?: unknown }[] };

/** Ours where the agent can allow once and refuse; else it is the agent's own list. */
const isPlain = ({ asked }: Ask): boolean =>
  asked.about === 'permission' &&
  asked.choices.some(({ means }) => means === 'allow_once') &&
  asked.choices.some(({ means }) => means === 'deny');

/** What policy has an answer for by itself. Null: a person's. */
export function answerOfPolicy(ask: Ask, remembered: readonly string[]): AgentAnswer | null {
  if (!isPlain(ask)) return null;
  const { wanted } = ask.asked;
  const known = wanted !== null && ask.verdict.kind === 'ask' && remembered.includes(exactPattern(wanted));
  const kind = known ? 'allow' : ask.verdict.kind;
  if (kind === 'ask') return null;
  const why = known ? 'it was allowed before' : ask.verdict.why;
  return handover(ask, kind === 'allow' ? 'once' : 'deny', kind === 'deny' ? `Policy: ${why}.` : null, 'policy');
}

export const isAskedIn = (question: Question, ask: Ask): boolean =>
  question.kind === 'permission' && ((question.shown as Shown).asks ?? []).some(({ nth }) => nth === ask.nth);

/** The next question for those that none speaks of yet; null where all are asked. */
export function draftQuestion(
  asks: readonly Ask[],
  questions: readonly Question[],
  who: string,
  scope: 'session' | 'task',
): QuestionDraft | null {
  const open = asks.filter((ask) => !questions.some((question) => isAskedIn(question, ask)));
  const [head] = open;
  if (head === undefined) return null;
  const same = isPlain(head)
    ? open.filter((ask) => isPlain(ask) && ask.asked.wanted?.tool === head.asked.wanted?.tool)
    : [head];
  return {
    key: `permission-${head.nth}`,
    kind: 'permission',
    text: textOf(same, who),
    choices: isPlain(head) ? choices(same, scope) : ownChoices(head),
    binding: same.map(({ hash }) => hash).join('+'),
    shown: {
      asks: same.map(({ asked, nth }) => ({ nth, asked: asked.id, wanted: asked.wanted, text: asked.text })),
      also: open.filter((ask) => !same.includes(ask)).map(({ asked }) => asked.text),
    },
  };
}

function textOf(asks: readonly Ask[], who: string): string {
  const [head] = asks;
  if (asks.length === 1 && head !== undefined) return `${who} asks: ${head.asked.text}`;
  return `${who} asks ${asks.length} times:\n${asks.map(({ asked }) => `- ${asked.text}`).join('\n')}`;
}

function choices(asks: readonly Ask[], scope: 'session' | 'task'): QuestionDraft['choices'] {
  const all = asks.length === 1 ? '' : asks.length === 2 ? ', both' : `, all ${asks.length}`;
  const known = asks.every(({ asked }) => asked.wanted !== null);
  return [
    { id: 'once', label: `allow once${all}`, words: 'none' },
    ...(known
      ? ([
          { id: 'session', label: `allow for this ${scope}${all}`, words: 'none' },
          { id: 'always', label: `always allow here${all}`, words: 'none' },
        ] as const)
      : []),
    { id: 'deny', label: `deny${all}`, words: 'optional' },
  ];
}

const ownChoices = ({ asked }: Ask): QuestionDraft['choices'] =>
  asked.choices.length === 0
    ? [
        { id: 'say', label: 'answer in words', words: 'required' },
        { id: 'leave', label: 'leave it', words: 'none' },
      ]
    : asked.choices.map(({ id, label, means }) => ({ id, label, words: means === 'deny' ? 'optional' : 'none' }));

/** The first ask whose question a person has answered. */
export function answerOfPerson(asks: readonly Ask[], questions: readonly Question[]): AgentAnswer | null {
  for (const ask of asks)
    for (const { state, ...question } of questions)
      if (state.kind === 'answered' && isAskedIn({ state, ...question }, ask))
        return handover(ask, state.answer.choice, state.answer.words, state.answer.by);
  return null;
}

function handover(ask: Ask, choice: string, note: string | null, by: string): AgentAnswer {
  const { asked } = ask;
  const { wanted } = asked;
  const plain = isPlain(ask);
  const means = choice === 'deny' ? 'deny' : 'allow_once';
  const scope = choice === 'session' || choice === 'always' ? choice : null;
  return {
    asked: asked.id,
    choice: plain ? (asked.choices.find((each) => each.means === means)?.id ?? '') : choice === 'say' ? '' : choice,
    note,
    by,
    remember: plain && scope !== null && wanted !== null ? { pattern: exactPattern(wanted), scope } : null,
    about: { tool: wanted?.tool ?? asked.about, subject: wanted?.subject ?? '', choice },
  };
}
