// The frame of all pages: where one can go, whether what is seen is true, and the page itself.
import { useEffect, useRef } from 'preact/hooks';
import { shown, useKeys } from './keys.ts';
import { BoardPage } from './pages/board.tsx';
import { ChainPage } from './pages/chain.tsx';
import { NewTaskPage } from './pages/new-task.tsx';
import { QuestionPage } from './pages/question.tsx';
import { RecordPage } from './pages/record.tsx';
import { SessionPage } from './pages/session/session.tsx';
import { SessionsPage } from './pages/sessions.tsx';
import { SettingsPage } from './pages/settings.tsx';
import { TaskPage } from './pages/task/task.tsx';
import { Unsent } from './parts/unsent.tsx';
import { type Route, route } from './route.ts';
import { standing, world } from './state/live.ts';
import { clockTime } from './words/amounts.ts';
import { type Language, language, languages, say, speak } from './words/words.ts';

export function App() {
  const help = useRef<HTMLDialogElement>(null);
  useKeys(help);
  const words = say();
  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('#main')?.focus()}>
        {words.skip}
      </button>
      <header class="bar">
        <a class="brand" href="#/">
          <span aria-hidden="true" class="logo" />
          <span class="word">Drover</span>
        </a>
        <Menu />
        <Standing />
        <button type="button" class="quiet-button" onClick={() => help.current?.showModal()} title={words.keysTitle}>
          <span class="key" aria-hidden="true">
            ?
          </span>
          <span class="unseen">{words.keys}</span>
        </button>
      </header>
      <Stale />
      <main id="main" tabIndex={-1}>
        <Unsent />
        <Page route={route.value} />
      </main>
      <KeysDialog dialog={help} />
    </>
  );
}

function Menu() {
  const words = say();
  const open = world.value?.questions.length ?? 0;
  const at = route.value.page;
  return (
    <nav aria-label={words.mainMenu}>
      <a href="#/" aria-current={at === 'board' ? 'page' : undefined}>
        {words.board}
        {open === 0 ? null : (
          <span class="badge">
            <span aria-hidden="true">{open}</span>
            <span class="unseen">{words.questionsOpen(open)}</span>
          </span>
        )}
      </a>
      {(['new', 'sessions', 'record', 'settings'] as const).map((page) => (
        <a key={page} href={`#/${page}`} aria-current={at === page ? 'page' : undefined}>
          {{ new: words.newTask, sessions: words.sessions, record: words.record, settings: words.settings }[page]}
        </a>
      ))}
    </nav>
  );
}

function Standing() {
  const words = say();
  const { kind } = standing.value;
  const [sign, word, tone] =
    kind === 'live'
      ? ['●', words.live, 'good']
      : kind === 'connecting'
        ? ['○', words.connecting, 'quiet']
        : ['✗', words.lost, 'bad'];
  return (
    <span class={`live sign ${tone}`} data-live={kind} role="status">
      <span class="mark" aria-hidden="true">
        {sign}
      </span>
      <span class="word">{word}</span>
    </span>
  );
}

/** What is seen may not be so any more. */
function Stale() {
  const { kind, since } = standing.value;
  const words = say();
  if (kind === 'lost')
    return (
      <p class="stale" role="alert">
        <span aria-hidden="true">! </span>
        {words.lostSince(clockTime(since))}
      </p>
    );
  if (kind === 'signed_out')
    return (
      <p class="stale" role="alert">
        <span aria-hidden="true">! </span>
        {words.signedOut} {words.signedOutHint} <code>drover web</code>
      </p>
    );
  return null;
}

function Page({ route: at }: { readonly route: Route }) {
  useEffect(() => {
    const head = document.querySelector<HTMLElement>('main h1');
    document.title = head === null ? 'Drover' : `${head.textContent} · Drover`;
  });
  const first = useRef(true);
  const place = at.page === 'task' ? `task ${at.id}` : at.page === 'session' ? `session ${at.name}` : at.page;
  useEffect(() => {
    if (!first.current) {
      document.querySelector<HTMLElement>('main h1')?.focus();
      scrollTo(0, 0);
    }
    first.current = false;
  }, [place]);
  switch (at.page) {
    case 'board':
      return <BoardPage />;
    case 'new':
      return <NewTaskPage />;
    case 'task':
      return <TaskPage key={at.id} id={at.id} tab={at.tab} />;
    case 'record':
      return <RecordPage />;
    case 'settings':
      return <SettingsPage />;
    case 'sessions':
      return <SessionsPage />;
    case 'session':
      return <SessionPage key={at.name} name={at.name} />;
    case 'chain':
      return <ChainPage key={at.id} id={at.id} />;
    case 'question':
      return <QuestionPage id={at.id} />;
    case 'unknown':
      return (
        <>
          <h1 tabIndex={-1}>{say().notFound}</h1>
          <a href="#/">{say().backToBoard}</a>
        </>
      );
  }
}

function KeysDialog({ dialog }: { readonly dialog: { readonly current: HTMLDialogElement | null } }) {
  const words = say();
  return (
    <dialog ref={dialog} aria-labelledby="keys">
      <h2 id="keys">{words.keysTitle}</h2>
      <dl class="keys">
        {shown.map(({ keys, word }) => (
          <div key={word}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words[word]}</dd>
          </div>
        ))}
      </dl>
      <label class="field">
        <span>{words.language}</span>
        <select value={language.value} onChange={(event) => speak(event.currentTarget.value as Language)}>
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div class="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </div>
    </dialog>
  );
}
