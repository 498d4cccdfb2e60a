// What has not moved for its usual time though nothing that is known of holds it up: told with its age, a reason, and what a person can do. One rule over all things.
import type { Criterion } from '../criterion/criterion.ts';
import type { HostId, Instant, ThingId } from '../ids.ts';
import type { Run } from '../run/run.ts';
import type { Message } from '../session/message.ts';
import type { Session } from '../session/session.ts';
import { rowOf } from '../task/steps.ts';
import type { Task } from '../task/task.ts';
import { shellWord } from '../text/shell-word.ts';

export type Standstill = {
  /** The task, session or run a person knows it by. */
  readonly about: string;
  readonly since: Instant;
  readonly why: string;
  readonly todo: string;
};

/** All that lives, as read in one snapshot. */
export type Living = {
  readonly host: HostId;
  readonly hosts: readonly { readonly id: HostId; readonly seenAt: Instant }[];
  readonly tasks: readonly Task[];
  readonly criteria: readonly Criterion[];
  readonly runs: readonly Run[];
  readonly sessions: readonly Session[];
  /** That wait or are being delivered, oldest first. */
  readonly messages: readonly Message[];
  /** Whose fate is not known, and after which none arrived in their session. */
  readonly uncertain: readonly Message[];
  /** Something of them waits for a person. */
  readonly asked: ReadonlySet<ThingId>;
  /** Acts that store, disk or keeper cannot do now. */
  readonly putOff: readonly {
    readonly thing: ThingId;
    readonly task: string;
    readonly since: Instant;
    readonly why: string;
  }[];
  /** They wait for a place in a line, or for a time that is set. */
  readonly waiting: ReadonlySet<ThingId>;
};

const minute = 60_000;
/** A host that says nothing for so long is silent. */
export const silentMs = minute;
/** What is between two acts moves within that; an act has a minute. */
const usualMs = 5 * minute;
const messageMs = 10 * minute;
/** `within`: so long until its end is usual; null: its own deadline and its agent's stall are watched. */
const runsAs: Readonly<
  Record<Run['spec']['purpose']['kind'], { readonly called: string; readonly within: number | null }>
> = {
  fetch: { called: 'the fetch', within: minute },
  push: { called: 'the push', within: minute },
  unpush: { called: 'the removal of its branch on the remote', within: minute },
  hook: { called: 'a hook of yours', within: 5 * minute },
  hooks: { called: 'the hooks of the repository', within: 5 * minute },
  setup: { called: 'the set-up', within: 10 * minute },
  teardown: { called: 'the tear-down', within: 5 * minute },
  gate: { called: 'the gate', within: 15 * minute },
  trial: { called: 'the trial with another task', within: 15 * minute },
  lookup: { called: 'the look at the environment', within: 15 * minute },
  edit: { called: 'the tests near an edit', within: 5 * minute },
  agent: { called: 'the agent', within: null },
  once: { called: 'the one-shot run', within: null },
  preview: { called: 'the preview', within: null },
  screenshot: { called: 'the screenshot', within: minute },
};

const called = ({ spec }: Run): string => runsAs[spec.purpose.kind].called;

/** Who has waited longest comes first. */
export function findStandstills(living: Living, now: Instant): readonly Standstill[] {
  const all = [
    ...hosts(living, now),
    ...acts(living),
    ...messages(living, now),
    ...runs(living, now),
    ...others(living, now),
  ];
  return all.toSorted((one, other) => one.since - other.since);
}

/** What is bound to a host that is silent cannot move elsewhere. */
function hosts({ host, hosts: all, tasks, sessions }: Living, now: Instant): readonly Standstill[] {
  return all
    .filter(({ id, seenAt }) => id !== host && now - seenAt > silentMs)
    .flatMap(({ id, seenAt }) => {
      const [first, ...more] = tasks.filter((task) => task.host === id).map((task) => task.id as string);
      const [name, ...names] = sessions.filter((session) => session.host === id).map(({ spec }) => spec.name);
      const bound = [first, ...more, name, ...names].filter((each) => each !== undefined);
      if (bound.length === 0) return [];
      const why = `host ${id} is silent, and these are bound to it: ${bound.join(', ')}`;
      const over = first === undefined ? `stop ${shellWord(name ?? '')}` : `task retry ${shellWord(first)}`;
      const todo = `start Drover on ${id} again: \`drover up\`; if it is gone for good, \`drover ${over}\` takes all of it over`;
      return [{ about: bound[0] ?? id, since: seenAt, why, todo }];
    });
}

