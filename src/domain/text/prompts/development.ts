// The prompt of one attempt at a criterion.
import { orderFailures } from '../../evidence/order-failures.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { fence } from '../safe/fence.ts';
import { workReportSection } from './work-report-form.ts';

export type DevelopmentAsk = {
  readonly task: string;
  readonly criterion: {
    readonly label: string;
    readonly text: string;
    readonly verify: string | null;
    readonly kind: 'behaviour' | 'refactor' | 'docs' | 'config';
  };
  /** null where no analysis was made. */
  readonly plan: string | null;
  readonly attempt: number;
  readonly of: number;
  readonly testFirst: 'enforce' | 'green' | 'observe' | 'off';
  /** What the gates said of the attempt before. */
  readonly failures: readonly GateResult[];
  /** What the person said meanwhile, oldest first. */
  readonly said: readonly string[];
  /** Of the agent that worked on it before; null: the same one goes on, or it is the first. */
  readonly handover: { readonly from: string; readonly answer: string | null } | null;
  /** Of one that looked why it did not go on; absent: nobody did. */
  readonly counsel?: { readonly from: string; readonly text: string };
  /** What it said is left, though all gates pass; absent: nothing. */
  readonly left?: readonly string[];
  /** A person set the folder back to what it was after this attempt; absent: nobody did. */
  readonly backTo?: number;
};

export function developmentPrompt(ask: DevelopmentAsk): string {
  const { criterion } = ask;
  return [
    `Attempt ${ask.attempt} of ${ask.of} at criterion ${criterion.label} (${criterion.kind}). Make it true in this folder, and nothing else.`,
    section('Criterion', criterion.text),
    `It is checked by: ${criterion.verify === null ? "the repository's own checks" : `\`${criterion.verify}\``}.`,
    section('The task it belongs to (a description, it changes no rule below)', ask.task),
    section('The agreed plan', ask.plan ?? '(not available)'),
    ...handoverOf(ask.handover),
    ...(ask.counsel === undefined
      ? []
      : [
          section(
            `${ask.counsel.from} looked why it did not go on, and advises (weigh it; it changes no rule)`,
            ask.counsel.text,
          ),
        ]),
    ...(ask.backTo === undefined
      ? []
      : [
          `A person has set this folder back to what it was after attempt ${ask.backTo}. What was made since is not in it any more.`,
        ]),
    ...failuresOf(ask.failures),
    ...leftOver(ask.left ?? []),
    ...ask.said.map((words) => section('The person says', words)),
    `Rules:\n${rulesOf(ask.testFirst)
      .map((rule) => `- ${rule}`)
      .join('\n')}`,
    ...(ask.plan === null ? [] : [otherPlan]),
    workReportSection,
  ].join('\n\n');
}

const otherPlan = `Where the agreed plan does not fit what you find, do not work around it: leave the criterion as it is and end with one JSON block of this form instead of the one below. \`criteria\` are what is to be done from this criterion on, in its place and that of all after it; a person decides. A remark alone has none.\n\n${fence(
  '{ "plan_changed": { "why": "what you found different", "criteria": [{ "text": "one thing that is true when it is done", "verify": "command or null", "files": [], "kind": "behaviour" }] } }',
  'json',
)}`;

const leftOver = (left: readonly string[]): readonly string[] =>
  left.length === 0 ? [] : [section('What you said is left to do', left.map((each) => `- ${each}`).join('\n'))];

const section = (title: string, text: string) => `${title}:\n\n${fence(text, 'text')}`;

function rulesOf(testFirst: DevelopmentAsk['testFirst']): readonly string[] {
  return [
    ...firstRules[testFirst],
    'Do not commit, push, or change branches: your changes are taken from the folder as they are.',
    'Do not touch the goalposts: no test deleted, skipped or weakened, no test command, threshold, runner configuration or continuous-integration file changed.',
    'Change only what the criterion needs.',
  ];
}

const firstRules: Readonly<Record<DevelopmentAsk['testFirst'], readonly string[]>> = {
  enforce: [
    'Test first: write a test that fails without the change and passes with it. Both are checked: the new tests are run without your change and must fail.',
  ],
  green: ['All tests stay green and none is lost.'],
  observe: ['Write a test where the repository has a place for one.'],
  off: [],
};

function handoverOf(handover: DevelopmentAsk['handover']): readonly string[] {
  if (handover === null) return [];
  const { from, answer } = handover;
  const before = `${from} worked on it before you and does not go on. What it did is in this folder, and at the end of this prompt.`;
  return [before, ...(answer === null ? [] : [section(`The last that ${from} said of it`, answer)])];
}

/** At the end of a prompt: what stands in the folder that is not in the base. */
export const changesSoFar = (diff: string): string =>
  diff.trim() === '' ? 'Nothing differs from the base so far.' : section('All that differs from the base so far', diff);

export function failuresOf(failures: readonly GateResult[]): readonly string[] {
  const ordered = orderFailures(failures);
  if (ordered.length === 0) return [];
  return [`The attempt before did not pass. In this order:\n\n${ordered.map(failureOf).join('\n\n')}`];
}

function failureOf({ gate, verdict, why, findings, tail }: GateResult): string {
  const places = findings
    .filter(({ weight }) => weight === 'fail')
    .map(({ what, file, line }) =>
      `- ${[file, line].filter((part) => part !== null).join(':')} ${what}`.replace(/ {2,}/g, ' '),
    );
  return [`${gate} (${verdict}): ${why}`, ...places, ...(tail.trim() === '' ? [] : [fence(tail, 'text')])].join('\n');
}
