// What an answer of a forge means, where all forges mean the same.
import { Failed, failed } from '../domain/error.ts';
import type { Answer, Client } from './client.ts';

/** The body of the answer that was wanted; throws for every other. */
export function wanted(client: Client, answer: Answer, status: number, doing: string): unknown {
  if (answer.status !== status) throw client.refused(answer, doing);
  return answer.body;
}

/** The issue's body; throws `ISSUE_NOT_FOUND`. */
export function wantedIssue(client: Client, answer: Answer, repository: string, number: number): unknown {
  if (answer.status === 404 || answer.status === 410)
    throw failed('ISSUE_NOT_FOUND', `There is no issue ${number} in ${repository}, or this login may not see it.`, {
      number,
    });
  return wanted(client, answer, 200, `show the issue ${number}`);
}

/** '' where it was done, else what could not be: nothing that would undo the pull request. */
export async function attempt(client: Client, doing: string, act: () => Promise<Answer>): Promise<string> {
  try {
    const answer = await act();
    return answer.status < 300 ? '' : client.refused(answer, doing).failure.message;
  } catch (error) {
    if (error instanceof Failed) return `It was not possible to ${doing}: ${error.failure.message}`;
    throw error;
  }
}

/** Names of labels and people are the same in large and small letters. */
export const missing = (asked: readonly string[], there: readonly string[]): readonly string[] => {
  const known = new Set(there.map((name) => name.toLowerCase()));
  return asked.filter((name) => !known.has(name.toLowerCase()));
};

/** Newest first. */
export const newestFirst = <T extends { readonly number: number }>(all: readonly T[]): readonly T[] =>
  [...all].sort((one, other) => other.number - one.number);
