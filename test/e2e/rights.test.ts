// What an agent may do is read from the person's configuration wherever it is started; a flag wins, a denial always holds.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionStarted } from '../../src/contract/session.ts';
import { sumProject } from './sum-project.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

const publish = [{ ask: { tool: 'Bash', subject: 'npm publish' } }, { write: { path: 'published.txt', text: 'x\n' } }];
const test = [{ ask: { tool: 'Bash', subject: 'npm test' } }, { write: { path: 'tested.txt', text: 'x\n' } }];

async function open(agent: Readonly<Record<string, unknown>>, steps: readonly unknown[]): Promise<void> {
  world = await openWorld({ project: sumProject, remote: null });
  world.setScript({ turns: [{ when: {}, do: [...steps, { say: 'Done.' }] }] });
  const entry = JSON.stringify({ script: world.script, ...agent });
  writeFileSync(join(world.state, 'config.yaml'), `${world.trust()}agents:\n  scripted: ${entry}\n`);
}
const made = (file: string) => existsSync(join(world.checkout, file));
const run = (...flags: string[]) => world.ask(['run', 'Do it.', '--agent', 'scripted', ...flags]);

describe('a run by itself', () => {
  it('is kept from what the configuration denies, and given what it allows, without a question', async () => {
    await open({ allow: ['Bash(npm *)'], deny: ['Bash(npm publish*)'] }, [...publish, ...test]);
    expect(await run('--mode', 'write')).toMatchObject({ ok: true });
    expect([made('published.txt'), made('tested.txt')]).toEqual([false, true]);
  });

  it('that writes is refused where its agent is configured to ask or only to read, unless more is said', async () => {
    await open({ permissions: 'ask' }, test);
    expect(await run('--mode', 'write')).toMatchObject({ ok: false, error_code: 'UNSUPPORTED' });
    expect(await run()).toMatchObject({ ok: true });
    expect(await run('--mode', 'write', '--permissions', 'auto')).toMatchObject({ ok: true });
    expect(made('tested.txt')).toBe(true);
  });

  it('is not told how much to think where its agent has no ear for it', async () => {
    await open({}, []);
    const said = await run('--effort', 'high');
    expect(said).toMatchObject({ ok: false, error_code: 'UNSUPPORTED' });
    expect(JSON.stringify(said)).toContain('cannot be told how much to think');
    expect(await world.ask(['do', 'x', '--agent', 'scripted', '-d', '--effort', 'high'])).toMatchObject({
      error_code: 'UNSUPPORTED',
    });
    expect(await world.ask(['start', 'scripted', '-d', '--effort', 'high'])).toMatchObject({
      error_code: 'UNSUPPORTED',
    });
  });
});

describe('a session', () => {
  const start = (...flags: string[]) =>
    world.must<SessionStarted>(['start', 'scripted', '-d', '--transport', 'native', '--name', 'fox', ...flags]);

  it('that works by itself is denied what the configuration denies, and what nothing allows is asked about', async () => {
    await open({ permissions: 'auto', deny: ['Bash(npm publish*)'] }, [...publish, ...test]);
    const { session } = await start();
    expect(session.permissions).toBe('auto');
    await world.must(['send', 'fox', 'Do it.', '--no-wait']);
    const question = await world.until(
      async () => (await world.must<{ questions: readonly { id: string; text: string }[] }>(['answer'])).questions[0],
      (found) => found !== undefined,
    );
    expect(question?.text).toContain('Bash: npm test');
    expect(made('published.txt')).toBe(false);
    expect((await world.drover(['answer', question?.id ?? '', 'once'])).code).toBe(0);
    await world.until(async () => made('tested.txt'), Boolean);
    expect(made('published.txt')).toBe(false);
  });

  it('has what a flag says before what is configured, and the denials of both', async () => {
    await open({ permissions: 'read-only', deny: ['Bash(npm publish*)'] }, [...publish, ...test]);
    const { session } = await start('--permissions', 'ask', '--deny', 'Bash(npm test*)');
    expect(session.permissions).toBe('ask');
    await world.must(['send', 'fox', 'Do it.', '--wait']);
    expect([made('published.txt'), made('tested.txt')]).toEqual([false, false]);
  });
});
