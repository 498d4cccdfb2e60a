// Replies about runs by themselves.
import type { RunCancelled, RunCreated, RunEnd } from '../../../contract/run.ts';
import { type Look, paint } from './look.ts';
import { proseOf } from './question.ts';

const created = ({ run }: RunCreated): string => run;

const cancelled = ({ run, already }: RunCancelled): string =>
  already ? `${run} had ended already.` : `${run} is being ended.`;

/** The answer, then one line about it. */
function ended(end: RunEnd, look: Look): string {
  const { run, agent, usage, tools, started_at, ended_at } = end;
  const seconds = started_at === null ? '' : ` in ${((ended_at - started_at) / 1000).toFixed(1)} s`;
  const parts = [
    `${run} ${agent} answered${seconds}`,
    `${usage.input_tokens} + ${usage.output_tokens} tokens`,
    ...(usage.money === null ? [] : [`$${usage.money.toFixed(2)}`]),
    ...(tools === 0 ? [] : [`${tools} tools`]),
    ...(end.refused.length === 0 ? [] : [`not allowed: ${end.refused.join(', ')}`]),
  ];
  return `${proseOf(end.answer, look)}\n${paint(look, 'dim', parts.join(' · '))}`;
}

export const runPrinters = { 'run.cancel': cancelled, 'run.create': created, 'run.watch': ended };
