// What an environment showed, as an agent and a person are told: lines of logs are data, and anybody may have written them.
import {
  type EnvironmentLook,
  type SeenEnvironments,
  type SeenError,
  sayEnvironment,
  type TaskEnvironment,
  type Verification,
} from '../environment/look.ts';
import type { Instant } from '../ids.ts';

const time = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const sayErrors = (errors: readonly SeenError[]): readonly string[] =>
  errors.map(({ text, count }) => `- ${count}x ${text}`);

/** Lines. */
export function sayLook(env: TaskEnvironment, look: EnvironmentLook): readonly string[] {
  if (look.kind === 'unseen') return [`${sayEnvironment(env)} could not be looked at: ${look.why}`];
  const running = look.modules.map(
    ({ name, running: is }) => `${name} ${is === null ? 'unknown' : is ? 'running' : 'NOT running'}`,
  );
  const unread = look.logs.filter(({ coverage }) => coverage !== 'whole');
  return [
    `${sayEnvironment(env)} at ${time(look.at)}Z: ${running.join(', ') || 'no module'}.`,
    ...unread.map(({ where, trouble }) => `${where}: ${trouble}`),
    ...(look.logs.length === 0 ? ['No log was found.'] : []),
    ...(look.errors.length === 0 ? ['No errors in its logs.'] : ['Errors in its logs:', ...sayErrors(look.errors)]),
  ];
}

/** `since`: when it was deployed; null where that is not told. */
export const sayVerification = (
  { env, against, verdict, summary, ...seen }: Verification,
  since: Instant | null = null,
): readonly string[] => [
  `${env} after the deployment: ${verdict}. ${summary}`,
  ...(since === null ? [] : [sayWindow(since, seen, verdict)]),
  ...(against === null ? [] : [`Compared with its own look before the work, and with the errors of ${against}.`]),
  ...listed('Still there', seen.remaining),
  ...listed('New', seen.new),
  ...listed('Not seen again', seen.resolved),
];

/** What was looked at, and that nothing new is in it. */
function sayWindow(
  since: Instant,
  { at, new: fresh }: Pick<Verification, 'at' | 'new'>,
  verdict: Verification['verdict'],
) {
  const minutes = Math.max(1, Math.round((at - since) / 60_000));
  const span = `${minutes === 1 ? 'the first minute' : `${minutes} minutes`} since the deployment (from ${time(since)}Z)`;
  return fresh.length === 0 && verdict !== 'unknown' ? `No new errors in ${span}.` : `Looked at: ${span}.`;
}

const listed = (heading: string, errors: readonly SeenError[]): readonly string[] =>
  errors.length === 0 ? [] : [`${heading}:`, ...sayErrors(errors)];

/** For the prompt of an analysis; each is put there as data. */
export function environmentNotes(env: TaskEnvironment | null, known: SeenEnvironments): readonly string[] {
  const look = env === null ? undefined : known.looks?.[env.name];
  if (env === null || look === undefined) return [];
  const tail = look.kind === 'seen' && look.tail !== '' ? [`The end of its log:\n${look.tail}`] : [];
  const asked = (known.asked?.all ?? []).map(({ command, said }) => `$ ${command}\n${said}`);
  return [sayLook(env, look).join('\n'), ...tail, ...asked];
}
