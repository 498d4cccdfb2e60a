// What a browser is told of notifications: our key where they are configured, and whether its subscription is one for that key.
import { openPushKeys } from '../../channels/web-push/push-keys.ts';
import { pushKeyOf, subscribePush } from '../../commands/web/push.ts';
import { Failed, fail } from '../../domain/error.ts';
import type { Config } from '../../ports/config.ts';
import type { Files } from '../../ports/files.ts';
import type { Store } from '../../ports/store.ts';
import type { Clock } from '../../ports/system.ts';
import type { PushAccess } from '../../surfaces/http/push.ts';
import type { OpenChannels } from '../channels.ts';

type Ports = {
  readonly store: Store;
  readonly bell: { ring(): void; wait(signal: AbortSignal): Promise<void> };
  readonly clock: Clock;
  readonly files: Pick<Files, 'read' | 'write'>;
  readonly config: Pick<Config, 'read'>;
};

const off = fail('CHANNEL_OFF', 'Notifications in browsers are not configured.', {
  hint: 'Say who answers for them: `drover config set surfaces.web_push.contact mailto:you@example.com`.',
}).failure;

/** What was configured since the daemon began is opened when the first browser asks for it; no server is waited for. */
export function createPush(ports: Ports, channels: Pick<OpenChannels, 'heed'>): PushAccess {
  const configured = async () => {
    const read = await ports.config.read();
    return read.ok ? (read.value.webPush ?? null) : null;
  };
  return {
    async look(session) {
      const key = (await configured()) === null ? null : (await openPushKeys(ports.files)).publicKey;
      return { key, on: key !== null && (await pushKeyOf(ports, session)) === key };
    },
    async change(session, subscription) {
      try {
        const words = await configured();
        if (words === null && subscription !== null) return off;
        await subscribePush(ports, session, subscription, words?.services ?? []);
        await channels.heed();
        return null;
      } catch (error) {
        if (error instanceof Failed) return error.failure;
        throw error;
      }
    },
  };
}
