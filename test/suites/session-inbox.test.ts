// Messages to an agent: in order, one a turn, never twice, and every fate is known or said to be unknown.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSessions, type Sessions } from '../fakes/sessions/open-sessions.ts';

let room: Sessions;
beforeEach(async () => {
  room = await openSessions();
});
afterEach(async () => {
  const { bugs } = room;
  await room.close();
  expect(bugs).toEqual([]);
});

describe('a message', () => {
  it('HX-25 to an idle agent is delivered, and its turn is followed to the end', async () => {
    const { id, talk } = await room.ready();
    const sent = await room.send(id, 'hello');
    const { state } = await room.is(sent, 'turn_ended');
    expect(state).toMatchObject({ turn: 1, outcome: { kind: 'answered' } });
    expect(talk.taken.map(({ text }) => text)).toEqual(['hello']);
    await room.until('it is judged', async () => (await room.facts(id)).includes('turn_idle'));
    const live = await room.stands(id, 'ready');
    expect(live).toMatchObject({ turns: 1, turn: null, last: { number: 1, message: sent, idle: true } });
    expect(live.usage).toEqual({ inputTokens: 10, cachedTokens: 0, outputTokens: 5, money: 0.5 });
    expect((await room.facts(id)).slice(0, 4)).toEqual([
      'session_started',
      'session_ready',
      'turn_started',
      'turn_ended',
    ]);
    expect(await room.facts(sent)).toEqual(expect.arrayContaining(['message_turn_ended']));
  });

  it('HX-28 HX-29 to a busy agent waits, says why, and is delivered once after the turn', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    talk.begin(null);
    await room.stands(id, 'busy');
    const sent = await room.send(id, 'next');
    await room.until('it says why it waits', async () => {
      const { state } = await room.message(sent);
      return state.kind === 'queued' && state.why !== '';
    });
    expect(talk.taken).toEqual([]);
    talk.finish();
    await room.is(sent, 'delivered');
    talk.finish();
    await room.is(sent, 'turn_ended');
    expect(talk.taken.map(({ id: taken }) => taken)).toEqual([sent]);
  });

  it('HX-30 is one of many that are delivered in order, one a turn', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    const sent = [];
    for (let number = 1; number <= 5; number += 1) sent.push(await room.send(id, `m${number}`));
    for (const each of sent) {
      await room.is(each, 'delivered');
      expect(talk.taken.at(-1)?.id).toBe(each);
      talk.finish();
      await room.is(each, 'turn_ended');
    }
    expect(talk.taken.map(({ text }) => text)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  });

  it('of N that are sent at the same moment: one is delivered, the others wait', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    const sent = await Promise.all(Array.from({ length: 10 }, (_, number) => room.send(id, `m${number}`)));
    await room.until('one is delivered', async () => talk.taken.length === 1);
    await room.until(
      'its row says so',
      async () => (await room.message(talk.taken[0]?.id as never)).state.kind === 'delivered',
    );
    const kinds = (await Promise.all(sent.map((each) => room.message(each)))).map(({ state }) => state.kind);
    expect(kinds.toSorted()).toEqual(['delivered', ...Array(9).fill('queued')].toSorted());
    expect(talk.taken).toHaveLength(1);
  });

  it('HX-32 that is forced is delivered while the agent is busy', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    talk.begin(null);
    await room.stands(id, 'busy');
    const sent = await room.send(id, 'now', { force: true });
    await room.until('it has ended', async () => (await room.message(sent)).ended);
    expect((await room.message(sent)).state).toMatchObject({ kind: 'delivered', turn: null });
    expect(talk.taken).toMatchObject([{ id: sent, steer: true }]);
  });

  it('is not given to an agent of which nobody knows whether it would take it, unless it is forced', async () => {
    const { id, talk } = await room.ready();
    talk.say({ kind: 'standing', standing: { kind: 'unknown', why: 'a screen nobody knows' }, source: 'screen' });
    await room.stands(id, 'unknown');
    const waits = await room.send(id, 'waits');
    const forced = await room.send(id, 'forced', { force: true });
    await room.until('the forced one is delivered', async () => (await room.message(forced)).ended);
    expect(talk.taken.map(({ text }) => text)).toEqual(['forced']);
    expect((await room.message(waits)).state).toMatchObject({
      kind: 'queued',
      why: expect.stringContaining('a screen nobody knows'),
    });
  });

  it('HX-34 that was dropped is never delivered and says by whom', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    talk.begin(null);
    await room.stands(id, 'busy');
    const [dropped, kept] = [await room.send(id, 'dropped'), await room.send(id, 'kept')];
    await room.notify(dropped, 'drop');
    expect((await room.is(dropped, 'dropped')).state).toMatchObject({ by: 'person:Ada' });
    talk.finish();
    await room.is(kept, 'delivered');
    expect(talk.taken.map(({ text }) => text)).toEqual(['kept']);
  });

  it('HX-35 that is too old is not delivered and says so at once', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    talk.begin(null);
    await room.stands(id, 'busy');
    const sent = await room.send(id, 'old', { expiresAt: room.clock.now() + 30 });
    await room.is(sent, 'expired');
    expect(await room.facts(sent)).toContain('message_expired');
    expect(talk.taken).toEqual([]);
  });

  it('HX-27 HX-48 of Enter alone reaches an agent that asks something, and begins no turn', async () => {
    const { id, talk } = await room.ready();
    const asked = { id: 't1', about: 'trust', text: 'Trust it?', wanted: null, choices: [] } as const;
    talk.say({ kind: 'standing', standing: { kind: 'asks', asked }, source: 'screen' });
    await room.stands(id, 'asks');
    const [plain, enter] = [await room.send(id, 'hello'), await room.send(id, '')];
    expect((await room.is(enter, 'delivered')).state).toMatchObject({ turn: null });
    expect((await room.message(plain)).state.kind).toBe('queued');
  });

  it('that was not taken is given again until it is, and never passes another', async () => {
    const { id, talk } = await room.ready();
    let refusals = 2;
    talk.fate = ({ text }) => {
      if (text !== 'first' || refusals === 0) return null;
      refusals -= 1;
      return { kind: 'not_taken', why: 'a person is typing' };
    };
    const [first, second] = [await room.send(id, 'first'), await room.send(id, 'second')];
    await room.is(first, 'turn_ended');
    await room.is(second, 'turn_ended');
    expect(talk.taken.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it('WT-62 whose delivery the agent cannot vouch for is uncertain, is not sent again by itself, and is asked about', async () => {
    const { id, talk } = await room.ready();
    talk.fate = () => ({ kind: 'uncertain', why: 'the echo was never seen' });
    const sent = await room.send(id, 'perhaps');
    expect((await room.is(sent, 'uncertain')).state).toMatchObject({ why: 'the echo was never seen' });
    talk.fate = () => null;
    await room.restart();
    await room.until('it is asked about', async () => (await room.facts(sent)).includes('question_asked'));
    expect(talk.taken).toEqual([]);
    expect((await room.message(sent)).ended).toBe(false);
  });

  it('HX-43 HX-52 that waits when the session ends fails with the reason', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    const [begun, waits] = [await room.send(id, 'begun'), await room.send(id, 'waits')];
    await room.is(begun, 'delivered');
    talk.leave({ kind: 'signalled', signal: 'SIGKILL' });
    expect((await room.ended(id)).ending).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
    expect((await room.is(begun, 'turn_ended')).state).toMatchObject({ outcome: { kind: 'crashed' } });
    expect((await room.is(waits, 'failed')).state).toMatchObject({ why: expect.stringContaining('signalled') });
  });

  it('said in the middle of a turn ends with it', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    const begun = await room.send(id, 'begun');
    await room.is(begun, 'delivered');
    await room.until('it began', async () => (await room.stands(id, 'busy')).turn?.begun);
    const steer = await room.send(id, 'rather this', { steer: true });
    expect((await room.is(steer, 'delivered')).state).toMatchObject({ turn: 1 });
    talk.finish();
    await room.is(steer, 'turn_ended');
    await room.is(begun, 'turn_ended');
    expect(talk.taken).toMatchObject([
      { id: begun, steer: false },
      { id: steer, steer: true },
    ]);
  });
});

