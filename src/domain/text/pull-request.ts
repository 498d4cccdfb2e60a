// Title and body of what is submitted: what and why, criteria with proof, gates, how to verify.
import { failing } from '../criterion/judge-attempt.ts';
import { type ChangeTotals, totalsOf } from '../evidence/bound-list.ts';
import type { Change } from '../evidence/gate-plan.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { type Reading, sayFinding } from '../report/assessment.ts';
import type { Task, TaskSpec } from '../task/task.ts';
import { closeFences } from './close-fences.ts';
import { fillTemplate, type Part, type PartName } from './fill-template.ts';
import { showPath } from './show-path.ts';
import { stripControl } from './strip-control.ts';

/** One line of at most 72 characters. */
export function titleOf(spec: Pick<TaskSpec, 'title' | 'text' | 'settings'>): string {
  const line =
    stripControl(spec.title ?? spec.text)
      .trim()
      .split('\n')[0] ?? '';
  const title =
    spec.title === null && spec.settings.workspace.title === 'conventional' && !/^\w+(\([^)]*\))?!?: /.test(line)
      ? `fix: ${line}`
      : line;
  const letters = [...title];
  return letters.length <= 72 ? title : `${letters.slice(0, 71).join('').trimEnd()}…`;
}

export function pullRequestBody(task: Task): string {
  const { template } = task.state.known;
  const parts = partsOf(task);
  if (template !== undefined && template.trim() !== '') return stripControl(fillTemplate(template, parts));
  return stripControl(parts.map(({ heading, text }) => `${heading}\n${text}\n`).join('\n'));
}

function partsOf({ spec, state }: Task): readonly Part[] {
  const { plan, results, base, baseline, gatePlan, proven, changes, done } = state.known;
  const total = state.known.changed ?? totalsOf(changes);
  const verify =
    gatePlan?.gates
      .filter((gate) => gate.absent === null && gate.argv.length > 0)
      .map((gate) => `- \`${gate.argv.join(' ')}\``) ?? [];
  const what = [
    closeFences(spec.text.trim()),
    ...(plan === null || plan.text === spec.text ? [] : ['', closeFences(plan.text)]),
    ...(spec.issue === undefined
      ? []
      : ['', `${spec.part === undefined ? 'Closes' : 'Part of'} #${spec.issue.number}`]),
  ];
  const criteria = (plan?.criteria ?? []).map(
    ({ label, text }) => `- [${done.includes(label) ? 'x' : ' '}] **${label}** ${text.replace(/\s*\n\s*/g, ' ')}`,
  );
  const part = (name: PartName, heading: string, lines: readonly string[]): Part[] =>
    lines.length === 0 ? [] : [{ name, heading: `## ${heading}`, text: closeFences(lines.join('\n')) }];
  return [
    ...part('what', 'What and why', what),
    ...part('criteria', 'Criteria', criteria),
    ...part('gates', `Gates (on tree \`${proven?.slice(0, 12)}\`, base \`${base?.commit.slice(0, 12)}\`)`, [
      ...results.map(resultLine),
      ...sayRedBase(baseline).map((line) => `- ${line}`),
      ...noted(results),
    ]),
    ...part('review', 'Review findings', reviewed(state.known.reading)),
    ...part('changes', changesHeading(total), changed(changes, total)),
    ...part('verify', 'How to verify', verify.length > 0 ? verify : ['- no gate is configured: look at it by hand']),
  ];
}

/** What nobody has read is never shown as read. */
function reviewed(review: Reading | undefined): readonly string[] {
  if (review === undefined) return [];
  const { outcome } = review;
  if (outcome.kind === 'not_reviewed') return [`- NOT REVIEWED: ${outcome.why}`];
  const { by, summary, findings } = outcome;
  const stands = review.accepted === undefined ? [] : [`- ${review.accepted} lets what is grave stand`];
  return [
    `- ${by} read the whole change: ${summary.replace(/\s+/g, ' ').slice(0, 1000)}`,
    ...(findings.length === 0
      ? ['- nothing found']
      : findings.slice(0, mostFiles).map((each) => `- ${sayFinding(each)}`)),
    ...(findings.length > mostFiles ? [`- and ${findings.length - mostFiles} more`] : []),
    ...stands,
  ];
}

const resultLine = ({ gate, verdict, why, counts }: GateResult): string =>
  `- ${gate}: **${verdict}** ${why}${counts === null ? '' : ` (${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped)`}`;

/** A pass that rests on a red base is never shown without it. */
export function sayRedBase(baseline: readonly GateResult[]): readonly string[] {
  const red = failing(baseline);
  if (red.length === 0) return [];
  return [`THE BASE WAS RED before this change: ${red.map(({ gate, why }) => `${gate} (${why})`).join(', ')}.`];
}

/** What a gate lets pass and a person should see: protected files, dependencies. */
const noted = (results: readonly GateResult[]): readonly string[] =>
  results.flatMap(({ gate, findings }) =>
    findings
      .filter(({ weight }) => weight === 'note')
      .map(
        ({ what, file, line }) =>
          `- ${gate}, to be looked at: ${[file, line].filter((part) => part !== null).join(':')} ${what}`,
      ),
  );

const mostFiles = 50;

const changesHeading = ({ files, added, removed }: ChangeTotals): string =>
  `Changes (${files} files, +${added} -${removed})`;

const changed = (changes: readonly Change[], { files }: ChangeTotals): readonly string[] => [
  ...changes
    .slice(0, mostFiles)
    .map(({ path, kind, added, removed }) => `- ${showPath(path)} (${kind}, +${added} -${removed})`),
  ...(files > mostFiles ? [`- and ${files - mostFiles} more`] : []),
];
