// A session from its start to its end: what its agent is given, how it ends, what is told to the outside, what it may spend.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFile } from '../../src/daemon/system/watch-file.ts';
import { ok } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import { type SessionId, sessionId } from '../../src/domain/session/ids.ts';
import { newSession } from '../../src/domain/session/new-session.ts';
import type { SessionSpec } from '../../src/domain/session/session.ts';
import { liveSessionAgent } from '../../src/ports/live-agent.ts';
import { aSessionSpec, openSessions, type Sessions } from '../fakes/sessions/open-sessions.ts';

let room: Sessions;
beforeEach(async () => {
  room = await openSessions({ watch: watchFile });
});
afterEach(async () => {
  const { bugs } = room;
  await room.close();
  expect(bugs).toEqual([]);
});

describe('the start', () => {
  it("gives the agent the caller's environment and its session's, and nothing that another agent or session left in it", async () => {
    const env = { PATH: '/bin', MINE: '1', CLAUDECODE: '1', DROVER_SESSION_ID: 's99', GITHUB_TOKEN: 'kept' };
    const id = await room.start({ description: 'fixes', spawnerPane: '%3' }, env);
    await room.stands(id, 'ready');
    const { spec } = room.talkers.of((await room.session(id)).spec.run);
    expect(spec.env).toMatchObject({
      ...{ PATH: '/bin', MINE: '1', GITHUB_TOKEN: 'kept', DROVER_SESSION_ID: id, DROVER_ID: 'red-fox' },
      ...{ DROVER_AGENT: 'talker', DROVER_REPO: '/repo', DROVER_DESCRIPTION: 'fixes', DROVER_SPAWNER_PANE: '%3' },
    });
    expect(spec.env.CLAUDECODE).toBeUndefined();
    expect(room.read(`runs/${spec.runId}/credential`)).toBe('secret');
    expect(spec.env.DROVER_SESSION_CREDENTIAL).toBe(join(room.folder, `runs/${spec.runId}/credential`));
    expect(room.held.of(id)).toBeNull();
  });

  it('WT-80 whose row an older version made goes on with the context that its driver says', async () => {
    const { id } = await room.ready({ context: '[drover session id=red-fox] look around' });
    const { talkers, session, folder } = room;
    const files = { path: (...parts: readonly string[]) => join(folder, ...parts) } as never;
    const row = await session(id);
    const { live } = liveSessionAgent({ agents: talkers, files }, row);
    expect(live.promptFile).toBe(join(folder, 'runs', row.spec.run, 'prompt.md'));
  });

  it('of which a dead daemon held the environment ends as refused, and says so', async () => {
    const id = sessionId(7);
    await room.insert(newSession(id, aSessionSpec(runId(70)), 'here' as never, room.clock.now()));
    expect(await room.ended(id)).toMatchObject({ refused: expect.stringContaining('start it again'), startedAt: null });
    expect(room.talkers.talks.size).toBe(0);
  });

  it('that is ended before it began starts nothing', async () => {
    const spec = aSessionSpec(runId(70));
    const id = sessionId(7);
    room.held.keep(id, { env: {}, secret: 's' });
    await room.store.transact(async (tx) => {
      await tx.insert(newSession(id, spec, 'here' as never, room.clock.now()));
      await tx.notify({ thing: id, at: room.clock.now(), by: 'person:Ada', kind: 'end', body: { now: false } });
    });
    await room.notify(id, 'look');
    expect(await room.ended(id)).toMatchObject({ endedBy: 'person:Ada' });
    expect(room.talkers.talks.size).toBe(0);
  });
});

describe('the end', () => {
  it('HX-56 is asked for politely', async () => {
    const { id } = await room.ready();
    await room.notify(id, 'end', { now: false });
    expect(await room.ended(id)).toMatchObject({ ending: { kind: 'exited', code: 0 }, endedBy: 'person:Ada' });
  });

  it('HX-56 comes after 5 s to an agent that does not heed', async () => {
    const { id, talk } = await room.ready();
    talk.polite = false;
    await room.notify(id, 'end', { now: false });
    await room.until('it is asked', async () => (await room.stands(id, 'ready')).endAsked);
    expect(talk.ending).toBeNull();
    room.clock.shift += 5_000;
    await room.notify(id, 'look');
    expect(await room.ended(id)).toMatchObject({ ending: { kind: 'cancelled' }, endedBy: 'person:Ada' });
  });

  it('HX-57 comes at once where that is asked for, and asking twice is harmless', async () => {
    const { id, talk } = await room.ready();
    talk.polite = false;
    await room.notify(id, 'end', { now: true });
    await room.notify(id, 'end', { now: true });
    expect(await room.ended(id)).toMatchObject({ ending: { kind: 'cancelled' } });
    expect((await room.facts(id)).filter((kind) => kind === 'session_ended')).toHaveLength(1);
  });

  it('HX-53 that happened while no daemon was there is found by the next one, with the last turn', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    await room.is(await room.send(id, 'go'), 'delivered');
    await room.restart(() => {
      talk.finish({ kind: 'answered', text: 'made it' });
      talk.leave({ kind: 'signalled', signal: 'SIGTERM' });
    });
    expect(await room.ended(id)).toMatchObject({
      ...{ ending: { kind: 'signalled', signal: 'SIGTERM' }, endedBy: null, turns: 1 },
      last: { outcome: { kind: 'answered', text: 'made it' } },
    });
  });
});

