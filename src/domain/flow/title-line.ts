// The title of a node as one line of a file or a prompt: it may be an issue's, and so anybody's.
import { stripControl } from '../text/safe/strip-control.ts';
import { shorten } from '../text/shorten.ts';

const longest = 200;
/** Of hundreds of nodes nearly all are called so. */
const plain = /^[!-~](?:[ !-~]{0,198}[!-~])?$/;

export function titleLine(title: string): string {
  if (plain.test(title) && !title.includes('  ')) return title;
  const line = stripControl(title.slice(0, 10 * longest))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return shorten(line, longest);
}
