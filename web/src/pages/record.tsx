// What was done and what it cost: all that was said, searched; spend; every agent's run and session that ended.
import { useSignal } from '@preact/signals';
import type { Hit, SpendLine, SpendTable } from '../../../src/contract/record.ts';
import type { HistoryEntry } from '../../../src/contract/session.ts';
import { type Answered, ask } from '../door/ask.ts';
import { RefusalNotice } from '../parts/notice.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { taskLink } from '../route.ts';
import { useReply } from '../state/asked.ts';
import { world } from '../state/live.ts';
import { taskOf } from '../state/world.ts';
import { count, dateTime, spent, took } from '../words/amounts.ts';
import { told, toldText } from '../words/told.ts';
import { say } from '../words/words.ts';

export function RecordPage() {
  return (
    <>
      <h1 tabIndex={-1}>{say().record}</h1>
      <Search />
      <Spend />
      <History />
    </>
  );
}

/** A run or session is told by its id, a task by its link. */
const Thing = ({ id }: { readonly id: string }) =>
  taskOf({ thing: id }) === null ? <span class="mono">{id}</span> : <a href={taskLink(id)}>{id}</a>;

function Search() {
  const words = say();
  const typed = useSignal('');
  const reply = useSignal<Answered<{ readonly hits: readonly Hit[] }> | null>(null);
  const search = async (event: Event) => {
    event.preventDefault();
    if (typed.value.trim() !== '') reply.value = await ask('service.search', { words: typed.value.trim(), limit: 50 });
  };
  const found = reply.value;
  return (
    <section aria-labelledby="search">
      <h2 class="group" id="search">
        {words.search}
      </h2>
      <form class="search" onSubmit={search}>
        <input
          type="search"
          id="find"
          aria-label={words.search}
          placeholder={words.searchHint}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
        <button type="submit">{words.search}</button>
      </form>
      {found !== null && !found.ok ? <RefusalNotice refused={found} /> : null}
      {found?.ok && found.data.hits.length === 0 ? <p class="quiet">{words.nothingFound}</p> : null}
      <ul class="hits">
        {(found?.ok ? found.data.hits : []).map(({ thing, task, part, at, text }) => (
          <li key={`${thing} ${part} ${at}`}>
            <p class="quiet">
              <Thing id={task} /> · {part} · {dateTime(at)}
            </p>
            <p>{toldText(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type By = SpendTable['by'];

function Spend() {
  const words = say();
  const by = useSignal<By>('day');
  const reply = useReply('service.spend', { by: by.value }, world.value?.board).value;
  return (
    <section>
      <div class="top">
        <h2 class="group">{words.spend}</h2>
        <select
          class="by"
          aria-label={words.spendBy}
          value={by.value}
          onChange={(event) => {
            by.value = event.currentTarget.value as By;
          }}
        >
          {(['day', 'workspace', 'agent', 'task'] as const).map((each) => (
            <option key={each} value={each}>
              {words.spendKinds[each]}
            </option>
          ))}
        </select>
      </div>
      {reply !== null && !reply.ok ? <RefusalNotice refused={reply} /> : null}
      {reply?.ok ? <SpendLines table={reply.data} /> : null}
    </section>
  );
}

/** The bar is of money, or of tokens where no price is known. */
export function SpendLines({ table: { by, lines, total } }: { readonly table: SpendTable }) {
  const words = say();
  const weigh = (line: SpendLine) => (total.money > 0 ? line.money : line.input_tokens + line.output_tokens);
  // What is not known is not nothing.
  const isWeighed = (line: SpendLine) => !(total.money > 0 && line.money === 0 && line.unpriced_turns > 0);
  const most = Math.max(...lines.map(weigh), 0);
  if (lines.length === 0) return <p class="quiet">{words.nothingSpent}</p>;
  return (
    <Scroll label={words.spend}>
      <table class="table stacks">
        <thead>
          <tr>
            <th scope="col">{words.spendKinds[by]}</th>
            <th scope="col">{words.turns}</th>
            <th scope="col">{words.tokens}</th>
            <th scope="col">{words.cost}</th>
            <th scope="col">
              <span class="unseen">{words.share}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...lines, { ...total, key: words.total }].map((line, index) => (
            <tr key={line.key}>
              <td>{by === 'task' && index < lines.length ? <Thing id={line.key} /> : line.key}</td>
              <td>{line.turns}</td>
              <td>{count(line.input_tokens + line.output_tokens)}</td>
              <td>
                {line.money > 0 ? `$${line.money.toFixed(2)}` : '–'}
                {line.unpriced_turns > 0 ? <span class="quiet"> {words.unpriced(line.unpriced_turns)}</span> : null}
              </td>
              <td>
                {index < lines.length && most > 0 && isWeighed(line) ? (
                  <meter min={0} max={most} value={weigh(line)} />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const mostEntries = 200;

function History() {
  const words = say();
  const reply = useReply('service.history', { all: true, limit: mostEntries }, world.value?.board).value;
  return (
    <section>
      <h2 class="group">{words.history}</h2>
      {reply !== null && !reply.ok ? <RefusalNotice refused={reply} /> : null}
      {reply?.ok && reply.data.entries.length === 0 ? <p class="quiet">{words.noHistory}</p> : null}
      {reply?.ok && reply.data.entries.length > 0 ? <Entries entries={reply.data.entries} /> : null}
    </section>
  );
}

const wordOf = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

export function Entries({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const words = say();
  return (
    <Scroll label={words.history}>
      <table class="table stacks">
        <thead>
          <tr>
            <th scope="col">{words.ended}</th>
            <th scope="col">{words.who}</th>
            <th scope="col">{words.agent}</th>
            <th scope="col">{words.task}</th>
            <th scope="col">{words.took}</th>
            <th scope="col">{words.cost}</th>
            <th scope="col">{words.result}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ row, id, agent, task, role, ended_at: at, duration_ms: ms, usage, outcome }) => (
            <tr key={row}>
              <td>{dateTime(at)}</td>
              <td class="mono">{id}</td>
              <td>
                {agent} <span class="quiet">{wordOf(words.roles, role) ?? role}</span>
              </td>
              <td>{task === null ? '' : <Thing id={task} />}</td>
              <td>{ms === null ? '' : took(ms)}</td>
              <td>{spent(usage)}</td>
              <td class="wide">{wordOf(words.turnOutcomes, outcome) ?? told(outcome)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
