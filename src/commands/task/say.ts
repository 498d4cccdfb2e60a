// Words for the agent: given into its turn where it can take them, else kept as a row for its next.
import { failed } from '../../domain/error.ts';
import type { Said } from '../../domain/fact/fact.ts';
import { type Instant, instant } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Agents } from '../../ports/agent.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Command } from '../ports.ts';
import { commit, nameOf } from '../shared/request.ts';
import { findTask } from './find.ts';
import { mustLive, tellTask } from './notify.ts';

export const sayToTask: Command<'task.say'> = (ports, { task: given, text }, peer) =>
  commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    mustBeForAgent(task, text);
    if (peer.person.kind !== 'person') await mustHeedIt(tx, task, text, ports.clock.now());
    const by = nameOf(peer);
    const said: readonly Said[] = [{ kind: 'said', data: { text, by } }];
    const run = await steerable(ports.agents, tx, task);
    if (run === null) {
      await tellTask(ports, tx, task, { kind: 'say', body: text }, peer, said);
      return { task: task.id, when: 'next_turn' };
    }
    const at = ports.clock.now();
    await tx.notify({ thing: run.id, at, by, kind: 'say', body: text });
    await tx.say(task.id, task.task, at, said);
    await ports.queue.add(tx, [{ thing: run.id, at, host: run.host }]);
    return { task: task.id, when: 'now' };
  });

/** What a chat takes for a command, and its name here: `task pause`. Whoever means to stop an agent does not want to tell it something. */
const ofChat: ReadonlyMap<string, string> = new Map([
  ['/pause', 'pause'],
  ['/stop', 'pause'],
  ['/resume', 'resume'],
  ['/cancel', 'cancel'],
  ['/done', 'finish'],
]);

function mustBeForAgent({ id }: Task, text: string): void {
  const word = text.trim().toLowerCase();
  const here = ofChat.get(word);
  if (here === undefined) return;
  const now = word === '/stop' ? ' --now' : '';
  throw failed('USAGE', `\`${word}\` is for a chat; the agent of ${id} was told nothing.`, {
    task: id,
    hint: `Say it to Drover: \`drover task ${here} ${id}${now}\`.`,
  });
}

/** What is said is kept, read at every step and given to the agent: of who is no person so much in an hour, in characters. */
const mostSaid = { words: 60, characters: 1024 * 1024 };
const hourMs = 3_600_000;

async function mustHeedIt(tx: Transaction, { id }: Task, text: string, now: Instant): Promise<void> {
  const lately = { thing: id, kind: 'said', since: instant(now - hourMs), limit: 1_000, last: true } as const;
  const said = (await tx.facts(lately)).filter(({ at }) => at <= now + hourMs);
  const words = said.filter(({ data }) => !String(data.by).startsWith('person:'));
  const characters = words.reduce((sum, { data }) => sum + String(data.text).length, text.length);
  if (words.length < mostSaid.words && characters <= mostSaid.characters) return;
  throw failed('INBOX_FULL', `${id} was told as much in this hour as its agent can heed; this was not said.`, {
    task: id,
    hint: 'Say it in an hour, or have a person say it.',
  });
}

/** The turn under way that works on the task, if its agent hears words meanwhile. An analysis has to answer in a form and is left alone. */
async function steerable(agents: Agents, tx: Transaction, task: Task): Promise<Run | null> {
  const runs = await tx.things({ kind: 'run', task: task.task, ended: false });
  const able = runs.filter(({ spec: { purpose }, state }) => {
    if (state.kind !== 'running' || state.endAsked || state.hired === undefined) return false;
    if (purpose.kind !== 'agent' || purpose.role !== 'develop') return false;
    return agents.get(purpose.agent, state.hired.driver)?.capabilities.steer === true;
  });
  return able.at(-1) ?? null;
}
