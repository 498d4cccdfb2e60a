// What became of the errors of a baseline, by what was logged since.
import type { Verified } from '../../contract/environment.ts';
import type { Mark } from '../../domain/environment/finding.ts';
import { judgeSince } from '../../domain/environment/judge-since.ts';
import { failed } from '../../domain/error.ts';
import { type Instant, instant } from '../../domain/ids.ts';
import type { EnvironmentRequest } from '../../ports/environment.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';
import { type Baseline, findSite, readBaseline, viewFinding, viewLog } from './probe.ts';

export const verifyEnvironment: Command<'env.verify'> = async (ports, input, peer, signal) => {
  const { name, entry, site } = await findSite(ports, input.env, peer);
  const own = await needBaseline(ports, { name, entry });
  const other =
    input.against === undefined ? null : await needBaseline(ports, await findSite(ports, input.against, peer));
  const since = input.marks === undefined ? sinceOf(input.since, own, ports.clock.now()) : marksOf(input.marks);
  const look = unwrap(await ports.environments.look(site, { commands: [], since }, signal));
  const compared = judgeSince(own.logs, other?.logs ?? [], look.logs);
  return {
    env: name,
    tier: entry.tier,
    at: look.at,
    baseline_at: own.at,
    against: input.against ?? null,
    verdict: compared.verdict,
    resolved: compared.verdict === 'resolved',
    summary: compared.summary,
    resolved_errors: compared.resolved.map(viewFinding),
    remaining_errors: compared.remaining.map(viewFinding),
    new_errors: compared.new.map(viewFinding),
    logs: look.logs.map(viewLog),
    modules: look.modules,
    marks: Object.fromEntries(look.logs.flatMap(({ where, mark }) => (mark === null ? [] : [[where, mark]]))),
  } satisfies Verified;
};

type Named = Pick<Awaited<ReturnType<typeof findSite>>, 'name' | 'entry'>;

async function needBaseline({ files }: CommandPorts, { name, entry }: Named): Promise<Baseline> {
  const baseline = await readBaseline(files, name, entry);
  if (baseline !== null) return baseline;
  throw failed('PATH_NOT_FOUND', `${name} has no baseline: \`drover env probe ${name}\` makes one, before the work.`);
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Without a time: from where the logs ended when the baseline was taken. */
function sinceOf(text: string | undefined, { logs }: Baseline, now: Instant): EnvironmentRequest['since'] {
  if (text === undefined) return new Map(logs.flatMap(({ where, mark }) => (mark === null ? [] : [[where, mark]])));
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now - Number(count) * (units[unit] ?? 0);
  if (Number.isNaN(at) || at > now) throw failed('USAGE', `${JSON.stringify(text)} is no time in the past.`);
  return instant(at);
}

type Marks = Readonly<Record<string, { kind: 'offset'; inode: string; bytes: number } | { kind: 'time'; at: number }>>;

const marksOf = (marks: Marks): ReadonlyMap<string, Mark> =>
  new Map(
    Object.entries(marks).map(([where, mark]) => [
      where,
      mark.kind === 'time' ? { ...mark, at: instant(mark.at) } : mark,
    ]),
  );
