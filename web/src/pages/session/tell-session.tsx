// Words to an agent that lives: they reach it when it can hear them, and wait in its inbox until then.
import { ask } from '../../door/ask.ts';
import { TellForm } from '../../parts/tell-form.tsx';
import { keyOf, noteArrival } from '../../state/send-once.ts';
import { say } from '../../words/words.ts';

export function TellSession({ session }: { readonly session: string }) {
  const words = say();
  const name = `session.${session}`;
  const tell = async (text: string) => {
    const reply = await ask('session.send', { session, text, until: 'queued', once: keyOf(name, { text }) });
    if (!reply.ok) return reply;
    noteArrival(name);
    return words.queued(reply.data.message.id);
  };
  return <TellForm name={name} hint={words.tellSessionHint} tell={tell} />;
}
