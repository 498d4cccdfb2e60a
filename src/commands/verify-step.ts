// The step `verify` of a task driven by hand: the environment is looked at, and what came of its errors goes on record with the lease.
import { failed } from '../domain/error.ts';
import type { Task } from '../domain/task/task.ts';
import { shellWord } from '../domain/text/shell-word.ts';
import { beginStep, checkStep } from './begin-step.ts';
import { orFail } from './or-fail.ts';
import type { Command, CommandPorts } from './ports.ts';
import { verifyEnvironment } from './verify-environment.ts';

export const verifyStep: Command<'step.verify'> = async (ports, input, peer, signal) => {
  const task = await checkStep(ports, input, 'verify');
  const env = input.env ?? (await environmentOf(ports, task));
  const seen = await verifyEnvironment(ports, { env }, peer, signal);
  const file = `steps/${task.id}/${ports.clock.now()}-verification.json`;
  const artifact = await ports.files.write(file, `${JSON.stringify(seen, null, 2)}\n`);
  return beginStep(ports, input, { step: 'verify', verdict: seen.verdict, artifact }, peer);
};

/** Where only one can be meant. */
async function environmentOf({ config }: CommandPorts, { id, spec }: Task): Promise<string> {
  const { name } = spec.settings.workspace;
  const found = config.environmentsOf(orFail(await config.read()), name).map((each) => each.name);
  const chosen = orFail(await config.read()).workspaces[name]?.default_env;
  const [only] = chosen === undefined ? found : [chosen];
  if (only !== undefined && (chosen !== undefined || found.length === 1)) return only;
  throw failed(
    'USAGE',
    `Say which environment of ${name} is to be looked at for ${id}: ${found.join(', ') || 'there is none yet'}.`,
    {
      candidates: found,
      hint:
        found[0] === undefined
          ? 'Add one, like this: `drover env add shop-prod deploy@prod:/opt/shop`.'
          : `Like this: \`drover step verify ${id} --env ${shellWord(found[0])}\`.`,
    },
  );
}
