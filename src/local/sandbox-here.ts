// What holds agents and gates on this machine. Tried and not guessed: it is there and forbidden in many containers.
import type { Check } from '../contract/service.ts';
import { tryProgram } from './try-program.ts';

const argv = ['bwrap', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--unshare-pid', 'true'];

/** `hint` says how to get one. */
export async function sandboxHere(env: Readonly<Record<string, string | undefined>>): Promise<Check> {
  const name = 'sandbox';
  const hint = 'runs of agents are not confined; `sandbox: required` refuses';
  if (process.platform === 'darwin') return { name, state: 'note', said: 'none for this system yet', hint };
  const { works, said } = await tryProgram(argv, env);
  if (works) return { name, state: 'ok', said: 'bubblewrap works', hint: '' };
  if (said === '') return { name, state: 'note', said: 'bubblewrap is not found', hint: 'install bubblewrap' };
  return { name, state: 'note', said, hint: 'allow user namespaces to this user; runs of agents are not confined' };
}
