// What every channel must do, whatever it is made of.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../src/domain/question/question.ts';
import type { Channel } from '../../src/ports/channel.ts';

export type MountedChannel = {
  readonly channel: Channel;
  /** Somebody who may answer. */
  readonly to: string;
  ask(): Promise<Question>;
  /** Answered somewhere else; the question as it stands then. */
  answer(question: Question): Promise<Question>;
  /** The messages that person sees now. */
  seen(): readonly string[];
  /** What stands of a question there, where it is not its text. */
  readonly shows?: (question: Question) => string;
  /** What was sent stays: what would stand in its place follows it. */
  readonly stays?: true;
  close(): Promise<void>;
};

export function channelSuite(name: string, mount: () => Promise<MountedChannel>): void {
  describe(`${name}, a channel`, () => {
    let mounted: MountedChannel;
    beforeEach(async () => {
      mounted = await mount();
    });
    afterEach(() => mounted.close());

    const how = { about: 'shop-1', again: 0, silent: false };
    const counting = (word: string) => mounted.seen().filter((text) => text.includes(word)).length;

    it('knows who is to be told', async () => {
      expect(await mounted.channel.people('shop-1')).toContain(mounted.to);
    });

    it('shows a question once, however often it is told to, and says that it did', async () => {
      const { channel, to } = mounted;
      const question = await mounted.ask();
      expect(await channel.showQuestion(to, question, how)).toEqual({ ok: true, value: undefined });
      await channel.showQuestion(to, question, how);
      expect(counting(mounted.shows?.(question) ?? question.text)).toBe(1);
      expect(await channel.shown()).toMatchObject([{ question: question.id, to, again: 0 }]);
    });

    it('reminds of it once for each reminder', async () => {
      const { channel, to } = mounted;
      const question = await mounted.ask();
      await channel.showQuestion(to, question, how);
      const before = mounted.seen().length;
      await channel.showQuestion(to, question, { ...how, again: 1 });
      await channel.showQuestion(to, question, { ...how, again: 1 });
      expect(mounted.seen().length).toBe(before + 1);
    });

    it('shows what it says anew in the same place, and disturbs nobody', async () => {
      const { channel, to } = mounted;
      const question = await mounted.ask();
      await channel.showQuestion(to, question, how);
      const before = mounted.seen().length;
      if (channel.showAnew === undefined) return;
      const anew = { ...question, text: `${question.text} after 3 of 24`, revision: 3 };
      expect(await channel.showAnew(to, anew)).toMatchObject({ ok: true });
      expect(await channel.showAnew(to, anew)).toMatchObject({ ok: true });
      expect([counting('3 of 24'), mounted.seen().length]).toEqual([1, before]);
      expect(await channel.shown()).toMatchObject([{ question: question.id, to, again: 0, revision: 3 }]);
    });

    it('closes it once with who answered, and then shows it no more', async () => {
      const { channel, to } = mounted;
      const question = await mounted.ask();
      await channel.showQuestion(to, question, how);
      const answered = await mounted.answer(question);
      expect(await channel.closeQuestion(to, answered)).toMatchObject({ ok: true });
      expect(await channel.closeQuestion(to, answered)).toMatchObject({ ok: true });
      expect(counting('Bob')).toBe(1);
      expect(await channel.shown()).toEqual([]);
    });

    it('puts a note in the place of the one before', async () => {
      const { channel, to } = mounted;
      await channel.showNote(to, 'shop-1', 'it plans');
      await channel.showNote(to, 'shop-1', 'it develops');
      expect(counting('it plans')).toBe(mounted.stays === true ? 1 : 0);
      expect(counting('it develops')).toBe(1);
    });

    it('is silent, and says so as a value, when it was closed', async () => {
      const { channel, to } = mounted;
      await channel.close();
      expect((await channel.showNote(to, 'x', 'late')).ok).toBe(false);
    });
  });
}
