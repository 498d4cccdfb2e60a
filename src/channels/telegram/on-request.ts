// Words about the registry, and what came of them.
import { type Acting, type Known, request } from './acting.ts';
import { textsOf } from './texts.ts';
import type { Understood } from './understand.ts';

type Meant = Extract<Understood, { kind: 'request' }>;

type Listed = {
  readonly workspaces?: readonly { readonly name: string; readonly path: string }[];
  readonly environments?: readonly { readonly name: string; readonly connect?: string; readonly tier: string | null }[];
};

export async function onRequest(acting: Acting, user: Known, chat: number, { command, input }: Meant): Promise<void> {
  const texts = textsOf(user.language);
  const adds = command.endsWith('.add');
  const reply = await request<Listed>(acting, user, command, adds ? { ...input, cwd: '/' } : input);
  if (!reply.ok) return void (await acting.client.send(chat, texts.failed(reply.error, reply.hint)));
  const named = adds ? texts.added(String(input.name), String(input.path ?? input.connect ?? '')) : texts.done;
  await acting.client.send(chat, sayList(reply.data) || named);
}

export function sayList({ workspaces, environments }: Listed): string {
  if (workspaces !== undefined) return workspaces.map(({ name, path }) => `${name} · ${path}`).join('\n') || '–';
  if (environments === undefined) return '';
  return (
    environments
      .map(({ name, connect, tier }) => [name, tier ?? '', connect ?? ''].filter(Boolean).join(' · '))
      .join('\n') || '–'
  );
}