describe('a receipt', () => {
  it('says what was there before and after, the commands with their exits, turns and usage', async () => {
    await room.close();
    let git = { head: 'a'.repeat(40), dirty: ['own.md', 'undone.md'] };
    room = await openSessions({ git: () => ok(git) });
    const { id, talk } = await room.ready();
    talk.quick = false;
    const sent = await room.send(id, 'go');
    await room.is(sent, 'delivered');
    talk.say({ kind: 'tool_started', id: 't1', tool: 'Bash', what: 'npm test' });
    talk.say({ kind: 'tool_ended', id: 't1', ok: false, exit: 1, paths: [] });
    talk.say({ kind: 'tool_started', id: 't2', tool: 'Edit', what: 'own.md' });
    talk.say({ kind: 'tool_ended', id: 't2', ok: true, exit: null, paths: ['/repo/own.md'] });
    talk.finish();
    await room.is(sent, 'turn_ended');
    expect((await room.stands(id, 'ready')).last).toMatchObject({ tools: 2, idle: false });
    git = { head: 'b'.repeat(40), dirty: ['own.md', 'new.md'] };
    talk.leave({ kind: 'exited', code: 0 });
    expect((await room.ended(id)).changed).toEqual(['new.md', 'own.md', 'undone.md']);
    expect(JSON.parse(room.read(`receipts/${id}.json`))).toMatchObject({
      git: { start: { head: 'a'.repeat(40) }, end: { head: 'b'.repeat(40) } },
      ...{ changed: ['new.md', 'own.md', 'undone.md'], turns: 1, tools: 2, ending: { kind: 'exited', code: 0 } },
      commands: [
        { tool: 'Bash', what: 'npm test', exit: 1, ok: false },
        { tool: 'Edit', what: 'own.md', exit: null, ok: true },
      ],
    });
  });

  it('says that it does not know where there is no repository', async () => {
    const { id, talk } = await room.ready();
    talk.leave({ kind: 'exited', code: 0 });
    expect((await room.ended(id)).changed).toBeNull();
  });
});

describe('a completion', () => {
  it('HX-70 of a turn and of the session is a file and a run of the hook, exactly once, also over restarts', async () => {
    const { id, talk } = await room.ready({ onDone: ['notify', '--all'] });
    await room.is(await room.send(id, 'go'), 'turn_ended');
    await room.until('the hook ran', async () => room.programs.length === 1);
    await room.restart();
    talk.leave({ kind: 'exited', code: 3 });
    await room.ended(id);
    await room.until('the hook ran again', async () => room.programs.length === 2);
    await room.restart();
    expect(JSON.parse(room.read(`done/${id}-1.json`))).toMatchObject({ name: 'red-fox', turn: 1, outcome: 'answered' });
    expect(JSON.parse(room.read(`done/${id}-end.json`))).toMatchObject({ turn: null, outcome: 'exited' });
    expect(
      room.programs.map(({ program }) => [program.argv, program.env.DROVER_EVENT, program.env.DROVER_TURN]),
    ).toEqual([
      [['notify', '--all'], 'turn_ended', '1'],
      [['notify', '--all'], 'session_ended', ''],
    ]);
  });

  it('HX-70 whose hook fails changes nothing but a fact', async () => {
    const { id } = await room.ready({ onDone: ['notify'] });
    room.hookEnding.now = { kind: 'exited', code: 9 };
    await room.is(await room.send(id, 'go'), 'turn_ended');
    const hook = await room.until('the hook has ended', async () => {
      const [run] = await room.store.read((reads) => reads.things({ kind: 'run', parent: id }));
      return run?.ended ? run : null;
    });
    expect(hook.state).toMatchObject({ result: { kind: 'plain', ok: false, failure: { error_code: 'HOOK_FAILED' } } });
    await room.is(await room.send(id, 'again'), 'turn_ended');
    expect((await room.stands(id, 'ready')).turns).toBe(2);
  });
});

