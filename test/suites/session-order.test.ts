// Whatever happens in whatever order: never two messages in one turn, never out of order, never twice, and each comes to an end.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MessageThingId } from '../../src/domain/session/ids.ts';
import { openSessions } from '../fakes/sessions/open-sessions.ts';
import type { Talk } from '../fakes/sessions/talker.ts';

type Step =
  | { readonly kind: 'send'; readonly count: number; readonly ttl: boolean }
  | { readonly kind: 'drop'; readonly which: number }
  | { readonly kind: 'finish' | 'person' | 'unknown' | 'ready' | 'restart' | 'refuse' | 'hang' | 'arrive' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      count: fc.integer({ min: 1, max: 4 }),
      ttl: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), which: fc.nat({ max: 9 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('finish', 'person', 'unknown', 'ready', 'restart', 'refuse', 'hang', 'arrive'),
    }) as fc.Arbitrary<Step>,
  },
);

/** A person types only where nothing of ours is under way. */
const isIdle = ({ journal }: Talk): boolean => {
  const turns = journal.filter(({ kind }) => kind === 'turn_started' || kind === 'turn_ended');
  return turns.at(-1)?.kind !== 'turn_started';
};

it('keeps its word for any interleaving of sends, drops, expiries, crashes and standings', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const room = await openSessions();
      try {
        const { id, talk } = await room.ready();
        talk.quick = false;
        const sent: MessageThingId[] = [];
        const act = async (one: Step) => {
          switch (one.kind) {
            case 'send':
              for (let more = 0; more < one.count; more += 1)
                sent.push(await room.send(id, `${sent.length}`, one.ttl ? { expiresAt: room.clock.now() + 20 } : {}));
              return;
            case 'drop':
              if (sent[one.which] !== undefined) await room.notify(sent[one.which] as MessageThingId, 'drop');
              return;
            case 'finish':
              if (!isIdle(talk)) talk.finish();
              return;
            case 'person':
              if (isIdle(talk) && (await room.session(id)).state.kind === 'live') {
                const { state } = await room.session(id);
                if (state.kind === 'live' && state.turn === null) talk.begin(null);
              }
              return;
            case 'unknown':
              talk.say({ kind: 'standing', standing: { kind: 'unknown', why: 'odd' }, source: 'screen' });
              return;
            case 'ready':
              if (isIdle(talk)) talk.say({ kind: 'standing', standing: { kind: 'ready' }, source: 'protocol' });
              return;
            case 'refuse':
            case 'hang':
            case 'arrive': {
              let left = 1;
              const fate =
                one.kind === 'refuse'
                  ? ({ kind: 'not_taken', why: 'no' } as const)
                  : one.kind === 'hang'
                    ? 'hang'
                    : 'arrived';
              talk.fate = () => (left-- > 0 ? fate : null);
              return;
            }
            case 'restart':
              await room.restart(() => {
                const last = talk.taken.at(-1);
                const began = talk.journal.some((event) => event.kind === 'turn_started' && event.message === last?.id);
                // What arrived without a word is begun by the agent in its own time.
                if (last !== undefined && !began && isIdle(talk)) talk.begin(last.id);
              });
          }
        };
        for (const one of steps) await act(one);
        // From here on nothing stands in the way.
        talk.fate = () => null;
        await act({ kind: 'restart' });
        talk.quick = true;
        if (!isIdle(talk)) talk.finish();
        else talk.say({ kind: 'standing', standing: { kind: 'ready' }, source: 'protocol' });
        await room.until('each comes to an end', async () => {
          const all = await Promise.all(sent.map((each) => room.message(each)));
          return all.every(({ ended }) => ended);
        });
        const fates = await Promise.all(sent.map((each) => room.message(each)));
        const taken = talk.taken.map((message) => message.id);
        expect(new Set(taken).size).toBe(taken.length);
        expect(taken).toEqual(sent.filter((each) => taken.includes(each)));
        for (const { id: each, state } of fates) {
          expect(['turn_ended', 'dropped', 'expired']).toContain(state.kind);
          expect(taken.includes(each as MessageThingId)).toBe(state.kind === 'turn_ended');
        }
        const turns = fates.flatMap(({ state }) => (state.kind === 'turn_ended' ? [state.turn] : []));
        expect(new Set(turns).size).toBe(turns.length);
        const begun = talk.journal.filter(({ kind }) => kind === 'turn_started').length;
        await room.until('all turns are on record', async () => {
          const { state } = await room.session(id);
          return state.kind === 'live' && state.turns === begun;
        });
        const facts = await room.facts(id);
        expect(facts.filter((kind) => kind === 'turn_started')).toHaveLength(begun);
        expect(facts.filter((kind) => kind === 'turn_ended')).toHaveLength(begun);
        expect(room.bugs).toEqual([]);
      } finally {
        await room.close();
      }
    }),
    { numRuns: Number(process.env.DROVER_TEST_RUNS ?? 25) },
  );
});
