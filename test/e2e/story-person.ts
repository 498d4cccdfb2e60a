// Somebody with a phone and a browser: taps what is asked in the chat, each message once; and on the forge says a word, has a check that fails, and merges what is ready.
import { execFileSync } from 'node:child_process';
import { comment, type Held } from '../fakes/forges/hub.ts';
import type { Sent } from '../fakes/telegram/bot-api.ts';
import type { Person } from '../fakes/telegram/person.ts';
import { mergePull } from './merge-pull.ts';
import type { Story } from './story-world.ts';

export const asked = /^(q\d+) · (.+?) · (\w+)\n/;

/** By the words of the button, or its number. `again`: kills come again and again, and may fall three times on one effect, and again, which is rightly asked about. */
function choiceOf(kind: string, text: string, again: boolean): string | number {
  switch (kind) {
    case 'proceed':
      return '1 yes';
    case 'plan':
      return text.includes('split into') ? 'split into' : '1 ';
    case 'next_feature':
      return text.includes('Go on with F-2') ? 'skip F-2' : '1 go on';
    case 'submit':
    case 'deployed':
    case 'verified':
      return 0;
    case 'effect':
      if (again && /was cut off [369] times/.test(text)) return '1 try it again';
  }
  throw new Error(`nobody answers this here: ${text}`);
}

/** Taps what was not tapped before, a submission once nothing is tried beside it; a tap is never repeated, whatever becomes of it. */
export function tapAll(person: Person, tapped: Set<number>, again: boolean): void {
  for (const message of person.reads) {
    const [, , , kind] = asked.exec(message.text) ?? [];
    const isWaiting = message.text.includes('⏳');
    if (kind === undefined || message.buttons.length === 0 || tapped.has(message.id) || isWaiting) continue;
    tapped.add(message.id);
    person.tapsData(buttonOf(message, choiceOf(kind, message.text, again)), message);
  }
}

function buttonOf(message: Sent, which: string | number): string {
  const { buttons } = message;
  const found =
    typeof which === 'number'
      ? buttons[which]
      : buttons.find(({ text }) => text.startsWith(which) || text.includes(which));
  if (found === undefined) throw new Error(`no button ${which} in ${JSON.stringify(message)}`);
  return found.callback_data;
}

/** What is new on the forge for Drover to see? One thing after another: the check, the word, the merge of each. */
export function visitForge({ forge: { hub }, bare }: Story): boolean {
  const [first, second] = hub.pulls;
  if (first === undefined) return false;
  if (hub.checks.length === 0) failCheck(hub, first);
  if (hub.commitOf(first.branch) === hub.checks[0]?.sha) return true;
  if (hub.comments.length === 0)
    comment(hub, { pull: first.number, author: 'grace', text: 'Why by itself?', path: 'src/middleware.js', line: 1 });
  if (second === undefined || hub.comments.length < 2) return hub.comments.length < 2;
  for (const pull of hub.pulls)
    if (pull.state === 'open' && pull.base === 'main' && isUpToDate(bare, pull.branch)) mergePull(bare, pull);
  return true;
}

function failCheck(hub: Story['forge']['hub'], { branch }: Held): void {
  hub.required = ['build'];
  const log = 'line\n##[error]no page on the build';
  hub.checks.push({ id: 1, sha: hub.commitOf(branch), name: 'build', state: 'failed', kind: 'job', log });
}

/** As a protected branch wants it before a merge. */
function isUpToDate(bare: string, branch: string): boolean {
  try {
    execFileSync('git', ['-C', bare, 'merge-base', '--is-ancestor', 'main', branch]);
    return true;
  } catch {
    return false;
  }
}
