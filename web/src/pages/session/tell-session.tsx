// Words to an agent that lives: they reach it when it can hear them, and wait in its inbox until then.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ask, newKey, type Refused } from '../../door/ask.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { draft } from '../../state/drafts.ts';
import { say } from '../../words/words.ts';

export function TellSession({ session }: { readonly session: string }) {
  const words = say();
  const text = draft(`session.${session}`);
  const said = useSignal('');
  const refused = useSignal<Refused | null>(null);
  const key = useRef(newKey());
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.value.trim() === '') return;
    const reply = await ask('session.send', { session, text: text.value, until: 'queued', once: key.current });
    refused.value = reply.ok ? null : reply;
    if (!reply.ok) return;
    text.value = '';
    key.current = newKey();
    said.value = words.queued(reply.data.message.id);
  };
  return (
    <form class="tell" onSubmit={send}>
      <label class="field">
        <span>{words.tellIt}</span>
        <textarea rows={3} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        <small>{words.tellSessionHint}</small>
      </label>
      <div class="actions">
        <button type="submit" disabled={text.value.trim() === ''}>
          {words.send}
        </button>
        <span role="status" class="quiet">
          {said.value}
        </span>
      </div>
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
    </form>
  );
}
