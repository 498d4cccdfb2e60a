// Whose session it is, where it works, and what it used.
import type { SessionView } from '../../../../src/contract/session.ts';
import { Fact, FactList, Mono } from '../../parts/fact-list.tsx';
import { age, count, spent } from '../../words/amounts.ts';
import { who } from '../../words/told.ts';
import { say } from '../../words/words.ts';

export function SessionFacts({ session }: { readonly session: SessionView }) {
  const words = say();
  const { context, usage, turns, queue } = session;
  return (
    <FactList>
      <Fact word={words.agent}>{[session.agent, session.model].filter(Boolean).join(' · ')}</Fact>
      <Fact word={words.description}>{session.description}</Fact>
      <Fact word={words.cost}>{spent(usage)}</Fact>
      <Fact word={words.context}>
        {context === null
          ? null
          : `${count(context.used)}${context.window === null ? '' : ` / ${count(context.window)}`}`}
      </Fact>
      <Fact word={words.turns}>{turns === 0 ? null : String(turns)}</Fact>
      <Fact word={words.inbox}>{queue === 0 ? null : words.waitingMessages(queue)}</Fact>
      <Fact word={words.permissions}>{session.permissions}</Fact>
      <Fact word={words.path}>
        <Mono text={session.cwd} />
      </Fact>
      <Fact word={words.startedBy}>{who(session.started_by)}</Fact>
      <Fact word={words.started}>{words.ago(age(session.created_at))}</Fact>
    </FactList>
  );
}