describe('a daemon that dies', () => {
  it('before a message arrived gives it once, by the next one', async () => {
    const { id, talk } = await room.ready();
    talk.fate = () => 'hang';
    const sent = await room.send(id, 'hello');
    await room.is(sent, 'delivering');
    await room.restart(() => {
      talk.fate = () => null;
    });
    await room.is(sent, 'turn_ended');
    expect(talk.taken.map(({ text }) => text)).toEqual(['hello']);
  });

  it('after a message was not taken, before that was told, gives it in a turn of its own', async () => {
    const left = { cuts: 1, refusals: 1 };
    const cut = await openSessions({
      reach: async (point, _, effect) => {
        if (point === 'effect' && effect === 'deliver-message' && left.cuts-- > 0) throw new Error('cut off');
      },
    });
    try {
      const { id, talk } = await cut.ready();
      talk.fate = () => (left.refusals-- > 0 ? { kind: 'not_taken', why: 'a person is typing' } : null);
      const sent = await cut.send(id, 'hello');
      expect((await cut.is(sent, 'turn_ended')).state).toMatchObject({ turn: 1 });
      expect(talk.taken.map(({ text }) => text)).toEqual(['hello']);
    } finally {
      await cut.close();
    }
  });

  it('after a message arrived does not give it again', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    talk.fate = () => 'arrived';
    const sent = await room.send(id, 'hello');
    await room.until('it arrived', async () => talk.taken.length === 1);
    await room.restart(() => talk.begin(sent));
    await room.is(sent, 'delivered');
    talk.finish();
    await room.is(sent, 'turn_ended');
    expect(talk.taken.map(({ text }) => text)).toEqual(['hello']);
    expect((await room.stands(id, 'ready')).turns).toBe(1);
  });

  it('after the turn of a message began, before its delivery was told, does not let it wait again', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    talk.fate = () => 'arrived';
    const sent = await room.send(id, 'hello');
    await room.until('it arrived', async () => talk.taken.length === 1);
    talk.begin(sent);
    await room.stands(id, 'busy');
    await room.restart();
    expect((await room.is(sent, 'delivered')).state).toMatchObject({ turn: 1 });
    expect(await room.facts(sent)).toEqual(['message_delivered']);
  });

  it('and misses turns hears of all of them, and tells nothing twice', async () => {
    const { id, talk } = await room.ready();
    await room.is(await room.send(id, 'one'), 'turn_ended');
    const before = await room.facts(id);
    await room.restart(() => {
      talk.begin(null);
      talk.begin(null);
    });
    const live = await room.until('both are on record', async () => {
      const state = await room.stands(id, 'ready');
      return state.turns === 3 ? state : null;
    });
    expect(live.usage.money).toBe(1.5);
    await room.restart();
    await room.is(await room.send(id, 'four'), 'turn_ended');
    const facts = await room.facts(id);
    expect(facts.slice(0, before.length)).toEqual(before);
    expect(facts.filter((kind) => kind === 'turn_ended')).toHaveLength(4);
    expect(facts.filter((kind) => kind === 'turn_started')).toHaveLength(4);
    expect(facts.filter((kind) => kind === 'session_started')).toHaveLength(1);
  });
});
