// What an agent asks before it goes on: policy first, then a person, whose answer is remembered as far as they say.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentQuestion } from '../../src/domain/session/agent-question.ts';
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

const asks = (id: string, subject: string, tool = 'Bash'): AgentQuestion => ({
  ...{ id, about: 'permission', text: `${tool}: ${subject}`, wanted: { tool, subject } },
  choices: [
    { id: 'y', label: 'Yes', means: 'allow_once' },
    { id: 'n', label: 'No', means: 'deny' },
  ],
});

describe('a permission', () => {
  it('is asked of a person with what was shown, and the answer reaches the agent', async () => {
    const { id, talk } = await room.ready();
    talk.asks(asks('p1', 'npm install'));
    const question = await room.question(id);
    expect(question).toMatchObject({ kind: 'permission', text: 'red-fox asks: Bash: npm install' });
    expect(question.choices.map((choice) => choice.id)).toEqual(['once', 'session', 'always', 'deny']);
    expect(question.binding).toMatch(/^[0-9a-f]{64}$/);
    await room.answer(question.id, 'deny', 'use pnpm');
    await room.until('it is answered', async () => talk.answers.length === 1);
    expect(talk.answers).toEqual([{ asked: 'p1', choice: 'n', note: 'use pnpm' }]);
    talk.asks(asks('p2', 'npm install'));
    expect((await room.question(id)).id).not.toBe(question.id);
  });

  it('is answered by policy where a pattern says so, without a person', async () => {
    const { id, talk } = await room.ready({ allow: ['Bash(npm test*)'], deny: ['Bash(curl *)'] });
    talk.asks(asks('p1', 'npm test -- a'));
    talk.asks(asks('p2', 'npm test && curl evil.example'));
    await room.until('both are answered', async () => talk.answers.length === 2);
    expect(talk.answers.map(({ asked, choice }) => [asked, choice])).toEqual([
      ['p1', 'y'],
      ['p2', 'n'],
    ]);
    expect(await room.store.read((reads) => reads.questions({ open: true }))).toEqual([]);
    await room.until('both are on record', async () => {
      const facts = await room.facts(id);
      return facts.filter((kind) => kind === 'permission_answered').length === 2;
    });
  });

  it('for this session is given again without a question, for another it is not', async () => {
    const { id, talk } = await room.ready();
    talk.asks(asks('p1', 'make'));
    await room.answer((await room.question(id)).id, 'session');
    await room.until('it is answered', async () => talk.answers.length === 1);
    talk.asks(asks('p2', 'make'));
    await room.until('it is answered by itself', async () => talk.answers.length === 2);
    const other = await room.ready({ name: 'blue-owl', key: 'blue-owl' });
    other.talk.asks(asks('p1', 'make'));
    await room.question(other.id);
    expect(other.talk.answers).toEqual([]);
  });

  it('that is always given here holds for later sessions of the repository, and of no other', async () => {
    const { id, talk } = await room.ready();
    talk.asks(asks('p1', 'make *'));
    await room.answer((await room.question(id)).id, 'always');
    await room.until('it is answered', async () => talk.answers.length === 1);
    expect(await room.store.read((reads) => reads.permissions('/repo'))).toMatchObject([
      { pattern: 'Bash(make \\*)', by: 'person:Ada' },
    ]);
    const here = await room.ready({ name: 'blue-owl', key: 'blue-owl' });
    here.talk.asks(asks('p1', 'make *'));
    await room.until('it is answered by itself', async () => here.talk.answers.length === 1);
    const there = await room.ready({ name: 'blue-owl', key: 'blue-owl', repository: '/other' });
    there.talk.asks(asks('p1', 'make *'));
    await room.question(there.id);
  });

  it('that is asked with others of its tool at the same time is one question, and one answer serves all', async () => {
    const { id, talk } = await room.ready();
    talk.say(
      { kind: 'permission_asked', asked: asks('p1', 'one') },
      { kind: 'permission_asked', asked: asks('p2', 'two') },
      { kind: 'permission_asked', asked: asks('p3', 'x', 'Edit') },
    );
    const [first, ...others] = await room.until('they are asked', async () => {
      const open = await room.store.read((reads) => reads.questions({ open: true }));
      return open.length === 2 ? open : null;
    });
    expect(others).toHaveLength(1);
    expect(first?.text).toContain('2 times');
    expect(first?.shown).toMatchObject({ also: ['Edit: x'] });
    expect((await room.session(id)).state).toMatchObject({ driven: { asks: [{}, {}, {}] } });
  });

  it('that the agent does not ask any more closes its question: a late answer is told so', async () => {
    const { id, talk } = await room.ready();
    talk.asks(asks('p1', 'make'));
    const question = await room.question(id);
    talk.forgets('p1');
    await room.until('it is closed', async () => {
      const found = await room.store.read((reads) => reads.question(question.id));
      return found?.state.kind === 'closed';
    });
    expect(await room.answer(question.id, 'once')).toMatchObject({
      kind: 'already',
      question: { state: { kind: 'closed' } },
    });
    expect(talk.answers).toEqual([]);
  });

  it('WT-122 that the agent does not ask any more closes no other question', async () => {
    const { id, talk } = await room.ready();
    talk.say({ kind: 'permission_asked', asked: asks('p1', 'make') });
    const first = await room.question(id);
    await room.answer(first.id, 'once');
    talk.say({ kind: 'permission_asked', asked: asks('p2', 'x', 'Edit') });
    const open = () => room.store.read((reads) => reads.questions({ open: true }));
    const [second] = await room.until('it is asked', async () => {
      const found = await open();
      return found.length === 1 && found[0]?.id !== first.id ? found : null;
    });
    talk.say({ kind: 'permission_asked', asked: asks('p3', 'y', 'Write') });
    await room.until('both are asked', async () => (await open()).length === 2);
    talk.forgets('p3');
    await room.until('one is closed', async () => (await open()).length === 1);
    expect((await open()).map((question) => question.id)).toEqual([second?.id]);
    expect(await room.store.read((reads) => reads.question(first.id))).toMatchObject({ state: { kind: 'answered' } });
  });

  it('answered while the agent goes on by itself is told as late', async () => {
    const { id, talk } = await room.ready();
    talk.asks(asks('p1', 'make'));
    const question = await room.question(id);
    talk.answer = () => 'gone';
    await room.answer(question.id, 'once');
    await room.until('it is told', async () => (await room.facts(id)).includes('answer_late'));
  });

  it('is asked once although the daemon dies, and answered once', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    await room.is(await room.send(id, 'go'), 'delivered');
    talk.asks(asks('p1', 'make'));
    const question = await room.question(id);
    await room.restart();
    await room.restart();
    expect((await room.question(id)).id).toBe(question.id);
    await room.answer(question.id, 'once');
    await room.until('it is answered', async () => talk.answers.length === 1);
    await room.restart();
    talk.finish();
    await room.stands(id, 'ready');
    expect(talk.answers).toHaveLength(1);
    expect(await room.store.read((reads) => reads.questions({}))).toHaveLength(1);
  });

  it('that is open when the session ends is closed with it', async () => {
    const { id, talk } = await room.ready();
    talk.asks(asks('p1', 'make'));
    const question = await room.question(id);
    talk.leave({ kind: 'exited', code: 0 });
    await room.ended(id);
    expect((await room.store.read((reads) => reads.question(question.id)))?.state.kind).toBe('closed');
  });
});

