// Words to an agent that lives: they reach it when it can hear them, and wait in its inbox until then.
import { useRef } from 'preact/hooks';
import { ask, newKey } from '../../door/ask.ts';
import { TellForm } from '../../parts/tell-form.tsx';
import { say } from '../../words/words.ts';

export function TellSession({ session }: { readonly session: string }) {
  const words = say();
  const key = useRef(newKey());
  const tell = async (text: string) => {
    const reply = await ask('session.send', { session, text, until: 'queued', once: key.current });
    if (!reply.ok) return reply;
    key.current = newKey();
    return words.queued(reply.data.message.id);
  };
  return <TellForm name={`session.${session}`} hint={words.tellSessionHint} tell={tell} />;
}
