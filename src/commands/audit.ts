// What people did that only people may do, and what others were refused.
import type { Act } from '../contract/record.ts';
import type { Fact } from '../domain/thing.ts';
import { record } from './keep-record.ts';
import type { Command } from './ports.ts';

const mostFacts = 1_000_000;

export const audit: Command<'service.audit'> = async ({ store, clock }, { limit, since }) => {
  const from = since === undefined ? {} : { since: (clock.now() - since) as Fact['at'] };
  const facts = await store.read((reads) => reads.facts({ thing: record, limit: mostFacts, ...from }));
  const ended = new Map(facts.flatMap(({ kind, data }) => (kind === 'act_ended' ? [[data.act, data.outcome]] : [])));
  const acts = facts.filter(({ kind }) => kind !== 'act_ended');
  return { acts: acts.slice(-limit).map((fact) => viewAct(fact, ended)) };
};

const viewAct = ({ at, kind, data }: Fact, ended: ReadonlyMap<unknown, unknown>): Act => ({
  ...{ at, command: String(data.command), about: String(data.about), by: String(data.by) },
  ...{ channel: String(data.channel), pid: typeof data.pid === 'number' ? data.pid : null },
  saw: typeof data.saw === 'string' ? data.saw : null,
  outcome: kind === 'act_refused' ? 'UNAUTHORIZED' : String(ended.get(data.act) ?? 'asked'),
});
