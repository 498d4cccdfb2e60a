// An issue as GitHub tells it, and Gitea and Forgejo in the same words.
import * as v from 'valibot';
import type { Issue } from '../ports/forge.ts';
import { count, person, readAs, webAddress, words } from './read-as.ts';

const issue = v.object({ number: count, html_url: webAddress, title: v.string(), body: words, user: person });
const comment = v.object({ body: words, user: person });

/** `title`: the forge's, for what is said of an answer in another shape. */
export function asIssue(title: string, answer: unknown, comments: readonly unknown[]): Issue {
  const found = readAs(title, issue, answer);
  return {
    address: found.html_url,
    number: found.number,
    title: found.title,
    text: found.body ?? '',
    author: found.user?.login ?? 'somebody',
    comments: comments
      .map((each) => readAs(title, comment, each))
      .map(({ body, user }) => ({ author: user?.login ?? 'somebody', text: body ?? '' })),
  };
}
