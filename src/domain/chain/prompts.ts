// What the agent of each step is told. Each begins with an empty context: everything it needs stands here.
import { fence } from '../text/fence.ts';
import { type Chain, mostRounds, type TurnStep } from './chain.ts';

const reviewForm = `{"verdict": "approve" or "change", "findings": ["FILE:LINE: what is wrong and what would be right"], "divergence": "none", "small" or "large", "note": "how the work leaves its plan, or empty"}`;

export function promptOf({ spec, state }: Chain, step: TurnStep): string {
  if (step.again !== null) return againPrompt(step);
  const plan = spec.plans[state.plan];
  const text = state.known.plan ?? plan?.text ?? '';
  const parts = [
    ...tasks[step.turn](state.known.base?.commit ?? 'HEAD', step),
    `The plan ${plan?.label} (${plan?.path}):\n${fence(text)}`,
    ...(step.findings.length === 0 ? [] : [`What was found:\n${step.findings.map((each) => `- ${each}`).join('\n')}`]),
    ...(step.cuts === 0
      ? []
      : ['An earlier attempt at this step was cut off. Look at what is there before you begin.']),
  ];
  return `${parts.join('\n\n')}\n`;
}

const tasks: Readonly<Record<TurnStep['turn'], (base: string, step: TurnStep) => readonly string[]>> = {
  'plan-review': (_, { round }) => [
    `You review a plan before anybody works on it (round ${round} of ${mostRounds}). Change no file. Look at the repository you are in: is the plan right about it, complete, small enough for one sitting, and can its result be checked? Only what would make the work go wrong is a finding; taste is none.`,
    `End with one JSON block:\n${fence(reviewForm, 'json')}\n"divergence" is "none" here.`,
  ],
  'plan-fix': () => [
    'You mend a plan after its review. Change no file. Keep its aim; mend what was found, and nothing else.',
    `End with one JSON block that holds the whole mended plan:\n${fence('{"plan": "..."}', 'json')}`,
  ],
  impl: () => [
    'You carry out the plan below in the repository you are in. Do what it says and no more. Write or change tests with it. Do not commit. If it cannot be done as planned, do what can be done and say plainly what differs and why.',
  ],
  review: (base, { round }) => [
    `You review work that was done for the plan below (round ${round} of ${mostRounds}). Change no file. The work is everything that differs from ${base}: look at \`git diff ${base}\` and at new files (\`git status\`). Find what is wrong, what is missing, and what was done beyond the plan. Only what must change before a commit is a finding.`,
    `"divergence" says how far the work leaves its plan: "small" where the aim is reached another way, "large" where the aim, an interface or the next plans are touched.`,
    `End with one JSON block:\n${fence(reviewForm, 'json')}`,
  ],
  fix: (base) => [
    `You mend work that was done for the plan below. The work is everything that differs from ${base}. Mend what was found, and nothing else. Do not commit. Where a finding is wrong, say why and leave it.`,
  ],
};

const againPrompt = ({ again }: TurnStep): string =>
  `Your answer was read by a program, and this was missing in it:\n${(again?.missing ?? []).map((each) => `- ${each}`).join('\n')}\nAnswer again, with the whole JSON block.\n`;
