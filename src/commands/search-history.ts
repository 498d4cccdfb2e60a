// All that was asked, answered, planned and said, searched. The index is brought up to the journal's end first.
import type { Fact } from '../domain/thing.ts';
import type { Reads } from '../ports/store.ts';
import { record } from './keep-record.ts';
import { passagesOf } from './passages-of.ts';
import type { Command, CommandPorts } from './ports.ts';

const page = 500;

export const searchHistory: Command<'service.search'> = async (ports, { words, limit }) => {
  await catchUp(ports);
  return { hits: ports.search.find(words, limit) };
};

/** Whoever was said something of in the journal is read again as it stands. */
async function catchUp({ store, search }: CommandPorts): Promise<void> {
  for (let more = true; more; ) {
    const after = search.position();
    const { facts, passages } = await store.read(async (reads) => {
      const found = await reads.facts({ after, limit: page });
      return { facts: found, passages: await readAgain(reads, found) };
    });
    const last = facts.at(-1);
    if (last !== undefined) search.put(passages, last.position);
    more = facts.length === page;
  }
}

async function readAgain(reads: Reads, facts: readonly Fact[]) {
  const things = new Set(facts.filter(({ thing }) => thing !== record).map(({ thing }) => thing));
  const passages = [];
  for (const id of things) {
    const thing = await reads.thing(id);
    if (thing !== null) passages.push(...passagesOf(thing, await questionsOf(reads, thing.kind, thing.task)));
  }
  return passages;
}

const questionsOf = async (reads: Reads, kind: string, task: Fact['task']) =>
  kind === 'task' || kind === 'chain' || kind === 'session' ? reads.questions({ task }) : [];
