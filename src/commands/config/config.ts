// The configuration as it stands, with what holds where nothing is configured.

import type { TriggerView } from '../../contract/config.ts';
import { defined } from '../../domain/defined.ts';
import { overlayOf } from '../../domain/task/settings/freeze.ts';
import type { Task } from '../../domain/task/task.ts';
import { limitOf } from '../../domain/trigger/trigger.ts';
import type { PersonConfig, TriggerWords } from '../../ports/config.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { checkPin } from '../shared/pin.ts';
import { unwrap } from '../shared/request.ts';
import { findInstalled } from '../task/choose-agents.ts';

export const listConfig: Command<'config.list'> = async (ports) => {
  const config = unwrap(await ports.config.read());
  const { file, workspaces, environments, agents, policy, limits, sandbox, store, stepUp, people, triggers } = config;
  return {
    file,
    workspaces,
    environments,
    agents,
    policy,
    limits,
    sandbox,
    ...defined({ step_up: stepUp, people }),
    /** An address may hold a password. */
    store: store === 'sqlite' ? store : 'postgres',
    ...defined({ triggers: triggers && viewTriggers(triggers) }),
    defaults: { agent: await findInstalled(ports, config), turns: 200 },
  };
};

const viewTriggers = (triggers: NonNullable<PersonConfig['triggers']>): Readonly<Record<string, TriggerView>> =>
  Object.fromEntries(Object.entries(triggers).map(([name, words]) => [name, viewTrigger(words)]));

function viewTrigger(all: TriggerWords): TriggerView {
  const { per_hour: _, webhook, ...words } = all;
  return { ...words, per_hour: limitOf(all), ...(webhook !== undefined && { webhook: 'signed' }) };
}

// Where the configuration file is.

export const pathOfConfig: Command<'config.path'> = async ({ config }) => ({ ...unwrap(await config.read()).file });

// What a key of the configuration is: as the file says, else what holds without it.

export const getConfig: Command<'config.get'> = async (ports, { key }, peer, signal) => {
  const found = unwrap(await ports.config.get(key));
  if (found !== undefined) return { key, value: masked(key, found), set: true };
  let value: unknown = await listConfig(ports, {}, peer, signal);
  for (const part of key.split('.')) value = partOf(value, part);
  return { key, value: value ?? null, set: false };
};

const partOf = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    ? (value as Record<string, unknown>)[part]
    : undefined;

/** An address may hold a password. */
const masked = (key: string, value: unknown): unknown => (key === 'store' && value !== 'sqlite' ? 'postgres' : value);

// Sets a key of the configuration.

export const setConfig: Command<'config.set'> = async (ports, { key, value, pin }, peer) => {
  await stepUpAway(ports, peer, pin);
  unwrap(await ports.config.change(key, value));
  return { key, value };
};

// Takes a key out of the configuration: what holds without it holds again.

export const unsetConfig: Command<'config.unset'> = async (ports, { key, pin }, peer) => {
  await stepUpAway(ports, peer, pin);
  return { key, was_set: unwrap(await ports.config.unset(key)) };
};

// The configuration file as it is written, valid or not, to be edited.

export const textOfConfig: Command<'config.text'> = async ({ config }) => ({
  path: config.path,
  text: unwrap(await config.text()),
});

// A configuration that was edited as a whole: checked, then put in the place of what it was made from.

export const replaceConfig: Command<'config.replace'> = async (ports, { text, before, pin }, peer) => {
  await stepUpAway(ports, peer, pin);
  unwrap(await ports.config.replace(text, before));
  return { path: ports.config.path };
};

// That tasks keep what was frozen at their beginning, and how a person has it taken anew.

/** Keys of a workspace that decide what is checked and set up. */
export const frozenKeys = /^(?:gates|setup|copy|tests|protect|tdd|run|teardown|large_files)(?:\.|$)/;

export const sayFrozen = (tasks: readonly string[]): string =>
  `${tasks.join(', ')} ${tasks.length === 1 ? 'goes' : 'go'} on with what was frozen when the task was stated. Where set-up or base do not work, the answer "mend" takes set-up and gates anew; else state the task anew.`;

/** Of a task that is started again: configuration says something else now. */
export function saysElse(task: Task, { workspaces }: PersonConfig): readonly string[] {
  const { name } = task.spec.settings.workspace;
  const entry = Object.hasOwn(workspaces, name) ? workspaces[name] : undefined;
  const held = task.state.known.place.overlay ?? task.spec.settings.overlay;
  return task.state.known.place.gatePlan === null || JSON.stringify(overlayOf(entry ?? {})) === JSON.stringify(held)
    ? []
    : [`Configuration of ${name} has changed. ${sayFrozen([task.id])}`];
}

// What is configured may run programs: by chat and in a browser, where anybody may hold the phone or sit at the desk, the person's PIN is wanted for it as for what publishes.

/** Throws `PIN_REQUIRED`, `PIN_WRONG`, `PIN_LOCKED`. */
export async function stepUpAway(ports: CommandPorts, { channel }: Peer, pin: string | undefined): Promise<void> {
  if (channel !== 'terminal' && unwrap(await ports.config.read()).stepUp === 'pin') await checkPin(ports, pin);
}
