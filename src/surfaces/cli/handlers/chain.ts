// `chain`: plans are read and handed over, then shown live. Ctrl-C leaves the chain running.

import type { ChainEvent } from '../../../contract/chain.ts';
import { wordNamed } from '../../../contract/cli/words.ts';
import { defined } from '../../../contract/defined.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellNote, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { readIssueWords, readPlans } from '../parse/recognise-file.ts';
import { usage } from '../parse/refusals.ts';
import { clockTime } from '../print/amounts.ts';
import { cleanAll, toJson } from '../print/clean.ts';
import { findLook, paint } from '../print/look.ts';
import { type Console, isInteractive } from '../terminal/console.ts';

export async function runChain(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  if (typeof values.resume === 'string') return resume(console, ask, values.resume, values.detach === true, manner);
  const [first, ...more] = Array.isArray(values.plans) ? values.plans.map(String) : [];
  const named = first !== undefined && more.length === 0 && values.issue === undefined && isIssue(first);
  const given = named || first === undefined ? [] : [first, ...more];
  const said = named ? first : values.issue;
  const word = wordNamed('chain');
  if (given.length === 0 && said === undefined && word !== undefined)
    return tellFailure(console, usage('`drover chain` needs plans, or --issue.', word), manner.output);
  const plans = await readPlans(given, console);
  if (!plans.ok) return tellFailure(console, plans.failure, manner.output);
  const issue = said === undefined ? null : await readIssueWords(String(said), console);
  if (issue?.ok === false) return tellFailure(console, issue.failure, manner.output);
  const { plans: _, issue: __, detach, resume: ___, 'review-by': review_by, ...rest } = values;
  const input = {
    ...rest,
    plans: plans.value,
    cwd: console.cwd,
    ...(issue === null ? {} : { issue: issue.value }),
    ...defined({ review_by }),
  };
  const created = await ask('chain.create', input, { startsWork: true });
  const watches = manner.output === 'jsonl' || (manner.output === 'text' && isInteractive(console));
  if (!created.ok || detach === true || !watches)
    return tellReply(console, 'chain.create', created, { output: manner.output === 'jsonl' ? 'json' : manner.output });
  for (const note of created.data.notes) tellNote(console, note);
  const exits: number[] = [];
  for (const chain of created.data.chains) exits.push(await watch(console, ask, chain, manner));
  return Math.max(...exits);
}

/** Among the plans: a number alone is a plan's. */
const isIssue = (word: string): boolean => /^(#\d+$|https?:\/\/)/.test(word);

async function resume(console: Console, ask: Ask, chain: string, detach: boolean, manner: Manner): Promise<number> {
  const reply = await ask('chain.resume', { chain }, { startsWork: true });
  if (!reply.ok || detach || manner.output === 'json') return tellReply(console, 'chain.resume', reply, manner);
  return watch(console, ask, reply.data.chain, manner);
}

async function watch(console: Console, ask: Ask, chain: string, manner: Manner): Promise<number> {
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const look = findLook(console);
  let after = 0;
  const onEvent = (event: unknown) => {
    const fact = cleanAll(event as ChainEvent);
    after = fact.position;
    const line = `${paint(look, 'dim', `${clockTime(fact.at)} ${fact.thing}`)} ${fact.text}`;
    console.stdout.write(`${manner.output === 'jsonl' ? toJson(fact) : line}\n`);
  };
  try {
    for (let cuts = 0; ; cuts += 1) {
      const reply = await ask('chain.watch', { chain, after }, { onEvent, signal: leaving.signal });
      if (leaving.signal.aborted) {
        tellNote(console, `\n${chain} goes on. Watch it again: drover chain --resume ${chain}`);
        return 130;
      }
      if (!reply.ok && reply.error_code === 'DAEMON_UNREACHABLE' && cuts < 3) continue;
      if (!reply.ok) return tellRefusal(console, reply, manner.output);
      return tellReply(console, 'chain.watch', reply, manner);
    }
  } finally {
    withdraw();
  }
}
