// Somebody with a phone: types, taps, sends photos, and reads what the bot says.
import { setTimeout as pause } from 'node:timers/promises';
import type { BotApi, Sent } from './bot-api.ts';

export type PersonOptions = {
  readonly id: number;
  readonly name?: string;
  readonly language?: string;
  /** A group; the private chat where absent. */
  readonly group?: number;
};

const deadlineMs = 60_000;

export class Person {
  readonly #api: BotApi;
  readonly #options: PersonOptions;
  #tapped = 0;

  constructor(api: BotApi, options: PersonOptions) {
    this.#api = api;
    this.#options = options;
  }

  get chat(): number {
    return this.#options.group ?? this.#options.id;
  }

  /** The same person in a group. */
  in(group: number): Person {
    return new Person(this.#api, { ...this.#options, group });
  }

  /** Returns the number of the update. */
  types(text: string, replyTo?: Sent): number {
    return this.#says({ text, ...(replyTo !== undefined && { reply_to_message: this.#message({}, replyTo.id) }) });
  }

  /** `ago`: seconds since it was written. `forward`: it is somebody else's. */
  writes(text: string, { ago = 0, forward = false }: { readonly ago?: number; readonly forward?: boolean }): number {
    const date = this.#api.seconds() - ago;
    const origin = { type: 'hidden_user', sender_user_name: 'Mallory', date };
    return this.#says({ text, date, ...(forward && { forward_origin: origin }) });
  }

  sendsPhoto(content: Uint8Array, caption?: string): number {
    const file = `photo${this.#api.files.size}`;
    this.#api.files.set(file, content);
    const size = { file_unique_id: file, width: 1, height: 1 };
    return this.#says({
      photo: [
        { ...size, file_id: 'thumb', file_size: 1 },
        { ...size, file_id: file, file_size: content.length },
      ],
      ...(caption !== undefined && { caption }),
    });
  }

  sendsFile(name: string, content: Uint8Array, caption?: string, bytes = content.length): number {
    const file = `file${this.#api.files.size}`;
    this.#api.files.set(file, content);
    return this.#says({
      document: { file_id: file, file_unique_id: file, file_name: name, file_size: bytes },
      ...(caption !== undefined && { caption }),
    });
  }

  /** A button by the words in it, or its number. Returns what the tap was told. */
  async taps(message: Sent, which: string | number): Promise<string> {
    const button =
      typeof which === 'number' ? message.buttons[which] : message.buttons.find(({ text }) => text.includes(which));
    if (button === undefined) throw new Error(`no button ${which} in ${JSON.stringify(message)}`);
    const id = this.tapsData(button.callback_data, message);
    return this.#until(`an answer to the tap on ${which}`, () => this.#api.taps.find((tap) => tap.id === id)?.text);
  }

  /** Returns the id of the tap. */
  tapsData(data: string, message?: Sent): string {
    this.#tapped += 1;
    const id = `tap-${this.#options.id}-${this.#api.nextMessage()}-${this.#tapped}`;
    this.#api.push({
      callback_query: {
        ...{ id, from: this.#from(), chat_instance: '1', data },
        message: this.#message({}, message?.id ?? 1),
      },
    });
    return id;
  }

  /** What the bot said here, in order. */
  get reads(): readonly Sent[] {
    return this.#api.sent.filter(({ chat }) => chat === this.chat);
  }

  /** The newest message that fits, as soon as there is one. */
  sees(words: string | RegExp, after = 0): Promise<Sent> {
    return this.#until(`a message with ${words}`, () =>
      this.reads.findLast(
        ({ text, id }) => id > after && (typeof words === 'string' ? text.includes(words) : words.test(text)),
      ),
    );
  }

  async #until<T>(what: string, look: () => T | undefined): Promise<T> {
    const end = Date.now() + deadlineMs;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`never: ${what} in ${JSON.stringify(this.reads, null, 1)}`);
      await pause(20);
    }
  }

  #says(content: Record<string, unknown>): number {
    return this.#api.push({ message: this.#message(content) });
  }

  #message(content: Record<string, unknown>, id = this.#api.nextMessage()) {
    const { group } = this.#options;
    const chat =
      group === undefined
        ? { id: this.chat, type: 'private', first_name: 'x' }
        : { id: group, type: 'supergroup', title: 'x' };
    return { message_id: id, date: this.#api.seconds(), chat, from: this.#from(), ...content };
  }

  #from() {
    const { id, name = 'Ada', language = 'en' } = this.#options;
    return { id, is_bot: false, first_name: name, language_code: language };
  }
}
