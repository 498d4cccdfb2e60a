// Browsers that asked to be told: those whose cookie is good, and whose person may act on the task.
import { createHash } from 'node:crypto';
import type { PushSubscription } from '../../domain/channel/push.ts';
import type { WebSessionRow } from '../../domain/channel/web-session.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { type People, whoIs } from '../../domain/people/people.ts';
import { kindsInChinese } from '../../domain/text/chinese/said-in-chinese.ts';
import { stateInChinese } from '../../domain/text/chinese/to-chinese.ts';
import type { Channel } from '../../ports/channel.ts';
import type { WebPushWords } from '../../ports/config.ts';
import type { Files } from '../../ports/files.ts';
import type { ChannelRow, Reads } from '../../ports/store.ts';
import { createTellOnly, type Notification, type TellPorts } from '../tell-only.ts';
import { type Pushed, type PushMessage, postPush } from './post-push.ts';
import { openPushKeys } from './push-keys.ts';

export type WebPushPorts = TellPorts & {
  readonly words: WebPushWords;
  readonly files: Pick<Files, 'read' | 'write'>;
  readonly people: () => Promise<People>;
  /** A message has so long to be taken, in ms. */
  readonly patienceMs?: number;
};

const usualPatienceMs = 10_000;

export async function createWebPush({
  store,
  clock,
  words,
  files,
  people: known,
  patienceMs = usualPatienceMs,
}: WebPushPorts): Promise<Channel> {
  const keys = await openPushKeys(files);
  const pushing = { keys, contact: words.contact, services: words.services ?? [], patienceMs };
  const rows = () => store.read((reads) => subscribed(reads, clock.now()));
  return createTellOnly(
    { store, clock },
    {
      name: 'web-push',
      as: 'browsers that asked for it',
      people: async (task) => {
        const people = await known();
        return (await rows()).filter(({ body }) => mayHear(body, task, people)).map(({ body }) => body.id);
      },
      async tell(to, notification) {
        const row = (await rows()).find(({ body }) => body.id === to);
        // Signed out, or it wants nothing more: that is told as well as it can be.
        if (row === undefined) return ok(undefined);
        const pushed: Pushed =
          row.body.push.key === keys.publicKey
            ? await postPush(row.body.push, messageOf(notification, row.body.push), pushing)
            : { kind: 'gone' };
        if (pushed.kind === 'gone') await forget(row);
        return asResult(pushed);
      },
    },
  );

  /** Unless it has subscribed anew meanwhile. */
  function forget({ key, body: { push } }: Subscribed): Promise<void> {
    return store.transact(async (tx) => {
      const row = await tx.channelRow('web', 'session', key);
      const { push: now, ...body } = (row?.body ?? {}) as WebSessionRow;
      if (row !== null && now?.endpoint === push.endpoint) await tx.putChannelRow({ ...row, body });
    });
  }
}

type Subscribed = ChannelRow & { readonly body: WebSessionRow & { readonly push: PushSubscription } };

const subscribed = async (reads: Reads, now: number): Promise<readonly Subscribed[]> =>
  (await reads.channelRows('web', 'session')).filter((row): row is Subscribed => {
    const { push, until } = row.body as WebSessionRow;
    return push !== undefined && now <= until;
  });

/** Who may do nothing there need not know of it. */
function mayHear({ name, guest }: WebSessionRow, task: string, people: People): boolean {
  const { rights } = whoIs(people, { channel: 'web', name, ...(guest && { guest }) });
  if (rights === null) return true;
  if (rights === 'look') return false;
  return rights.workspaces === undefined || rights.workspaces.includes(task.replace(/-\d+$/, ''));
}

function asResult(pushed: Pushed): Result<void> {
  switch (pushed.kind) {
    case 'taken':
    case 'gone':
      return ok(undefined);
    case 'auth':
      return fail('CHANNEL_AUTH', `${pushed.why}.`);
    case 'refused':
      return fail('CHANNEL_REFUSED', `${pushed.why}.`);
    case 'failed':
      return fail('CHANNEL_UNREACHABLE', `${pushed.why}.`, {
        ...(pushed.waitMs !== null && { wait_ms: pushed.waitMs }),
      });
  }
}

const dayS = 24 * 60 * 60;

/** That it is asked, of which task, and where. Nothing of what is asked goes out. */
function messageOf(
  { kind, key, about, text, silent, question }: Notification,
  { language }: PushSubscription,
): PushMessage {
  const zh = language === 'zh';
  const asks = question === null ? '' : zh ? kindsInChinese[question.kind] : question.kind.replaceAll('_', ' ');
  const said = {
    asked: [zh ? `${about} 提问` : `${about} asks`, asks],
    reminded: [zh ? `${about} 还在等你` : `${about} still asks`, asks],
    over: [about, zh ? stateInChinese(text) : text],
    note: [about, text],
    digest: [zh ? '有问题等了你好几天' : 'Waiting for you for days', text],
  } as const;
  const [title, body] = said[kind];
  return {
    data: { title, body, tag: key, silent, to: question === null ? '#/' : `#/question/${question.id}` },
    ttlS: kind === 'over' || kind === 'note' ? dayS / 24 : dayS,
    urgency: silent ? 'low' : 'high',
    topic: createHash('sha256').update(key).digest('base64url').slice(0, 32),
  };
}