/** Told at once: it goes on by itself, but room comes from a person. */
function acts({ putOff, sessions, runs: all }: Living): readonly Standstill[] {
  return putOff.map(({ thing, task, since, why }) => {
    const run = all.find(({ id }) => id === thing);
    const of = run?.parent ?? thing;
    const about = sessions.find(({ id }) => id === of)?.spec.name ?? task;
    return {
      about,
      since,
      why: run === undefined ? `it waits: ${why}` : `${called(run)} (${run.id}) waits: ${why}`,
      todo: 'it goes on by itself; `drover doctor` says what is short',
    };
  });
}

function messages({ sessions, messages: pending, uncertain }: Living, now: Instant): readonly Standstill[] {
  return sessions.flatMap((session) => {
    const name = shellWord(session.spec.name);
    const [first, ...rest] = pending.filter(({ parent }) => parent === session.id);
    const lost = uncertain.find(({ parent }) => parent === session.id);
    const behind = first === undefined ? 0 : rest.length + 1;
    if (lost?.state.kind === 'uncertain')
      return [
        {
          about: session.spec.name,
          since: lost.state.at as Instant,
          why: `whether ${lost.id} arrived is not known (${lost.state.why})${behind === 0 ? '' : `; ${behind} wait behind it`}`,
          todo: `look with \`drover pane ${name}\`; \`drover attach ${name}\` to send or clear what stands in its input line`,
        },
      ];
    if (first === undefined || now - first.createdAt <= messageMs) return [];
    const why = first.state.kind === 'queued' && first.state.why !== '' ? first.state.why : 'it is being delivered';
    return [
      {
        about: session.spec.name,
        since: first.createdAt,
        why: `${first.id} waits${rest.length === 0 ? '' : ` with ${rest.length} more`}: ${why}`,
        todo: `look with \`drover pane ${name}\`; \`drover inbox drop ${first.id}\` takes it out`,
      },
    ];
  });
}

function runs({ runs: all, asked }: Living, now: Instant): readonly Standstill[] {
  return all.flatMap((run) => {
    const { state, spec, task } = run;
    if (asked.has(run.id) || state.kind === 'ended') return [];
    const usual = state.kind === 'requested' ? usualMs : runsAs[spec.purpose.kind].within;
    const since = (state.kind === 'requested' ? run.updatedAt : state.startedAt) as Instant;
    if (usual === null || now - since <= usual) return [];
    const why =
      state.kind === 'requested'
        ? `${called(run)} (${run.id}) is not started`
        : `${called(run)} (${run.id}) has no end yet; it is given up ${Math.round(spec.deadlineMs / minute)} min after its start`;
    return [
      {
        about: task,
        since,
        why,
        todo: `\`drover logs ${run.id}\` shows what it says; \`drover task cancel ${shellWord(task)}\` ends it`,
      },
    ];
  });
}

/** Whoever waits for nobody, for no time and for nothing that is at work. */
function others(living: Living, now: Instant): readonly Standstill[] {
  const { host, tasks, criteria, runs: all, sessions, asked, waiting } = living;
  const busy = new Set<ThingId>(
    [...all, ...criteria, ...tasks].flatMap(({ parent }) => (parent === null ? [] : [parent])),
  );
  const still = ({ id, host: own, updatedAt }: Task | Criterion | Session) =>
    own === host && !busy.has(id) && !asked.has(id) && !waiting.has(id) && now - updatedAt > usualMs;
  return [...tasks.filter((task) => still(task) && isDriven(task)), ...criteria.filter((criterion) => still(criterion))]
    .map(({ id, task, updatedAt, state }) => ({
      about: task as string,
      since: updatedAt,
      why: `nothing of ${id} has moved (${state.at.kind.replaceAll('_', ' ')}), and nothing that it waits for is known`,
      todo: `\`drover task log ${shellWord(task)}\` says what came last; \`drover task pause ${shellWord(task)}\` and \`resume\` have it looked at again`,
    }))
    .concat(
      sessions
        .filter((session) => session.state.kind === 'requested' && still(session))
        .map(({ spec, updatedAt }) => ({
          about: spec.name,
          since: updatedAt,
          why: 'it is not started',
          todo: `\`drover stop ${shellWord(spec.name)}\`, and start it again`,
        })),
    );
}

/** Else a person drives it, stopped it, or it stands by until its features are done. */
const isDriven = ({ state }: Task): boolean => !state.paused && !['person', 'others'].includes(rowOf(state.at).waits);
