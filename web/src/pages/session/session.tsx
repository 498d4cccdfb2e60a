// One session: how it stands, its terminal, what it asks, and a way to tell it something.
import { useSignal } from '@preact/signals';
import type { SessionView } from '../../../../src/contract/session.ts';
import { ask, type Refused } from '../../door/ask.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { QuestionCard } from '../../parts/question-card.tsx';
import { SessionSign } from '../../parts/sign.tsx';
import { SureButton } from '../../parts/sure-button.tsx';
import { useReply } from '../../state/asked.ts';
import { heardOf, ofSessions, world } from '../../state/live.ts';
import { TerminalView } from '../../terminal/terminal-view.tsx';
import { told } from '../../words/told.ts';
import { say } from '../../words/words.ts';
import { Conversation } from './conversation.tsx';
import { SessionFacts } from './session-facts.tsx';
import { TellSession } from './tell-session.tsx';

export function SessionPage({ name }: { readonly name: string }) {
  const reply = useReply('service.ps', { id: name, all: true }, heardOf.value.get(ofSessions)).value;
  const [session] = reply?.ok ? reply.data.sessions : [];
  const words = say();
  if (session === undefined)
    return (
      <>
        <h1 tabIndex={-1} class="mono">
          {name}
        </h1>
        {reply === null ? <p class="quiet">{words.loading} …</p> : null}
        {reply !== null && !reply.ok ? <RefusalNotice refused={reply} /> : null}
        {reply?.ok ? (
          <p>
            {words.noSuchSession} <a href="#/sessions">{words.sessions}</a>
          </p>
        ) : null}
      </>
    );
  return <Session session={session} />;
}

function Session({ session }: { readonly session: SessionView }) {
  const words = say();
  const asked = world.value?.questions.filter(({ about }) => about === session.id) ?? [];
  const ended = session.state === 'ended';
  return (
    <>
      <header class="task-head">
        <p class="quiet">
          <a href="#/sessions">{words.sessions}</a> / <span class="mono">{session.row}</span>
        </p>
        <h1 tabIndex={-1}>{session.id}</h1>
        <p class="standing">
          <SessionSign state={session.state} />
          <span class="quiet">{told(session.degraded ?? (ended ? session.ending : session.why))}</span>
        </p>
      </header>
      <div class="task session">
        <div class="main">
          {asked.map((question) => (
            <QuestionCard key={question.id} question={question} alone={false} />
          ))}
          {session.driver === 'pty' && !ended ? (
            <TerminalView session={session.id} />
          ) : (
            <Conversation session={session.row} lines={session.driver === 'pty'} />
          )}
        </div>
        <aside>
          {ended ? null : <TellSession session={session.id} />}
          <SessionFacts session={session} />
          {ended ? null : <Stop session={session.id} />}
        </aside>
      </div>
    </>
  );
}

/** What it is at is lost. */
function Stop({ session }: { readonly session: string }) {
  const words = say();
  const refused = useSignal<Refused | null>(null);
  const stop = async () => {
    const reply = await ask('session.stop', { session, wait: false });
    refused.value = reply.ok ? null : reply;
  };
  return (
    <div>
      <SureButton {...{ label: words.stopSession, why: words.stopSure, yes: words.stopSession }} act={stop} />
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
    </div>
  );
}
