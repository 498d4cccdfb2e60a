// Words about the registry, and what came of them. What is there already is changed or forgotten only after a tap, and a PIN where one is configured.
import { defined } from '../../../domain/defined.ts';
import { type Acting, type Known, type Outcome, request } from '../acting.ts';
import type { Change } from '../kept.ts';
import { reply } from '../reply.ts';
import { textsOf } from '../text/texts.ts';
import { judgePin } from './answer.ts';
import { askForPin } from './ask-for-pin.ts';
import { keysOf } from './propose.ts';
import type { Understood } from './understand.ts';

type Meant = Extract<Understood, { kind: 'request' }>;

export async function onRequest(acting: Acting, user: Known, chat: number, meant: Meant): Promise<void> {
  const { command, input } = meant;
  const texts = textsOf(user.language);
  if (/\.(?:set|remove)$/.test(command)) return proposeChange(acting, user, chat, meant);
  const adds = command.endsWith('.add');
  if (!adds) return reply(acting, chat, await sayRegistry(acting, user, command));
  const told = await request(acting, user, command, { ...input, cwd: '/' });
  const where = String(input.path ?? input.connect ?? '');
  await reply(acting, chat, told.ok ? texts.added(String(input.name), where) : texts.failed(told));
}

type Workspaces = {
  readonly workspaces: readonly { readonly name: string; readonly path: string; readonly at_work?: number }[];
};
type Environments = {
  readonly environments: readonly { readonly name: string; readonly connect?: string; readonly tier: string | null }[];
};

/** Environments are told with the workspaces that they are of, and whether something is at work there. */
async function sayRegistry(acting: Acting, user: Known, command: string): Promise<string> {
  const texts = textsOf(user.language);
  const all = await request<Workspaces>(acting, user, 'workspace.list', {});
  if (!all.ok) return texts.failed(all);
  const state = (at: number | undefined) => (at === undefined ? [] : [at > 0 ? texts.busy(at) : texts.idle]);
  const workspaces = all.data.workspaces.map(({ name, path, at_work }) => [name, path, ...state(at_work)].join(' · '));
  if (command === 'workspace.list') return workspaces.join('\n') || '–';
  const envs = await request<Environments>(acting, user, 'env.list', {});
  if (!envs.ok) return texts.failed(envs);
  const environments = envs.data.environments.map(({ name, connect, tier }) =>
    [name, tier ?? '', connect ?? ''].filter(Boolean).join(' · '),
  );
  return [texts.workspaces, ...workspaces, '', texts.environments, ...environments].join('\n');
}

async function proposeChange(acting: Acting, user: Known, chat: number, { command, input }: Meant): Promise<void> {
  const texts = textsOf(user.language);
  const of = { kind: 'request', command, input } as const;
  const keys = await keysOf(acting, user, [
    { of, choice: 'yes', label: texts.change },
    { of, choice: 'no', label: texts.no },
  ]);
  const [about = '', key, value] = Object.values(input);
  const thing = command.split('.')[0] ?? '';
  const text = key === undefined ? texts.forget(thing, about) : texts.sets(thing, about, key, value ?? '');
  await reply(acting, chat, text, { keys });
}

/** What was confirmed by a tap. */
export async function change(acting: Acting, user: Known, { command, input }: Change, pin?: string): Promise<Outcome> {
  const texts = textsOf(user.language);
  const told = await request<object>(acting, user, command, { ...input, ...defined({ pin }) });
  if (told.ok) return { said: texts.done, used: 'yes' };
  const wanted = judgePin(told);
  if (wanted === null) return { said: texts.failed(told), used: null };
  if (wanted.left !== 0) await askForPin(acting, user, { command, input });
  return { said: wanted.left === null ? texts.pinNeeded : texts.pinWrong(wanted.left), used: null };
}
