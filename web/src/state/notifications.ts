// Whether this browser tells its person that something waits: only after they asked for it here, and for as long as they are signed in.
import { effect, signal } from '@preact/signals';
import type { WebPush } from '../../../src/contract/web.ts';
import { push, type Refused } from '../door/ask.ts';
import { language } from '../words/words.ts';

/** `unable`: what this browser or this address cannot. `blocked`: its person refused it once, in the browser's own settings. */
export type Notifying =
  | { readonly kind: 'looking' | 'unable' | 'not_configured' | 'blocked' | 'off' | 'on' }
  | { readonly kind: 'refused'; readonly refused: Refused }
  /** The browser's push service did not take it. */
  | { readonly kind: 'failed'; readonly why: string };

export const notifying = signal<Notifying>({ kind: 'looking' });

const isAble = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

export async function lookNotifying(): Promise<void> {
  if (!isAble()) {
    notifying.value = { kind: 'unable' };
    return;
  }
  const told = await push();
  notifying.value = told.ok ? await standingOf(told.data) : { kind: 'refused', refused: told };
}

/** On where both sides say so. */
async function standingOf({ key, on }: WebPush): Promise<Notifying> {
  if (key === null) return { kind: 'not_configured' };
  if (Notification.permission === 'denied') return { kind: 'blocked' };
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  return { kind: on && subscription !== null ? 'on' : 'off' };
}

/** Asks the person, then the browser's push service, then tells the daemon. */
export async function notifyHere(): Promise<void> {
  const told = await push();
  if (!told.ok || told.data.key === null) return lookNotifying();
  if ((await Notification.requestPermission()) !== 'granted') return lookNotifying();
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    // One for another key does not let itself be replaced.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: told.data.key });
    await tell(made, told.data.key);
  } catch (error) {
    notifying.value = { kind: 'failed', why: (error as Error).message };
  }
}

async function tell(made: PushSubscription, key: string): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  const reply = await push({ endpoint, p256dh, auth, key, language: language.peek() });
  if (!reply.ok) await made.unsubscribe();
  notifying.value = reply.ok ? await standingOf(reply.data) : { kind: 'refused', refused: reply };
}

export async function notifyNoMore(): Promise<void> {
  const reply = await push(null);
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  await subscription?.unsubscribe();
  notifying.value = reply.ok ? { kind: 'off' } : { kind: 'refused', refused: reply };
}

/** It is told in the language that is chosen here. */
let spoken = language.peek();
effect(() => {
  if (language.value === spoken) return;
  spoken = language.value;
  if (notifying.peek().kind === 'on') void speakAnew();
});

async function speakAnew(): Promise<void> {
  const told = await push();
  const made = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (told.ok && told.data.key !== null && made !== null) await tell(made, told.data.key);
}
