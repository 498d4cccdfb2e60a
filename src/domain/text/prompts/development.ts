// The prompt of one attempt at a criterion.
import { orderFailures } from '../../evidence/order-failures.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { fence } from '../safe/fence.ts';
import { workReportSection } from './work-report-form.ts';

export type DevelopmentAsk = {
  readonly task: string;
  /** The node of a flow that the criterion is made of, section by section; absent: it is of a plan. */
  readonly handOff?: string;
  readonly criterion: {
    readonly label: string;
    readonly text: string;
    readonly verify: string | null;
    /** What that is to show; absent: nothing was said. */
    readonly expected?: string;
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
  /** Files that were edited upon another with no run of tests between; absent: none. */
  readonly untested?: readonly string[];
  /** Sentences of tests that were red near its edits, of which it could not be told at once; absent: none. */
  readonly red?: readonly string[];
  /** What it may change, where others are worked on at the same time; absent: what it needs. */
  readonly owned?: readonly string[];
  /** What it changed besides, and was taken out of the folder; absent: nothing. */
  readonly setAside?: readonly string[];
  readonly leftovers?: readonly string[];
  /** Files in which what was done for it meets what others did; absent: none. */
  readonly clash?: readonly string[];
  /** Files and folders that the plan leaves out; absent: none. */
  readonly outside?: readonly string[];
  /** Its tests and its change come in turns of their own; `red`: how the tests failed, null: they did not yet, or it is not known. */
  readonly beat?: { readonly kind: 'test' | 'code' | 'refactor'; readonly red: string | null };
  /** A person set the folder back to what it was after this attempt; absent: nobody did. */
  readonly backTo?: number;
};

export function developmentPrompt(ask: DevelopmentAsk): string {
  const { criterion } = ask;
  return [
    `Attempt ${ask.attempt} of ${ask.of} at ${ask.handOff === undefined ? 'criterion' : 'node'} ${criterion.label} (${criterion.kind}). Make it true in this folder, and nothing else.`,
    ask.handOff ?? section('Criterion', criterion.text),
    `It is checked by: ${criterion.verify === null ? "the repository's own checks" : `\`${criterion.verify}\``}.`,
    ...(criterion.expected === undefined ? [] : [section('What that is to show', criterion.expected)]),
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
    ...clashOf(ask.clash ?? []),
    ...setAsideOf(ask.setAside ?? []),
    ...leftoversOf(ask.leftovers ?? []),
    ...failuresOf(ask.failures),
    ...(ask.beat === undefined ? [] : redTests(ask.beat)),
    ...leftOver(ask.left ?? []),
    ...untestedOf(ask.untested ?? []),
    ...redOf(ask.red ?? []),
    ...ask.said.map((words) => section('The person says', words)),
    `Rules:\n${[...rulesOf(ask), ...ownedOf(ask.owned ?? []), ...outsideOf(ask.outside ?? [])].map((rule) => `- ${rule}`).join('\n')}`,
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

const untestedOf = (paths: readonly string[]): readonly string[] =>
  paths.length === 0
    ? []
    : [
        section(
          'In your last turn these were edited upon another edit with no run of the tests between. Run them after each edit, so that you know which one broke what',
          paths.map((path) => `- ${path}`).join('\n'),
        ),
      ];

const redOf = (sentences: readonly string[]): readonly string[] =>
  sentences.length === 0
    ? []
    : [
        section(
          'Drover ran the tests near what you edited in your last turn while you worked. These were red in the end',
          sentences.map((each) => `- ${each}`).join('\n'),
        ),
      ];

const clashOf = (files: readonly string[]): readonly string[] =>
  files.length === 0
    ? []
    : [
        section(
          'What was done for this criterion is in this folder, and in these files it is in conflict with what was done for others. Both stand there between markers: make one of them that keeps what both are for, and leave no marker',
          files.join('\n'),
        ),
      ];

const setAsideOf = (files: readonly string[]): readonly string[] =>
  files.length === 0
    ? []
    : [
        section(
          'These changes were taken out of this folder again, for this criterion does not own the files: others are worked on at the same time. Do without them, or say that the plan does not fit',
          files.join('\n'),
        ),
      ];

const leftoversOf = (files: readonly string[]): readonly string[] =>
  files.length === 0
    ? []
    : [
        section(
          'These were taken out of this folder again, for tools leave such files beside the work. Where one belongs to the change, call it otherwise, or name it in the file that needs it',
          files.join('\n'),
        ),
      ];

const ownedOf = (paths: readonly string[]): readonly string[] =>
  paths.length === 0
    ? []
    : [
        `Change only what this criterion owns, besides new files of tests: ${paths.join(', ')}. Other criteria are worked on at the same time, and whatever else you change is taken out again.`,
      ];

const outsideOf = (paths: readonly string[]): readonly string[] =>
  paths.length === 0
    ? []
    : [`The plan leaves these out of its scope, and a change of them is refused: ${paths.join(', ')}.`];

const section = (title: string, text: string) => `${title}:\n\n${fence(text, 'text')}`;

function rulesOf({ testFirst, beat }: DevelopmentAsk): readonly string[] {
  // Where the change stood there before any test was red by itself, both are made and proven together.
  const inTurns = beat === undefined || (beat.kind === 'code' && beat.red === null) ? null : beat.kind;
  return [
    ...(inTurns === null ? firstRules[testFirst] : beatRules[inTurns]),
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

const beatRules: Readonly<Record<'test' | 'code' | 'refactor', readonly string[]>> = {
  test: [
    'This turn is for the tests alone: write tests that fail without the change that the criterion wants, and change nothing else. They are run as soon as you end, and must be collected and fail. The change is made in the next turn.',
  ],
  code: [
    'The tests of this criterion are written, and were red without the change. Make them pass. Leave their files as they are: what you change in them is shown to the person, and must be red without your change as well.',
  ],
  refactor: [
    'All gates are green. This turn is for the form of the change alone: make it simpler and clearer where that is worth it, and leave it as it is where it is not. All tests stay green and none is lost, and what it does stays the same.',
  ],
};

const redTests = ({ kind, red }: NonNullable<DevelopmentAsk['beat']>): readonly string[] =>
  kind === 'code' && red !== null ? [section('Your tests without the change', red)] : [];

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
