// The scripted program's keyboard: pastes, arrows, Enter, Esc, Ctrl-C, Ctrl-U; a key may come in pieces.
import { setTimeout as wait } from 'node:timers/promises';
import type { Picture } from './pty-picture.ts';

export type KeyActs = {
  submit(text: string): void;
  /** false: nothing was under way. */
  interrupt(): boolean;
  leave(): void;
};

const begin = '\u001b[200~';
const end = '\u001b[201~';

/** Lives as long as the program. */
export class Keys {
  choose: ((index: number) => void) | null = null;
  deaf = false;
  /** So long a key of a dialog lies unread, and all that come after it; null: none does. Milliseconds. */
  lateMs: ((key: string) => number) | null = null;
  #before = Promise.resolve();
  readonly #picture: Picture;
  readonly #acts: KeyActs;
  #rest = '';
  #pressed = 0;

  constructor(picture: Picture, acts: KeyActs) {
    this.#picture = picture;
    this.#acts = acts;
  }

  listen(): void {
    process.stdin.setRawMode?.(true);
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (text: string) => this.#hear(text));
    process.stdin.on('end', () => this.#acts.leave());
  }

  putBack(text: string): void {
    this.#picture.line = text;
    this.#picture.draw();
  }

  #hear(text: string): void {
    this.#rest += text;
    for (let key = this.#next(); key !== null; key = this.#next()) if (!this.deaf) this.#take(key);
    this.#picture.draw();
  }

  #take(key: string): void {
    const ms = this.choose === null ? null : (this.lateMs?.(key) ?? null);
    if (ms === null) this.#press(key);
    else this.#before = this.#before.then(() => this.#pressLate(key, ms));
  }

  async #pressLate(key: string, ms: number): Promise<void> {
    await wait(ms);
    this.#press(key);
    this.#picture.draw();
  }

  /** One key or one whole paste; null: there is none, or its end has not come yet. */
  #next(): string | null {
    if (this.#rest === '') return null;
    const pasted = this.#rest.startsWith(begin) ? this.#rest.indexOf(end) : null;
    if (pasted === -1) return null;
    const length = pasted === null ? (/^\u001b\[[A-D]|^./su.exec(this.#rest)?.[0].length ?? 1) : pasted + end.length;
    const key = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return key;
  }

  #press(key: string): void {
    if (this.choose !== null) this.#inDialog(key);
    else this.#inLine(key);
  }

  #inLine(key: string): void {
    this.#pressed = key === '\u0003' ? this.#pressed + 1 : 0;
    if (key.startsWith(begin)) this.#picture.line += key.slice(begin.length, -end.length);
    else if (key === '\r') this.#enter();
    else if (key === '\u0003') this.#controlC();
    else if (key === '\u001b') this.#acts.interrupt();
    else if (key === '\u0015') this.#picture.line = this.#picture.line.split('\n').slice(0, -1).join('\n');
    else if (key === '\u007f') this.#picture.line = this.#picture.line.slice(0, -1);
    else this.#picture.line += key;
  }

  #enter(): void {
    const text = this.#picture.line;
    this.#picture.line = '';
    this.#acts.submit(text);
  }

  #controlC(): void {
    if (this.#acts.interrupt()) return;
    if (this.#picture.line !== '') this.#picture.line = '';
    else if (this.#pressed > 1) this.#acts.leave();
  }

  #inDialog(key: string): void {
    const { dialog } = this.#picture;
    if (dialog === null || this.choose === null) return;
    const { labels, selected } = dialog;
    if (key === '\r') this.choose(selected);
    else if (key === '\u001b') this.choose(labels.findIndex((label) => label.startsWith('No')));
    else if (key === '\u001b[A') this.#picture.dialog = { ...dialog, selected: Math.max(0, selected - 1) };
    else if (key === '\u001b[B')
      this.#picture.dialog = { ...dialog, selected: Math.min(labels.length - 1, selected + 1) };
  }
}
