import { describe, expect, it } from 'vitest';
import { type Act, mayNot, type People, type Rights, type Seen, whoIs, whoMay } from './people.ts';

const people: People = {
  ada: { terminal: 'al', telegram: 4711 },
  bob: { telegram: 4712, may: { answer: ['plan', 'proceed'], workspaces: ['shop'], tiers: ['local', 'staging'] } },
  eve: { may: 'look' },
};

describe('who somebody is', () => {
  const rows: readonly (readonly [Seen, string, boolean, Rights | null])[] = [
    [{ channel: 'terminal', name: 'al' }, 'ada', true, null],
    [{ channel: 'terminal', name: 'ada' }, 'ada', false, null],
    [{ channel: 'terminal', name: 'eve' }, 'eve', true, 'look'],
    [{ channel: 'terminal', name: 'root' }, 'root', false, null],
    [{ channel: 'web', name: 'ada' }, 'ada', true, null],
    [{ channel: 'web', name: 'al' }, 'ada', true, null],
    [{ channel: 'web', name: 'root' }, 'root', false, null],
    [{ channel: 'web', name: 'bob', guest: true }, 'bob', true, people.bob?.may ?? null],
    // A guest whose entry is gone, or who is called like somebody's user.
    [{ channel: 'web', name: 'zoe', guest: true }, 'zoe', false, 'look'],
    [{ channel: 'web', name: 'al', guest: true }, 'al', false, 'look'],
    [{ channel: 'telegram', name: 'whoever', id: '4711' }, 'ada', true, null],
    [{ channel: 'telegram', name: 'Bob', id: '4712' }, 'bob', true, people.bob?.may ?? null],
    // A name there is nobody's.
    [{ channel: 'telegram', name: 'ada', id: '9' }, 'ada', false, 'look'],
    [{ channel: 'telegram', name: 'ada' }, 'ada', false, 'look'],
  ];
  it.each(rows)('%j is %s', (seen, name, listed, rights) => {
    expect(whoIs(people, seen)).toEqual({ name, listed, rights });
  });

  it('nobody is kept from anything as long as nobody is limited', () => {
    const free: People = { ada: { language: 'zh' } };
    for (const channel of ['terminal', 'web', 'telegram'])
      expect(whoIs(free, { channel, name: 'zoe', id: '9' }).rights).toBeNull();
  });
});

const act = (more: Partial<Act> = {}): Act => ({ whole: false, workspaces: ['shop'], tiers: [], answers: [], ...more });

describe('what somebody may not do', () => {
  const bob = people.bob?.may ?? null;
  const rows: readonly (readonly [string, Rights | null, Act, string | null])[] = [
    ['everything, where nothing is limited', null, act({ whole: true, tiers: ['prod'], answers: ['submit'] }), null],
    ['a task of theirs', bob, act(), null],
    ['an answer of theirs', bob, act({ answers: ['plan'], tiers: ['staging'] }), null],
    ['another answer', bob, act({ answers: ['submit'] }), 'answer submit'],
    ['one of several answers', bob, act({ answers: ['plan', 'budget'] }), 'answer budget'],
    ['another workspace', bob, act({ workspaces: ['bank'] }), 'do this in bank'],
    ['one of theirs and another workspace', bob, act({ workspaces: ['shop', 'bank'] }), 'do this in bank'],
    ['no workspace', bob, act({ workspaces: [null] }), 'do this outside of their workspaces'],
    ['another tier', bob, act({ tiers: ['local', 'prod'] }), 'do this where prod takes part'],
    ['a tier that nobody knows', bob, act({ tiers: [null] }), 'do this where prod takes part'],
    ['everything here', bob, act({ whole: true }), 'do this, which is about everything here'],
    ['anything, for who looks', 'look', act(), 'do this, only look'],
    [
      'any workspace, where only answers are limited',
      { answer: [] },
      act({ workspaces: [null], tiers: ['prod'] }),
      null,
    ],
    ['any answer, where none may be given', { answer: [] }, act({ answers: ['proceed'] }), 'answer proceed'],
    [
      'everything here, where only answers are limited',
      { answer: ['plan'] },
      act({ whole: true }),
      'do this, which is about everything here',
    ],
    [
      'any answer, where only tiers are limited',
      { tiers: ['prod'] },
      act({ answers: ['submit'], tiers: ['prod'] }),
      null,
    ],
  ];
  it.each(rows)('%s', (_name, rights, would, said) => {
    expect(mayNot(rights, would)).toBe(said);
  });

  it('who may is named, or nobody is', () => {
    expect(whoMay(people, act({ answers: ['submit'] }))).toBe('ada');
    expect(whoMay(people, act({ answers: ['plan'] }))).toBe('ada, bob');
    expect(whoMay({ eve: { may: 'look' } }, act())).toBeNull();
  });
});
