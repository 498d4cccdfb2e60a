// Title, commit message and body of what is submitted: what and why, criteria with proof, gates, how to verify.
import type { Change } from '../evidence/gate-plan.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { ThingId } from '../ids.ts';
import type { Task, TaskSpec } from '../task/task.ts';
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

export const commitMessage = (
  spec: Pick<TaskSpec, 'text'>,
  title: string,
  task: ThingId,
  coAuthor: string | null = null,
): string =>
  `${title}\n\n${stripControl(spec.text).trim().slice(0, 4000)}\n\nDrover-Task: ${task}\n${coAuthor === null ? '' : `Co-authored-by: ${coAuthor}\n`}`;

export function pullRequestBody({ spec, state }: Task): string {
  const { plan, results, base, gatePlan } = state.known;
  const verify =
    gatePlan?.gates
      .filter((gate) => gate.absent === null && gate.argv.length > 0)
      .map((gate) => `- \`${gate.argv.join(' ')}\``) ?? [];
  return stripControl(
    [
      '## What and why',
      spec.text.trim(),
      ...(plan === null || plan.text === spec.text ? [] : ['', plan.text]),
      '',
      '## Criteria',
      ...(plan?.criteria ?? []).map(
        (each) => `- [${state.known.done.includes(each.label) ? 'x' : ' '}] **${each.label}** ${each.text}`,
      ),
      '',
      `## Gates (on tree \`${state.known.proven?.slice(0, 12)}\`, base \`${base?.commit.slice(0, 12)}\`)`,
      ...results.map(
        (result) =>
          `- ${result.gate}: **${result.verdict}** ${result.why}${result.counts === null ? '' : ` (${result.counts.passed} passed, ${result.counts.failed} failed, ${result.counts.skipped} skipped)`}`,
      ),
      ...noted(results),
      '',
      ...changed(state.known.changes),
      '## How to verify',
      ...(verify.length > 0 ? verify : ['- no gate is configured: look at it by hand']),
      '',
    ].join('\n'),
  );
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

function changed(changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const sum = (name: 'added' | 'removed') => changes.reduce((total, change) => total + change[name], 0);
  return [
    `## Changes (${changes.length} files, +${sum('added')} -${sum('removed')})`,
    ...changes
      .slice(0, mostFiles)
      .map(({ path, kind, added, removed }) => `- ${path} (${kind}, +${added} -${removed})`),
    ...(changes.length > mostFiles ? [`- and ${changes.length - mostFiles} more`] : []),
    '',
  ];
}
