// Answers what a program asks: by the file its hook waits for, or by its dialog on the screen.
import type { HookWord } from './pty-hook.ts';
import { choose } from './pty-menu.ts';
import { Spool } from './pty-spool.ts';
import type { Typist } from './pty-type.ts';

/** How long a dialog may take to be seen to close. */
const patienceMs = 30_000;

export async function answerQuestion(
  { profile, keeper, live, ledger, now }: Typist,
  asked: string,
  choice: string,
  note: string | null,
): Promise<'answered' | 'gone'> {
  const kept = await keeper.find(live.runId);
  if (kept === null || kept.ending !== null) return 'gone';
  const spool = new Spool(live.folder);
  const { asks, closed } = await questions(spool, profile.hear);
  const question = asks.get(asked);
  if (question === undefined) {
    const before = (await ledger.read()).findLast((line) => line.kind === 'answered' && line.id === asked);
    const chosen = await choose(profile, keeper, live, asked, choice, AbortSignal.timeout(patienceMs));
    if (chosen === 'gone') return before?.kind === 'answered' && before.choice === choice ? 'answered' : 'gone';
    await ledger.add({ kind: 'answered', id: asked, choice, at: now() });
    return 'answered';
  }
  const means = question.asked.choices.find(({ id }) => id === choice)?.means;
  const earlier = await spool.answered(asked);
  if (earlier !== null) return earlier.means === means ? 'answered' : 'gone';
  if (means === undefined || closed.has(asked)) return 'gone';
  await spool.answer(asked, { means, note });
  return 'answered';
}

type Question = Extract<HookWord, { kind: 'asked' }>;

/** Those that hooks told of, and which of them are open no more. */
async function questions(spool: Spool, hear: Typist['profile']['hear']) {
  const asks = new Map<string, Question>();
  const closed = new Set<string>();
  for (const { event } of [...(await spool.earlier()), ...(await spool.fresh())])
    for (const word of hear(event)) {
      if (word.kind === 'asked') asks.set(word.asked.id, word);
      if (word.kind === 'closed') closed.add(word.id);
    }
  return { asks, closed };
}
