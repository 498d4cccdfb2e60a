// Live agents that are talked to: who needs a person first, then who is at work, then who waits; those that ended last.
import type { SessionView } from '../../../src/contract/session.ts';
import { RefusalNotice } from '../parts/notice.tsx';
import { SessionSign } from '../parts/sign.tsx';
import { sessionLink } from '../route.ts';
import { useReply } from '../state/asked.ts';
import { heardOf, ofSessions } from '../state/live.ts';
import { age, spent } from '../words/amounts.ts';
import { told } from '../words/told.ts';
import { say } from '../words/words.ts';

const order: Readonly<Record<SessionView['state'], number>> = {
  asks: 0,
  unknown: 1,
  limited: 2,
  busy: 3,
  starting: 4,
  ready: 5,
  ended: 6,
};
const mostEnded = 20;

export function SessionsPage() {
  const words = say();
  const reply = useReply('service.ps', { all: true }, heardOf.value.get(ofSessions)).value;
  const sessions = reply?.ok ? reply.data.sessions : [];
  const live = sessions.filter(({ state }) => state !== 'ended');
  const ended = sessions.filter(({ state }) => state === 'ended').toSorted(lastFirst);
  return (
    <>
      <h1 tabIndex={-1}>{words.sessions}</h1>
      {reply === null ? <p class="quiet">{words.loading} …</p> : null}
      {reply !== null && !reply.ok ? <RefusalNotice refused={reply} /> : null}
      {reply?.ok && live.length === 0 ? (
        <div class="empty">
          <p>{words.noSessions}</p>
          <p class="quiet">
            {words.noSessionsHint} <code>drover start claude --name review -d</code>
          </p>
        </div>
      ) : null}
      <Group
        word={words.alive}
        sessions={live.toSorted((one, other) => order[one.state] - order[other.state] || other.since - one.since)}
      />
      <Group word={words.over} sessions={ended.slice(0, mostEnded)} />
    </>
  );
}

const lastFirst = (one: SessionView, other: SessionView): number => (other.ended_at ?? 0) - (one.ended_at ?? 0);

function Group({ word, sessions }: { readonly word: string; readonly sessions: readonly SessionView[] }) {
  if (sessions.length === 0) return null;
  return (
    <section aria-label={word}>
      <h2 class="group">
        {word} <span class="quiet">{sessions.length}</span>
      </h2>
      <ul class="rows sessions">
        {sessions.map((session) => (
          <Row key={session.row} session={session} />
        ))}
      </ul>
    </section>
  );
}

/** One that ended may share its name with another: it is found by its row. */
function Row({ session }: { readonly session: SessionView }) {
  const { id, row, agent, state, description, since, usage, queue, repository, why, degraded, ending } = session;
  const words = say();
  const more = told(degraded ?? (state === 'ended' ? ending : why));
  return (
    <li class="row">
      <SessionSign state={state} />
      <a class="what" href={sessionLink(state === 'ended' ? row : id)}>
        <span class="text">{id}</span> <span class="quiet">{agent}</span>
      </a>
      <span class="state quiet">{more || description || repository}</span>
      <span class="age quiet">{queue > 0 ? words.waitingMessages(queue) : ''}</span>
      <span class="age quiet">{age(since)}</span>
      <span class="cost quiet">{spent(usage)}</span>
    </li>
  );
}
