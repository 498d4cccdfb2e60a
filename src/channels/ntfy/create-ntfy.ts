// A topic of a ntfy server. One of the same key stands in the place of the one before, by its sequence.
import { defined } from '../../domain/defined.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { readRetryAfter } from '../../domain/text/read-retry-after.ts';
import type { Channel } from '../../ports/channel.ts';
import type { NtfyWords } from '../../ports/config.ts';
import { readSecret, type SecretPorts } from '../read-secret.ts';
import { createTellOnly, type Notification, type TellPorts, wayTo } from '../tell-only.ts';

export type NtfyPorts = TellPorts & {
  readonly words: NtfyWords;
  readonly secrets: () => SecretPorts;
  /** Address of the page; null: it is not served. */
  readonly page: () => string | null;
};

const patienceMs = 10_000;

export function createNtfy({ store, clock, words, secrets, page }: NtfyPorts): Channel {
  const { origin, pathname } = new URL(words.url);
  const topic = pathname.slice(1);
  return createTellOnly(
    { store, clock },
    {
      name: 'ntfy',
      people: async () => [topic],
      as: topic,
      async tell(_, notification) {
        const token = await tokenOf(words, secrets());
        return token.ok
          ? await publish(origin, token.value, { topic, ...messageOf(notification, page(), clock.now()) }, clock.now())
          : token;
      },
    },
  );
}

async function tokenOf({ token_env: env, token_file: file }: NtfyWords, ports: SecretPorts) {
  return env === undefined && file === undefined ? ok(null) : readSecret('token of ntfy', { env, file }, ports);
}

const asWord = (key: string): string => key.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);

/** Who runs the server reads it: it says that there is something, and where. */
function messageOf({ kind, key, title, text, silent, question }: Notification, page: string | null, now: number) {
  const way = wayTo(page, question);
  return {
    title,
    message: kind === 'over' || kind === 'note' ? text : way,
    // A reminder is one of its own, which is seen.
    sequence_id: asWord(kind === 'reminded' ? `${key}-${now}` : key),
    priority: silent ? 2 : 3,
    ...(page === null ? {} : { click: way }),
  };
}

/** Published as JSON at the root; redirects are not followed. */
async function publish(origin: string, token: string | null, message: object, now: number): Promise<Result<void>> {
  try {
    const answer = await fetch(`${origin}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(patienceMs),
    });
    await answer.body?.cancel();
    if (answer.ok) return ok(undefined);
    const code = answer.status === 401 || answer.status === 403 ? 'CHANNEL_AUTH' : 'CHANNEL_UNREACHABLE';
    const wait = readRetryAfter(answer.headers.get('retry-after'), now);
    return fail(code, `The ntfy server answered ${answer.status}.`, defined({ wait_ms: wait ?? undefined }));
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
    return fail('CHANNEL_UNREACHABLE', `The ntfy server cannot be reached (${code ?? (error as Error).name}).`);
  }
}
