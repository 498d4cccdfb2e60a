// How Drover knows its own answers again: a line that people do not see, with the thread and the key of the answer.
import type { Comment, Thread } from '../domain/delivery/pull-request.ts';
import { stripControl } from '../domain/text/safe/strip-control.ts';

const pattern = /<!-- drover ([\w:-]{1,120}) ([\w:#./-]{1,200}) -->/;

export const mark = (text: string, thread: string, key: string): string =>
  `${stripControl(text).replaceAll('<!--', '< !--')}\n\n<!-- drover ${thread} ${key} -->`;

/** null: it is none of ours. Whoever copies the line into a comment makes it one that nobody acts on. */
export function marked(text: string): { readonly thread: string; readonly key: string } | null {
  const found = pattern.exec(text);
  return found === null ? null : { thread: found[1] ?? '', key: found[2] ?? '' };
}

/** A comment as the forge gives it. */
export type Said = {
  readonly id: string;
  readonly author: string;
  readonly bot: boolean;
  readonly member: boolean;
  readonly text: string;
};

export type SaidThread = Omit<Thread, 'comments'> & { readonly comments: readonly Said[] };

/** `aside`: comments that stand by themselves; those of ours belong to the thread that their mark names, all others are threads. */
export function gather(login: string, threads: readonly SaidThread[], aside: readonly SaidThread[]): readonly Thread[] {
  const own = (said: Said) => (said.author === login && login !== '' ? marked(said.text) : null);
  const answers = aside.flatMap(({ comments }) => comments.filter((said) => own(said) !== null));
  const open = aside.filter(({ comments }) => comments.some((said) => own(said) === null));
  return [...threads, ...open].map((thread) => ({
    ...thread,
    comments: [...thread.comments, ...answers.filter((said) => own(said)?.thread === thread.id)].map(
      (said): Comment => ({
        id: said.id,
        author: said.author,
        right: own(said) !== null ? 'own' : said.member ? 'member' : said.bot ? 'bot' : 'stranger',
        text: stripControl(said.text),
      }),
    ),
  }));
}

/** A text that stands by itself as a thread of one. */
export const alone = (id: string, said: Said): SaidThread => ({
  id,
  resolved: false,
  path: null,
  line: null,
  comments: [said],
});
