// What a confined run can do with the state of its agent, with bubblewrap and the real declarations: attacks from inside, and what must come out again.

import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claudeState } from '../../src/agents/claude/state.ts';
import { codexState } from '../../src/agents/codex/state.ts';
import { opencodeCommon as opencode } from '../../src/agents/opencode/program.ts';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { giveState, takeState } from '../../src/effects/run/own-state.ts';
import type { AgentState } from '../../src/ports/agent.ts';
import type { Person } from '../../src/ports/system.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { findOnPath } from '../../src/sandbox/find-tools.ts';
import { agentHomes } from '../fakes/footprints.ts';
import { shell } from './keeper-room.ts';
import { unwrap } from './sandbox.suite.ts';

const installed = findOnPath('bwrap', process.env.PATH ?? '') !== null;
if (!installed && process.env.CI) throw new Error('CI must have bubblewrap');

const mine = '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01';
const others = '11111111-0c4e-4a52-9d65-2f5f3f1c9a01';
const login = (access: string) =>
  JSON.stringify({ claudeAiOauth: { accessToken: access, refreshToken: 'r', expiresAt: 1, scopes: ['a'] } });

let ground: string;
let home: string;
let copy: string;
let runs = 0;
beforeEach(() => {
  ground = realpathSync(mkdtempSync('/var/tmp/drover-own-'));
  [home, copy] = [join(ground, 'home'), join(ground, 'state/copies/shop-1')];
  mkdirSync(copy, { recursive: true });
  put('.claude/settings.json', '{"theme":"dark"}');
  put('.claude/.credentials.json', login('a1'));
  put('.claude/skills/mine/SKILL.md', 'mine');
  put(`.claude/projects/-else/${others}.jsonl`, 'of another');
  put('.claude.json', JSON.stringify({ userID: 'me', projects: { '/else': { history: ['secret'] } }, mcpServers: {} }));
});
afterEach(() => rmSync(ground, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}
const read = (path: string) => readFileSync(join(home, path), 'utf8');

type How = { readonly state?: readonly AgentState[]; readonly owner?: string; readonly resume?: string };

/** A run in the sandbox whose agent is a shell; `told`: the conversation it names. */
async function run(script: string, told: string | null = null, how: How = {}) {
  const { state = claudeState({ HOME: home }), owner = 'shop-1', resume = null } = how;
  runs += 1;
  const [id, stateFolder] = [`r${runs}`, join(ground, 'state')];
  const files = createStateFiles(stateFolder, randomUUID);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const ports = { files, sha256, person: { home } as Person };
  const inside = await files.makeFolder(`homes/${owner}`);
  const own = await giveState(ports, { run: id, owner, agent: 'any', home: inside, cwd: copy, resume }, state);
  const place = {
    home,
    stateFolder,
    agentHomes,
    node: process.execPath,
    gateway: '/nowhere',
    path: process.env.PATH ?? '',
  };
  const program = unwrap(
    await bubblewrap(place).confine(shell(script, { cwd: copy }), {
      ...own,
      writable: [copy, ...own.writable],
      network: 'none',
      home: inside,
    }),
  );
  const [command = '', ...args] = program.argv;
  const { stdout, stderr } = spawnSync(command, args, { cwd: copy, env: program.env, encoding: 'utf8' });
  const changes = await takeState(ports, id, told);
  expect(await takeState(ports, id, told)).toEqual(changes);
  expect(existsSync(join(stateFolder, 'runs', id, 'own'))).toBe(false);
  return { said: `${stdout}${stderr}`, changes };
}

describe.skipIf(!installed)('WT-41 the state of its agent, for a confined run,', () => {
  test('is a view that is thrown away: settings, hooks, servers and skills of the person stay as they are, and what was changed is told', async () => {
    const { said, changes } = await run(`
      cat ~/.claude/settings.json ~/.claude/skills/mine/SKILL.md; echo
      echo '{"hooks":{}}' > ~/.claude/settings.json
      echo '{"mcpServers":{"x":{}}}' > ~/.claude.json
      echo bad > ~/.claude/skills/mine/SKILL.md
      mkdir -p ~/.claude/commands ~/.claude/newer; echo bad > ~/.claude/commands/x.md
      echo bad > ${home}/.claude/settings.local.json; true`);
    expect(said).toContain('{"theme":"dark"}mine');
    expect(said).toContain('Read-only file system');
    expect(read('.claude/settings.json')).toBe('{"theme":"dark"}');
    expect(read('.claude/skills/mine/SKILL.md')).toBe('mine');
    expect(JSON.parse(read('.claude.json'))).toMatchObject({ userID: 'me', mcpServers: {} });
    expect(readdirSync(join(home, '.claude')).sort()).toEqual([
      '.credentials.json',
      'projects',
      'settings.json',
      'skills',
    ]);
    expect(changes).toEqual({
      changed: ['settings.json', 'settings.local.json', 'commands']
        .map((path) => join(home, '.claude', path))
        .concat(join(home, '.claude.json')),
      logins: [],
    });
    // Nor are they in force for the next run of the task.
    const next = await run('cat ~/.claude/settings.json ~/.claude.json; ls ~/.claude');
    expect(next.said).not.toMatch(/hooks|bad|"x"|commands|newer/);
    expect(next.changes).toEqual({ changed: [], logins: [] });
  });

  test('holds no conversation of others, nor what was done elsewhere', async () => {
    const { said } = await run('find -L ~/.claude -type f; cat ~/.claude.json; ls /; cat ~/.claude/projects/*/*');
    expect(said).not.toMatch(/1111|of another|secret/);
    expect(said).toContain('"userID":"me"');
  });

  test('keeps the conversation of the task over its runs, and brings it out for the person', async () => {
    const begin = `mkdir -p ~/.claude/projects/-copy; echo one > ~/.claude/projects/-copy/${mine}.jsonl`;
    await run(begin, mine);
    expect(read(`.claude/projects/-copy/${mine}.jsonl`)).toBe('one\n');
    // The person went on with it outside.
    put(`.claude/projects/-copy/${mine}.jsonl`, 'one\ntwo\n');
    const { said } = await run(
      `cat ~/.claude/projects/-copy/${mine}.jsonl; echo three >> ~/.claude/projects/-copy/${mine}.jsonl`,
      mine,
      { resume: mine },
    );
    expect(said).toBe('one\ntwo\n');
    expect(read(`.claude/projects/-copy/${mine}.jsonl`)).toBe('one\ntwo\nthree\n');
    expect((await run('ls ~/.claude/projects', null, { owner: 'shop-2' })).said).toBe('');
    // A person's own may be gone on with by another owner.
    const taken = await run('cat ~/.claude/projects/*/*', null, { owner: 'r7', resume: others });
    expect(taken.said).toBe('of another');
  });

  test('cannot be used to overwrite the conversation of another by its name', async () => {
    await run(`mkdir -p ~/.claude/projects/-else; echo bad > ~/.claude/projects/-else/${others}.jsonl`, others);
    expect(read(`.claude/projects/-else/${others}.jsonl`)).toBe('of another');
    await run('mkdir -p ~/.claude/projects/x; echo bad > ~/.claude/projects/x/e.jsonl', 'e');
    expect(readdirSync(join(home, '.claude/projects'))).toEqual(['-else']);
  });

  test('brings a refreshed login out, also one that was renamed into its place', async () => {
    const { changes } = await run(`
      test -w ~/.claude/.credentials.json || echo no
      echo '${login('a2')}' > ~/.claude/.credentials.new && mv ~/.claude/.credentials.new ~/.claude/.credentials.json`);
    expect(JSON.parse(read('.claude/.credentials.json'))).toEqual(JSON.parse(login('a2')));
    expect(statSync(join(home, '.claude/.credentials.json')).mode & 0o777).toBe(0o600);
    expect(changes?.logins).toEqual([{ path: join(home, '.claude/.credentials.json'), why: null }]);
  });

  test.each([
    ['a link', (path: string) => `ln -sf /etc/passwd ${path}`],
    ['half a file', (path: string) => `echo '{"claudeAiOauth"' > ${path}`],
    [
      'a login of somebody else',
      (path: string) =>
        `echo '{"claudeAiOauth":{"accessToken":"x","refreshToken":"y","expiresAt":2,"account":"z"}}' > ${path}`,
    ],
    ['a pipe', (path: string) => `rm ${path}; mkfifo ${path}`],
    ['nothing', (path: string) => `rm ${path}`],
  ])('brings no login out where it is %s', async (_what, script) => {
    await run(script('~/.claude/.credentials.json'));
    expect(read('.claude/.credentials.json')).toBe(login('a1'));
    expect(lstatSync(join(home, '.claude/.credentials.json')).isFile()).toBe(true);
  });

  test('WT-42 follows no link that is left in its conversations or its home', async () => {
    const dev = join(home, 'dev');
    mkdirSync(dev);
    writeFileSync(join(dev, `${mine}.jsonl`), 'work');
    await run(
      `ln -s ${dev} ~/.claude/projects/-copy; rm ~/.claude; ln -s ${dev} ~/.claude; ln -s ${dev} ~/.local`,
      mine,
    );
    const state = opencode.state({ HOME: home });
    put('.local/share/opencode/auth.json', '{}');
    await run(`mkdir -p ~/.claude/projects; echo x`, mine, { resume: mine });
    await run('true', mine, { resume: mine, state });
    expect(readFileSync(join(dev, `${mine}.jsonl`), 'utf8')).toBe('work');
    expect(readdirSync(dev)).toEqual([`${mine}.jsonl`]);
    expect(existsSync(join(home, '.claude/projects/-copy'))).toBe(false);
  });

  test('is found by its own name where a variable names another place', async () => {
    const place = join(ground, 'codex');
    mkdirSync(place);
    writeFileSync(join(place, 'config.toml'), 'model = "x"');
    const { said, changes } = await run(`cat ${place}/config.toml; echo notify > ${place}/config.toml`, null, {
      state: codexState({ HOME: home, CODEX_HOME: place }),
    });
    expect(said).toBe('model = "x"');
    expect(readFileSync(join(place, 'config.toml'), 'utf8')).toBe('model = "x"');
    expect(changes?.changed).toEqual([join(place, 'config.toml')]);
  });

  test('is one of the task where all conversations are in one database, and goes with who resumes one of it', async () => {
    put('.local/share/opencode/opencode.db', 'of others');
    const state = opencode.state({ HOME: home });
    const begun = await run('cd ~/.local/share/opencode; ls; echo mine > opencode.db', 'ses_0123456789', { state });
    expect(begun.said).toBe('');
    const resumed = await run('cat ~/.local/share/opencode/opencode.db', null, {
      ...{ state, owner: 'r99', resume: 'ses_0123456789' },
    });
    expect(resumed.said).toBe('mine\n');
    expect(read('.local/share/opencode/opencode.db')).toBe('of others');
  });

  test('is not given over a link that an earlier version or an agent put among the settings', async () => {
    put('.ssh/id_ed25519', 'the key');
    symlinkSync(join(home, '.ssh/id_ed25519'), join(home, '.claude/CLAUDE.md'));
    expect((await run('cat ~/.claude/CLAUDE.md')).said).toContain('No such file');
  });
});