describe('money', () => {
  it('that runs low is told once; used up, the session pauses and a person is asked, whose raise lets it go on', async () => {
    const { id, talk } = await room.ready({ budget: 1.1 });
    await room.is(await room.send(id, 'one'), 'turn_ended');
    await room.is(await room.send(id, 'two'), 'turn_ended');
    await room.until('it is told', async () => (await room.facts(id)).includes('budget_low'));
    await room.is(await room.send(id, 'three'), 'turn_ended');
    const question = await room.question(id);
    expect(question).toMatchObject({ kind: 'budget', text: expect.stringContaining('$1.50 of $1.10') });
    const waits = await room.send(id, 'four');
    await room.until('it waits', async () => {
      const { state } = await room.message(waits);
      return state.kind === 'queued' && state.why.includes('paused');
    });
    expect(talk.taken).toHaveLength(3);
    await room.answer(question.id, 'raise', 'to 9');
    await room.is(waits, 'turn_ended');
    expect((await room.facts(id)).filter((kind) => kind === 'budget_low')).toHaveLength(1);
  });

  it('used up for good ends the session', async () => {
    const { id } = await room.ready({ budget: 0.2 });
    await room.is(await room.send(id, 'one'), 'turn_ended');
    await room.answer((await room.question(id)).id, 'stop');
    expect(await room.ended(id)).toMatchObject({ endedBy: 'person:Ada', usage: { money: 0.5 } });
  });
});

describe('a limit', () => {
  it('parks the session until its time, wakes it, and gives it what waits', async () => {
    const { id, talk } = await room.ready();
    const until = room.clock.now() + 600_000;
    talk.quick = false;
    const first = await room.send(id, 'one');
    await room.is(first, 'delivered');
    talk.finish({ kind: 'limited', until, message: 'usage limit' });
    expect((await room.stands(id, 'limited')).stood.standing).toEqual({ kind: 'limited', until });
    const waits = await room.send(id, 'two');
    await room.until('it waits', async () => {
      const { state } = await room.message(waits);
      return state.kind === 'queued' && state.why.includes('limits');
    });
    await room.restart();
    expect(talk.taken).toHaveLength(1);
    room.clock.shift += 600_000;
    await room.notify(id, 'look');
    for (const each of [first, waits]) {
      await room.is(each, 'delivered');
      talk.finish();
      await room.is(each, 'turn_ended');
    }
    expect((await room.facts(id)).filter((kind) => kind === 'session_limited')).toHaveLength(1);
  });

  it('WT-81 of which only words tell is kept over a restart, and what fell into it is given again, before all others', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    const first = await room.send(id, 'one');
    await room.is(first, 'delivered');
    talk.finish({ kind: 'limited', until: null, message: 'You have hit your limit · resets in 35 minutes' });
    const { until } = (await room.stands(id, 'limited')).stood.standing as { until: number };
    expect(until - room.clock.now()).toBeGreaterThan(34 * 60_000);
    expect((await room.is(first, 'queued')).state).toMatchObject({ why: 'its service limits the agent', limits: 1 });
    const second = await room.send(id, 'two');
    await room.restart();
    await room.is(second, 'queued');
    room.clock.shift += 10 * 60_000;
    await room.notify(id, 'look');
    expect((await room.stands(id, 'limited')).stood.standing).toEqual({ kind: 'limited', until });
    expect(talk.taken.map(({ text }) => text)).toEqual(['one']);
    room.clock.shift += 25 * 60_000;
    await room.notify(id, 'look');
    await room.is(first, 'delivered');
    talk.finish();
    expect((await room.is(first, 'turn_ended')).state).toMatchObject({ turn: 2, outcome: { kind: 'answered' } });
    await room.is(second, 'delivered');
    talk.finish();
    await room.is(second, 'turn_ended');
    expect(talk.taken.map(({ text }) => text)).toEqual(['one', 'one', 'two']);
    expect(new Set(talk.taken.map(({ id: taken }) => taken)).size).toBe(3);
    expect(await room.facts(first)).toEqual(expect.arrayContaining(['message_put_back', 'message_turn_ended']));
    await room.restart();
    expect((await room.stands(id, 'ready')).turns).toBe(3);
  });

  it('WT-81 that ends a turn in which something was done gives nothing twice', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    const sent = await room.send(id, 'one');
    await room.is(sent, 'delivered');
    talk.say({ kind: 'tool_started', id: 't', tool: 'Bash', what: 'make' });
    talk.finish({ kind: 'limited', until: room.clock.now() + 600_000, message: 'usage limit' });
    expect((await room.is(sent, 'turn_ended')).state).toMatchObject({ outcome: { kind: 'limited' } });
  });
});

