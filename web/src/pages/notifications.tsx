// Notifications in this browser, for who wants them: the one thing of the settings that is changed here, for it is the browser's.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { RefusalNotice } from '../parts/notice.tsx';
import { lookNotifying, notifyHere, notifying, notifyNoMore } from '../state/notifications.ts';
import { say } from '../words/words.ts';

export function Notifications() {
  const words = say();
  const busy = useSignal(false);
  useEffect(() => void lookNotifying(), []);
  const at = notifying.value;
  const act = async (change: () => Promise<void>) => {
    busy.value = true;
    await change();
    busy.value = false;
  };
  return (
    <section aria-labelledby="notifications">
      <h2 class="group" id="notifications">
        {words.notifications}
      </h2>
      <p class="quiet">{words.notificationsHint}</p>
      <div class="actions">
        {at.kind === 'on' ? (
          <button type="button" disabled={busy.value} onClick={() => act(notifyNoMore)}>
            {words.notifyNoMore}
          </button>
        ) : null}
        {at.kind === 'off' || at.kind === 'failed' ? (
          <button type="button" disabled={busy.value} onClick={() => act(notifyHere)}>
            {words.notifyHere}
          </button>
        ) : null}
        <span role="status" class="quiet">
          {at.kind === 'on' ? `✓ ${words.notified}` : at.kind === 'off' ? words.notNotified : ''}
        </span>
      </div>
      {at.kind === 'unable' ? <p class="quiet">{words.cannotNotify}</p> : null}
      {at.kind === 'blocked' ? <p class="notice ask">{words.notifyBlocked}</p> : null}
      {at.kind === 'not_configured' ? (
        <p class="quiet">
          {words.notifyUnset} <code>drover config set surfaces.web_push.contact mailto:you@example.com</code>
        </p>
      ) : null}
      {at.kind === 'failed' ? <p class="notice bad">{words.notifyFailed(at.why)}</p> : null}
      {at.kind === 'refused' ? <RefusalNotice refused={at.refused} /> : null}
    </section>
  );
}
