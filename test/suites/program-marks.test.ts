// A shell that marks its prompts and commands, and programs that print such marks, in real terminals.
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import { ok } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import type { AgentStatus } from '../../src/domain/session/agent-status.ts';
import type { AgentSpec, Live } from '../../src/ports/agent.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import { follow } from './follow.ts';

const patience = 30_000;
const rc = String.raw`
PROMPT_COMMAND='printf "\033]133;D;%s\007" "$?"'
PS1='\[\033]133;A\007\]it waits:\[\033]133;B\007\] '
PS0='\[\033]133;C\007\]'
unset HISTFILE
`;

describe('a shell that marks its prompts', () => {
  let folder: string;
  let keeper: ReturnType<typeof createKeeperFake>;
  let live: Live;
  /** How often its processes were looked at. */
  let looks = 0;
  let events: ReturnType<typeof follow>;
  const agent = createAgents().program('bash');

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(process.env.HOME ?? '', 'marks-')));
    writeFileSync(join(folder, 'rc'), rc);
    const fake = createKeeperFake(join(folder, 'k'));
    looks = 0;
    const activity: typeof fake.activity = async (run) => {
      looks += 1;
      return fake.activity(run);
    };
    keeper = { ...fake, activity };
    const { PATH = '', DROVER_TEST_MARK = '' } = process.env;
    const spec: AgentSpec = {
      ...{ runId: runId(1), cwd: folder, promptFile: null, mode: 'write', permissions: 'ask', once: false },
      ...{ resume: null, fork: false, conversation: 'c', model: null, effort: null, turns: 1, columns: 80, rows: 20 },
      ...{ deadlineMs: 120_000, quietMs: null, folder: join(folder, 'own') },
      args: ['--noprofile', '--rcfile', join(folder, 'rc'), '-i'],
      env: { PATH, HOME: folder, DROVER_TEST_MARK },
      usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
      confine: async (program) => ok(program),
    };
    const started = await agent.start(keeper, spec);
    if (!started.ok) throw new Error(started.failure.message);
    live = started.value;
    events = follow(agent, keeper, live);
  });
  afterEach(async () => {
    await events.leave();
    await keeper.close();
  });

  const standings = () => events.all.flatMap((each) => (each.kind === 'standing' ? [each] : []));
  /** The first standing of this kind after so many. */
  const stands = async (kind: AgentStatus['kind'], after = 0) => {
    await expect
      .poll(
        () =>
          standings()
            .slice(after)
            .some(({ standing }) => standing.kind === kind),
        { timeout: patience },
      )
      .toBe(true);
    return standings().findIndex(({ standing }, at) => at >= after && standing.kind === kind) + 1;
  };
  const shows = (text: string) =>
    expect
      .poll(async () => (await keeper.screen(live.runId))?.screen.lines.join('\n'), { timeout: patience })
      .toContain(text);
  const mark = async () => (await keeper.screen(live.runId))?.screen.mark;
  const foreground = async () => (await keeper.activity(live.runId)).foreground;
  const say = (id: string, text: string) =>
    agent.prompt(keeper, live, { id, text, submit: true, steer: false, keys: false }, AbortSignal.timeout(patience));
  const keys = async (text: string) =>
    keeper.write(live.runId, ((await keeper.find(live.runId))?.inputSeq ?? 0) + 1, Buffer.from(text));
  const isReady = () => standings().at(-1)?.standing.kind === 'ready';

  test('is ready at its prompt, which looks like none, and busy while a command runs; the screen says so', async () => {
    const ready = await stands('ready');
    expect(standings()[ready - 1]).toMatchObject({ source: 'screen' });
    expect(await mark()).toMatchObject({ kind: 'input' });
    expect(await say('m1', 'echo begun; until [ -e go ]; do sleep 0.05; done; echo fin')).toEqual({
      kind: 'delivered',
    });
    const busy = await stands('busy', ready);
    await shows('begun');
    expect(await mark()).toEqual({ kind: 'command' });
    expect(isReady()).toBe(false);
    writeFileSync(join(folder, 'go'), '');
    await stands('ready', busy);
    expect(events.all.filter(({ kind }) => kind === 'turn_ended')).toHaveLength(1);
    await shows('\nfin');
  });

  test('is not ready while what it started prints the marks of a prompt', async () => {
    const ready = await stands('ready');
    const forged = String.raw`printf '\033]133;D\007\033]133;A\007$ \033]133;B\007'`;
    await say('m1', `${forged}; cat`);
    await stands('busy', ready);
    await expect.poll(mark, { timeout: patience }).toMatchObject({ kind: 'input' });
    expect(await foreground()).toBe('other');
    // Each look could have made it ready.
    const before = looks;
    await expect.poll(() => looks, { timeout: patience }).toBeGreaterThan(before + 4);
    const looked = standings().length;
    await keys('a line\r');
    await shows('a line');
    await keys('\x04');
    await stands('ready', ready);
    expect(
      standings()
        .slice(ready, looked)
        .map(({ standing }) => standing.kind),
    ).not.toContain('ready');
  });

  test('is not ready on an alternate screen, whatever is marked there, and knows on its return that the command runs', async () => {
    const ready = await stands('ready');
    const other = String.raw`printf '\033[?1049h\033[H\033]133;A\007$ \033]133;B\007'; until [ -e a ]; do sleep 0.05; done; printf '\033[?1049l'; until [ -e b ]; do sleep 0.05; done`;
    await say('m1', other);
    await expect
      .poll(async () => (await keeper.screen(live.runId))?.screen.alternate, { timeout: patience })
      .toBe(true);
    expect(await mark()).toMatchObject({ kind: 'input' });
    writeFileSync(join(folder, 'a'), '');
    await expect
      .poll(async () => (await keeper.screen(live.runId))?.screen.alternate, { timeout: patience })
      .toBe(false);
    expect(await mark()).toEqual({ kind: 'command' });
    expect(
      standings()
        .slice(ready)
        .map(({ standing }) => standing.kind),
    ).not.toContain('ready');
    writeFileSync(join(folder, 'b'), '');
    await stands('ready', ready);
  });

  test('is ready though its prompt was marked a thousand lines ago and again now', async () => {
    const ready = await stands('ready');
    await say('m1', 'seq 1 1500');
    const busy = await stands('busy', ready);
    await stands('ready', busy);
    expect(await mark()).toEqual({ kind: 'input', at: { row: 19, column: 9 } });
  });

  test('with a half-typed line of a person takes no message', async () => {
    await stands('ready');
    await keys('half');
    await shows('waits: half');
    expect(await say('m1', 'echo no')).toMatchObject({ kind: 'not_taken' });
  });
});
