// What is kept of programs and agents without secrets: those of the person's environment, those that the configuration names, those of files that a task was given, and keys that are known by their form.
import type { TaskId } from '../domain/ids.ts';
import { hideFormats, withhold, withholding } from '../domain/text/safe/redact.ts';
import { copiedSecrets, secretsAround } from '../effects/provision.ts';
import type { Agent, Agents } from '../ports/agent.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Environments } from '../ports/environment.ts';
import type { Keeper } from '../ports/keeper.ts';

type Ports = Pick<EffectPorts, 'store' | 'files' | 'config' | 'person'>;

/** It is told what to hide of each program that it starts. */
export const veilKeeper = (keeper: Keeper, ports: Ports): Keeper => ({
  ...keeper,
  ensure: async (run, program) => {
    const thing = await ports.store.read((reads) => reads.thing(run));
    const copied = thing === null ? [] : await copiedSecrets(ports, thing.task as TaskId);
    const known = await secretsNow(ports, program.env);
    const secrets = [...new Set([...(program.secrets ?? []), ...known, ...copied.map(({ value }) => value)])];
    return keeper.ensure(run, { ...program, secrets });
  },
});

/** What they tell may come from elsewhere than their output, and in pieces that only together are a secret. */
export const veilAgents = <A extends Agents>(agents: A, ports: Pick<Ports, 'config' | 'person'>): A => ({
  ...agents,
  get: (name, driver) => {
    const agent = agents.get(name, driver);
    return agent && veilAgent(agent, ports);
  },
  program: (argv0) => veilAgent(agents.program(argv0), ports),
});

const veilAgent = (agent: Agent, ports: Pick<Ports, 'config' | 'person'>): Agent => ({
  ...agent,
  async *events(keeper, live, signal) {
    const hide = withholding(await secretsNow(ports, {}));
    for await (const event of agent.events(keeper, live, signal)) yield hideFormats(hide(event));
  },
});

/** What a place says of itself is read of logs and programs, which may have a secret of this machine. */
export const veilEnvironments = (places: Environments, ports: Pick<Ports, 'config' | 'person'>): Environments => ({
  ...places,
  look: async (site, asked, signal) => withhold(await places.look(site, asked, signal), await secretsNow(ports, {})),
});

const secretsNow = async (
  { config, person }: Pick<Ports, 'config' | 'person'>,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> => [
  ...new Set((await secretsAround({ config }, person.env(), env)).map(({ value }) => value)),
];