describe('a watched file', () => {
  it('HX-68 need not exist; a burst of writes and a rename are one message each', async () => {
    const path = join(room.folder, 'plan.md');
    const { id, talk } = await room.ready({ watchFile: path });
    const isWatched = (state: Awaited<ReturnType<Sessions['stands']>>) => state.driven?.watching;
    await room.until('it is watched', async () => isWatched(await room.stands(id, 'ready')));
    for (let write = 0; write < 20; write += 1) writeFileSync(path, `step ${write}`);
    await room.until('one message came', async () => talk.taken.length === 1);
    expect(talk.taken[0]?.text).toBe(`file-change-hook: read ${path}`);
    const { renameSync } = await import('node:fs');
    writeFileSync(join(room.folder, 'new.md'), 'renamed');
    renameSync(join(room.folder, 'new.md'), path);
    await room.until('another came', async () => talk.taken.length === 2);
    await room.restart(() => writeFileSync(path, 'while nobody looked'));
    await room.until('what was missed is told', async () => talk.taken.length === 3);
    await room.restart();
    await room.is(await room.send(id, 'last'), 'turn_ended');
    expect(talk.taken).toHaveLength(4);
  });
});

describe('a crash', () => {
  const cut = async (afterCrash: 'auto' | 'ask' | 'off', more: Partial<SessionSpec> = {}) => {
    const { id, talk } = await room.ready({ afterCrash, ...more });
    talk.quick = false;
    await room.is(await room.send(id, 'one'), 'delivered');
    talk.leave({ kind: 'lost' });
    const ended = await room.ended(id);
    const heir = ended.heir === undefined ? null : await room.session(ended.heir.session);
    return { id, ended, heir };
  };

  it('WT-89 is followed by another session with its name and conversation, which is told that its turn was cut off', async () => {
    const { id, ended, heir } = await cut('auto');
    expect(ended).toMatchObject({ ending: { kind: 'lost' }, conversation: 'c-1', heir: { cut: true } });
    expect(heir?.spec).toMatchObject({ name: 'red-fox', key: 'red-fox', resume: 'c-1', resumes: id, crashes: 1 });
    if (heir === null) throw new Error('nobody goes on');
    await room.until('it is told', async () => room.talkers.talks.get(heir.spec.run)?.taken.length === 1);
    const talk = room.talkers.of(heir.spec.run);
    expect([talk.spec.resume, talk.spec.env.DROVER_ID]).toEqual(['c-1', 'red-fox']);
    expect(talk.taken[0]?.text).toMatch(/cut off/);
    expect(heir.spec.credential).not.toBe(`hash-${heir.spec.run}`);
    expect(await room.facts(id)).toContain('session_goes_on');
  });

  it('WT-89 is asked about first where that is wanted, or where it came for the third time; the answer holds over a restart', async () => {
    for (const [afterCrash, more] of [
      ['ask', {}],
      ['auto', { name: 'elk', key: 'elk', crashes: 2 }],
    ] as const) {
      const { heir } = await cut(afterCrash, more);
      const id = heir?.id as SessionId;
      const question = await room.question(id);
      expect(question).toMatchObject({ choices: [{ id: 'resume' }, { id: 'leave' }] });
      expect(room.talkers.talks.has(heir?.spec.run as never)).toBe(false);
      await room.restart();
      await room.answer(question.id, 'resume');
      await room.stands(id, 'ready');
    }
    const { heir } = await cut('ask', { name: 'emu', key: 'emu' });
    await room.answer((await room.question(heir?.id as SessionId)).id, 'leave');
    expect((await room.ended(heir?.id as SessionId)).refused).toBe('it was left ended');
  });

  it('WT-89 is followed by nothing where that is switched off, nor is an end that was asked for', async () => {
    expect((await cut('off')).heir).toBeNull();
    const { id, talk } = await room.ready({ afterCrash: 'auto', name: 'elk', key: 'elk' });
    await room.notify(id, 'end');
    talk.leave({ kind: 'exited', code: 0 });
    expect((await room.ended(id)).heir).toBeUndefined();
  });
});

describe('an interruption', () => {
  it('reaches the agent once, also where it is asked for before a restart', async () => {
    const { id, talk } = await room.ready();
    talk.quick = false;
    const sent = await room.send(id, 'go');
    await room.is(sent, 'delivered');
    await room.notify(id, 'interrupt');
    await room.until('it is interrupted', async () => talk.interrupts.length === 1);
    talk.finish({ kind: 'interrupted' });
    expect((await room.is(sent, 'turn_ended')).state).toMatchObject({ outcome: { kind: 'interrupted' } });
    await room.restart();
    await room.notify(id, 'look');
    await room.is(await room.send(id, 'on'), 'delivered');
    expect(talk.interrupts).toHaveLength(1);
  });
});
