// One task: what it asks, how far it is, and all that proves it.
import { useEffect } from 'preact/hooks';
import type { TaskDetail } from '../../../../src/contract/task.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { phases } from '../../parts/phase-strip.tsx';
import { QuestionCard } from '../../parts/question-card.tsx';
import { markOf, Sign } from '../../parts/sign.tsx';
import { type Tab, tabs, taskLink } from '../../route.ts';
import { now } from '../../state/clock.ts';
import { open, openTask, stuck, world } from '../../state/live.ts';
import { askedOf } from '../../state/world.ts';
import { took } from '../../words/amounts.ts';
import { told } from '../../words/told.ts';
import { say } from '../../words/words.ts';
import { Actions } from './actions.tsx';
import { ChangeTab } from './change.tsx';
import { EvidenceTab } from './evidence.tsx';
import { Facts } from './facts.tsx';
import { LogTab } from './log.tsx';
import { Overview } from './overview.tsx';
import { PreviewTab } from './preview.tsx';

export function TaskPage({ id, tab }: { readonly id: string; readonly tab: Tab }) {
  useEffect(() => openTask(id), [id]);
  const seen = open.value?.id === id ? open.value : null;
  if (seen?.task == null)
    return (
      <>
        <h1 tabIndex={-1} class="mono">
          {id}
        </h1>
        {seen?.refused == null ? <p class="quiet">{say().loading} …</p> : <RefusalNotice refused={seen.refused} />}
      </>
    );
  return <Task task={seen.task} tab={tab} />;
}

function Task({ task, tab }: { readonly task: TaskDetail; readonly tab: Tab }) {
  const asked = world.value === null ? task.open_questions : askedOf(world.value, task);
  return (
    <>
      <header class="task-head">
        <p class="quiet">
          <a href="#/">{say().board}</a> / <span class="mono">{task.id}</span>
        </p>
        <h1 tabIndex={-1}>{task.text}</h1>
        <p class="standing">
          <Sign {...markOf(task, stuck.value.has(task.id))} />
          <span class="quiet">{told(task.state)}</span>
        </p>
        <Phases task={task} />
      </header>
      <div class="task">
        <div class="main">
          {asked.map((question) => (
            <QuestionCard key={question.id} question={question} alone={question.task !== task.id} />
          ))}
          <TabBar id={task.id} tab={tab} />
          <TabView task={task} tab={tab} />
        </div>
        <aside>
          <Actions task={task} />
          <Facts task={task} />
        </aside>
      </div>
    </>
  );
}

function TabBar({ id, tab }: { readonly id: string; readonly tab: Tab }) {
  const words = say();
  return (
    <nav class="tabs" aria-label={id}>
      {tabs.map((each) => (
        <a key={each} href={taskLink(id, each)} aria-current={each === tab ? 'page' : undefined}>
          {words[each]}
        </a>
      ))}
    </nav>
  );
}

function TabView({ task, tab }: { readonly task: TaskDetail; readonly tab: Tab }) {
  switch (tab) {
    case 'overview':
      return <Overview task={task} />;
    case 'change':
      return <ChangeTab id={task.id} />;
    case 'log':
      return <LogTab id={task.id} />;
    case 'evidence':
      return <EvidenceTab id={task.id} />;
    case 'preview':
      return <PreviewTab id={task.id} />;
  }
}

/** All of them, and how long each took; visited more than once it is their sum. */
function Phases({ task }: { readonly task: TaskDetail }) {
  const words = say();
  const over = task.outcome !== null;
  return (
    <ol class="phases">
      {phases.map((phase) => {
        const visits = task.history.filter((each) => each.phase === phase);
        const spentHere = visits.reduce(
          (sum, { entered, left }) => sum + Math.max(0, (left ?? now.value) - entered),
          0,
        );
        const at = phase === task.phase && !over;
        const class_ = at ? 'now' : visits.length > 0 ? 'done' : '';
        return (
          <li key={phase} class={class_} aria-current={at ? 'step' : undefined}>
            <span class="name">
              <span aria-hidden="true">{at ? '▸ ' : visits.length > 0 ? '✓ ' : ''}</span>
              {words.phases[phase]}
            </span>
            <span class="quiet">{visits.length > 0 ? took(spentHere) : ''}</span>
          </li>
        );
      })}
    </ol>
  );
}
