// What words without a reply may be about: the questions and drafts that had arrived where they were written, before they were.
import type { Question } from '../../domain/question/question.ts';
import type { Acting, Known } from './acting.ts';
import { openQuestion } from './answer.ts';
import { type Draft, list, type Outgoing, type Said } from './kept.ts';

export type Matter =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'draft'; readonly key: string; readonly draft: Draft };

export type Matters = {
  readonly open: readonly Matter[];
  /** Ids of questions that are open, and had not arrived when it was written. */
  readonly early: readonly string[];
};

/** So long a task that was stated may be started by words without a reply. */
const draftMs = 24 * 60 * 60_000;

export async function openMatters(acting: Acting, user: Known, said: Said): Promise<Matters> {
  const { store, clock } = acting;
  const [shown, drafts] = await store.read(
    async (reads) => [await list(reads, 'message'), await list(reads, 'draft')] as const,
  );
  const open: Matter[] = [];
  const early: string[] = [];
  for (const { key, body } of shown) {
    if (body.user !== user.id || key.startsWith('note/') || said.group) continue;
    const question = await openQuestion(acting, key.split('/')[0] ?? '');
    if (question?.state.kind !== 'open') continue;
    if (body.chat === said.chat && wasThere(body, said)) open.push({ kind: 'question', question });
    else early.push(question.id);
  }
  for (const { key, at, body } of drafts) {
    const mine = body.state.kind === 'open' && body.user === user.id && body.chat === said.chat;
    if (!mine || body.text === '' || body.message === null || clock.now() - at > draftMs) continue;
    if (isAfter(said, { last: body.message, arrived: body.arrived })) open.push({ kind: 'draft', key, draft: body });
  }
  return { open, early };
}

/** Its whole message was confirmed by the service, and is older than these words. */
export const wasThere = ({ state, sent, arrived, told }: Outgoing, said: Said): boolean =>
  state === 'shown' && isAfter(said, { last: sent.at(-1), arrived: arrived ?? Math.ceil(told / 1000) });

/** Both times are the service's own; within a second the numbers of the messages say which was first. */
const isAfter = (
  { date, message }: Said,
  { last, arrived }: { readonly last: number | undefined; readonly arrived: number | undefined },
): boolean => last !== undefined && date !== undefined && arrived !== undefined && date >= arrived && message > last;
