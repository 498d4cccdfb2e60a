// Somebody who is paired, spoken to in their own language: as it is configured, else as their first words were.
import { defined } from '../../domain/defined.ts';
import { isAnswer } from '../../domain/question/words-of-answers.ts';
import type { Acting, Known } from './acting.ts';
import { get, put } from './kept.ts';

export async function knownUser(
  { store, config }: Pick<Acting, 'store' | 'config'>,
  id: string,
): Promise<Known | null> {
  const found = await store.read((reads) => get(reads, 'user', id));
  if (found === null) return null;
  const read = await config.read();
  const people = Object.entries(read.ok ? (read.value.people ?? {}) : {});
  const own = people.find(
    ([name, { telegram }]) => String(telegram) === id || name.toLowerCase() === found.name.toLowerCase(),
  )?.[1].language;
  return { ...found, id, ...defined({ language: own }) };
}

/** Commands, numbers and answers of one word are no language. */
export async function hearLanguage(acting: Acting, user: Known, text: string): Promise<Known> {
  const { store, clock } = acting;
  const row = await store.read((reads) => get(reads, 'user', user.id));
  if (row === null || row.spoken === true || /^\//.test(text) || isAnswer(text) || !/\p{L}\P{L}*\p{L}/u.test(text))
    return user;
  const language = /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
  await store.transact((tx) => put(tx, 'user', user.id, clock.now(), { ...row, language, spoken: true }));
  return (await knownUser(acting, user.id)) ?? user;
}