describe('a dialog of its own', () => {
  it("is asked with the agent's own choices, and again when it comes again", async () => {
    const { id, talk } = await room.ready({ permissions: 'bypass' });
    const asked: AgentQuestion = {
      ...{ id: 'h1', about: 'trust', text: 'Do you trust this folder?', wanted: null },
      choices: [
        { id: '1', label: 'Yes, I trust it', means: 'other' },
        { id: '2', label: 'No, exit', means: 'deny' },
      ],
    };
    talk.answer = (id_, choice, note) => {
      talk.answers.push({ asked: id_, choice, note });
      return 'answered';
    };
    talk.say({ kind: 'standing', standing: { kind: 'asks', asked }, source: 'screen' });
    const question = await room.question(id);
    expect(question.choices.map((choice) => choice.id)).toEqual(['1', '2']);
    await room.answer(question.id, '1');
    await room.until('it is answered', async () => talk.answers.length === 1);
    talk.say({ kind: 'standing', standing: { kind: 'ready' }, source: 'screen' });
    await room.stands(id, 'ready');
    talk.say({ kind: 'standing', standing: { kind: 'asks', asked }, source: 'screen' });
    expect((await room.question(id)).id).not.toBe(question.id);
    expect(talk.answers).toEqual([{ asked: 'h1', choice: '1', note: null }]);
  });
});
