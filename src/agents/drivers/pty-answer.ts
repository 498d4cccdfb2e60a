// Answers what a program asks: by the file its hook waits for, or by its dialog on the screen.
import type { HookWord } from './pty-hook.ts';
import { choose } from './pty-menu.ts';
import { Spool } from './pty-spool.ts';
import type { Typist } from './pty-type.ts';

/** How long a dialog may take to be seen to close. */
const patienceMs = 30_000;

export async function answerQuestion(
  { profile, keeper, live }: Typist,
  asked: string,
  choice: string,
  note: string | null,
): Promise<'answered' | 'gone'> {
  const kept = await keeper.find(live.runId);
  if (kept === null || kept.ending !== null) return 'gone';
  const spool = new Spool(live.folder);
  const open = (await questions(spool, profile.hear)).get(asked);
  if (open === undefined) return await choose(profile, keeper, live, asked, choice, AbortSignal.timeout(patienceMs));
  const chosen = open.asked.choices.find(({ id }) => id === choice);
  if (chosen === undefined) return 'gone';
  return (await spool.answer(asked, { means: chosen.means, note })) ? 'answered' : 'gone';
}

type Question = Extract<HookWord, { kind: 'asked' }>;

/** Those that hooks told of and did not close. */
async function questions(spool: Spool, hear: Typist['profile']['hear']): Promise<ReadonlyMap<string, Question>> {
  const open = new Map<string, Question>();
  for (const { event } of [...(await spool.earlier()), ...(await spool.fresh())])
    for (const word of hear(event)) {
      if (word.kind === 'asked') open.set(word.asked.id, word);
      if (word.kind === 'closed') open.delete(word.id);
    }
  return open;
}
