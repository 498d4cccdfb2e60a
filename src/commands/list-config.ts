// The configuration as it stands, with what holds where nothing is configured.
import { findInstalled } from './choose-agents.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const listConfig: Command<'config.list'> = async (ports) => {
  const { file, workspaces, environments, agents, policy, limits, sandbox, store, stepUp } = orFail(
    await ports.config.read(),
  );
  return {
    ...{ file, workspaces, environments, agents, policy, limits, sandbox },
    ...(stepUp === undefined ? {} : { step_up: stepUp }),
    /** An address may hold a password. */
    store: store === 'sqlite' ? store : 'postgres',
    defaults: { agent: await findInstalled(ports, orFail(await ports.config.read())), turns: 200 },
  };
};
