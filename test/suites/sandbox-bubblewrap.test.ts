// The port's suite on bubblewrap, and attacks from inside.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseSandboxes } from '../../src/daemon/agents.ts';
import { readProcess } from '../../src/keeper/process/processes.ts';
import { keeperSocket } from '../../src/keeper/server/lock.ts';
import type { PersonConfig } from '../../src/ports/config.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { choose } from '../../src/sandbox/choose.ts';
import { mayBeCut } from '../fakes/outliving.ts';
import { needs } from '../needs/needs.ts';
import { shell } from './keeper-room.ts';
import { openSandboxRoom, type SandboxRoom, sandboxSuite, unwrap } from './sandbox.suite.ts';

describe('held by the kernel', needs('bwrap'), () => {
  sandboxSuite('bubblewrap', bubblewrap);
  describe('a program in bubblewrap', attacks);
});

function attacks(): void {
  let room: SandboxRoom;
  beforeAll(async () => {
    room = await openSandboxRoom(bubblewrap);
  });
  afterAll(() => room.close());
  const inHome = (path: string) => join(room.place.home, path);

  test('cannot read the keys of the person', async () => {
    const { said } = await room.run(`cat ${inHome('.ssh/id_ed25519')} || ls -a ${inHome('.ssh')}`);
    expect(said).not.toContain('the key');
    expect(said).toContain('No such file');
  });

  test("cannot see Drover's socket, lock, journals or other tasks", async () => {
    const socket = keeperSocket(room.keeper.socket);
    const state = room.place.stateFolder;
    const { said } = await room.run(
      `ls ${socket} ${state}/keeper.lock ${state}/transcripts ${state}/copies/shop-2; ls ${state} ${state}/copies`,
    );
    expect(said.match(/No such file/g)?.length).toBe(4);
    expect(said).not.toContain('shop-2\n');
    expect(existsSync(socket)).toBe(true);
  });

  test('cannot write outside of what it may, nor into what is only to be read', async () => {
    const readable = inHome('settings');
    mkdirSync(readable);
    writeFileSync(join(readable, 'file'), 'as it was');
    const targets = [
      '/usr/x',
      '/etc/x',
      '/x',
      '/opt/x',
      join(readable, 'file'),
      join(room.copy, '../shop-2/work'),
      inHome('.profile'),
    ];
    const { said } = await room.run(
      `cat ${readable}/file; for f in ${targets.join(' ')}; do echo bad > $f; done; true`,
      { readable: [readable] },
    );
    expect(said).toContain('as it was');
    expect(readFileSync(join(readable, 'file'), 'utf8')).toBe('as it was');
    expect(readFileSync(join(room.place.stateFolder, 'copies/shop-2/work'), 'utf8')).toBe('of another task');
    for (const path of ['/usr/x', '/etc/x', '/x', '/opt/x', inHome('.profile')]) expect(existsSync(path)).toBe(false);
  });

  test('WT-40 can open nothing of the kernel for writing, as root either, but what is of its own processes', async () => {
    const walk = `
      const { constants: { O_WRONLY, O_NONBLOCK }, openSync, closeSync, readdirSync } = require('node:fs');
      let tried = 0;
      const walk = (folder) => {
        let entries = [];
        try { entries = readdirSync(folder, { withFileTypes: true }); } catch {}
        for (const entry of entries) {
          const path = folder + '/' + entry.name;
          if (entry.isSymbolicLink() || (folder === '/proc' && /^[0-9]+$/.test(entry.name))) continue;
          if (entry.isDirectory()) { walk(path); continue; }
          tried += 1;
          try { closeSync(openSync(path, O_WRONLY | O_NONBLOCK)); console.log('OPENED ' + path); } catch {}
        }
      };
      walk('/proc'); walk('/sys');
      console.log('tried', tried > 500);`;
    const env = { PATH: `${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin` };
    writeFileSync(join(room.copy, 'walk.cjs'), walk);
    expect((await room.run('node walk.cjs', {}, { env })).said).toBe('tried true\n');
  });

  test('WT-44 cannot read what of the system only root may read', async () => {
    const secret = ['/etc/shadow', '/etc/gshadow', '/etc/ssh/ssh_host_rsa_key', '/etc/ssl/private', '/proc/kmsg'];
    const there = secret.filter((path) => existsSync(path));
    const { said } = await room.run(
      `for f in ${there.join(' ')}; do test -d $f && ls -A $f || cat $f 2>&1; done; true`,
    );
    expect(
      said.split('\n').filter((line) => line !== '' && !/Permission denied|Operation not permitted/.test(line)),
    ).toEqual([]);
    const open = await room.run('find /etc -type f -not -perm -o+r -readable -size +0');
    expect(there).toContain('/etc/shadow');
    expect(open.said).toBe('');
    expect((await room.run('cat /etc/passwd')).said).toContain('root:');
  });

  test('WT-13 finds the programs of tool managers and those that links on PATH lead to, and nothing beside them', async () => {
    const put = (path: string, text: string, mode = 0o755) => {
      mkdirSync(dirname(inHome(path)), { recursive: true });
      writeFileSync(inHome(path), text, { mode });
    };
    put('.pyenv/versions/3/bin/tool', '#!/bin/sh\necho from pyenv\n');
    put('.pyenv/shims/tool', `#!/bin/sh\nexec ${inHome('.pyenv/versions/3/bin/tool')}\n`);
    put('.cargo/bin/rusty', '#!/bin/sh\nexec "$RUSTUP_HOME/toolchains/stable/rusty"\n');
    put('.rustup/toolchains/stable/rusty', '#!/bin/sh\necho from rustup\n');
    put('.cargo/credentials.toml', 'token', 0o600);
    put('apps/linked/bin/linked', '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/beside"\n');
    put('apps/linked/bin/beside', 'from a link\n', 0o644);
    put('apps/secret', 'mine', 0o600);
    put('.ssh/helper', '#!/bin/sh\n');
    mkdirSync(inHome('.local/bin'), { recursive: true });
    symlinkSync(inHome('apps/linked/bin/linked'), inHome('.local/bin/linked'));
    symlinkSync(inHome('.ssh/helper'), inHome('.local/bin/helper'));
    const PATH = ['.pyenv/shims', '.cargo/bin', '.local/bin'].map(inHome).concat('/usr/bin', '/bin').join(':');
    const { said } = await room.run(
      'tool; rusty; linked; touch $PYENV_ROOT/x 2>&1 | grep -c only',
      {},
      { env: { PATH } },
    );
    expect(said).toBe('from pyenv\nfrom rustup\nfrom a link\n1\n');
    const hidden = ['.cargo/credentials.toml', 'apps/secret', '.ssh/helper', '.ssh/id_ed25519'].map(inHome);
    const looked = await room.run(`ls ${hidden.join(' ')}`, {}, { env: { PATH } });
    expect(looked.said.match(/No such file/g)).toHaveLength(hidden.length);
  });

  test('is seen where it stands in the home itself, and nothing beside it', async () => {
    const program = inHome('my-agent');
    writeFileSync(program, '#!/bin/sh\necho began; ls "$(dirname "$0")"\n', { mode: 0o755 });
    writeFileSync(inHome('notes'), 'of the person');
    const { said } = await room.run('', {}, { argv: [program] });
    expect(said).toMatch(/^began\n/);
    expect(said).not.toContain('notes');
  });

  test('WT-13 what the person opens by `sandbox_read` can be read, and never a home of secrets', async () => {
    mkdirSync(inHome('sdk'), { recursive: true });
    writeFileSync(inHome('sdk/tool'), 'from the sdk');
    const confine = async (...paths: readonly string[]) => {
      const content = { sandboxRead: paths } as unknown as PersonConfig;
      const config = { read: async () => ({ ok: true, value: content }) as const, expand: (path: string) => path };
      const chosen = unwrap(await chooseSandboxes(room.place, config).choose('required'));
      return chosen.confine(shell(`cat ${inHome('sdk/tool')}`, { cwd: room.copy }), room.confinement);
    };
    const { argv, env } = unwrap(await confine(inHome('sdk')));
    expect(execFileSync(argv[0] ?? '', argv.slice(1), { encoding: 'utf8', env })).toBe('from the sdk');
    symlinkSync(inHome('.ssh'), inHome('keys'));
    for (const path of ['.ssh', '.ssh/id_ed25519', 'keys', '.config', '.claude', '.npmrc', '.'])
      expect(await confine(inHome(path)), path).toMatchObject({ ok: false, failure: { error_code: 'CONFIG_INVALID' } });
    expect(await confine('/nowhere')).toMatchObject({ ok: false, failure: { error_code: 'PATH_NOT_FOUND' } });
  });

  test('sees no process of outside and can end none', async () => {
    const outside = spawn('sleep', ['1000'], { stdio: 'ignore' });
    const gone = new Promise((resolve) => outside.once('exit', resolve));
    const { said } = await room.run(`kill -9 ${outside.pid}; kill -9 -1; true; ls /proc | grep -c '^[0-9]'`);
    expect(readProcess(outside.pid ?? 0)).not.toBeNull();
    expect(said).not.toContain(String(room.keeper.keeper.pid));
    outside.kill('SIGKILL');
    await gone;
  });

  test('reaches this machine over loopback only where the network is open', async () => {
    let visits = 0;
    const server = createServer((socket) => {
      visits += 1;
      mayBeCut(socket).end('hello');
    });
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
    const text = `node -e 'require("net").connect(${port},"127.0.0.1").on("data",d=>console.log(""+d)).on("error",e=>console.log(e.code))'`;
    const env = { PATH: `${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin` };
    expect((await room.run(text, { network: 'none' }, { env })).said).toBe('ECONNREFUSED\n');
    expect(visits).toBe(0);
    expect((await room.run(text, { network: 'all' }, { env })).said).toBe('hello\n');
    expect(visits).toBe(1);
    await new Promise((resolve) => server.close(resolve));
  });

  test('has no capability but, for root, the one without which no agent could open a sandbox of its own', async () => {
    const setfcap = process.getuid?.() === 0 ? '0{8}80{7}' : '0{16}';
    expect((await room.run('grep CapEff /proc/self/status')).said).toMatch(new RegExp(`CapEff:\\s+${setfcap}\\n`));
  });

  test('cannot lead the next run astray by a link it leaves behind', async () => {
    const link = join(room.copy, 'cache');
    const sandbox = bubblewrap(room.place);
    for (const target of [inHome('.ssh'), join(room.place.stateFolder, 'copies/shop-2'), '/']) {
      symlinkSync(target, link);
      const refused = await sandbox.confine(shell('true', { cwd: room.copy }), {
        ...room.confinement,
        writable: [room.copy, link],
      });
      expect(refused).toMatchObject({ ok: false, failure: { error_code: 'UNSUPPORTED' } });
      const onPath = shell('true', { cwd: room.copy, env: { PATH: `${link}:/usr/bin:/bin` } });
      const { argv } = unwrap(await sandbox.confine(onPath, room.confinement));
      expect(argv).not.toContain(inHome('.ssh'));
      expect(argv).not.toContain(join(room.place.stateFolder, 'copies/shop-2'));
      rmSync(link);
    }
  });

  test('cannot lead astray by the program it leaves behind', async () => {
    const key = inHome('.ssh/tool');
    writeFileSync(key, '#!/bin/sh\n');
    chmodSync(key, 0o700);
    symlinkSync(key, join(room.copy, 'tool'));
    const { argv } = unwrap(
      await bubblewrap(room.place).confine({ ...shell('', { cwd: room.copy }), argv: ['./tool'] }, room.confinement),
    );
    expect(argv).not.toContain(inHome('.ssh'));
  });

  test('is refused where a hidden folder itself, or all that holds it, is named', async () => {
    const holding = ['/', '/tmp', '/run', '/dev', '/dev/shm', join(room.place.home, '..')];
    for (const path of [room.place.home, room.place.stateFolder, ...holding]) {
      const refused = await bubblewrap(room.place).confine(shell('true'), { ...room.confinement, readable: [path] });
      expect(refused).toMatchObject({ ok: false, failure: { error_code: 'UNSUPPORTED' } });
    }
  });

  test('gets folders made that it may write, and is refused where nothing is to be read', async () => {
    const made = join(room.place.stateFolder, 'agents/claude');
    await room.run(`echo x > ${made}/login`, { writable: [room.copy, made] });
    expect(readFileSync(join(made, 'login'), 'utf8')).toBe('x\n');
    const refused = await bubblewrap(room.place).confine(shell('true'), {
      ...room.confinement,
      readable: [inHome('no-such')],
    });
    expect(refused).toMatchObject({ ok: false, failure: { error_code: 'PATH_NOT_FOUND' } });
  });

  test('is refused where it does not exist, or its folder cannot be seen', async () => {
    const sandbox = bubblewrap(room.place);
    const noProgram = await sandbox.confine({ ...shell(''), argv: ['no-such-program'] }, room.confinement);
    expect(noProgram).toMatchObject({ ok: false, failure: { error_code: 'PATH_NOT_FOUND' } });
    const noFolder = await sandbox.confine(shell('true', { cwd: inHome('.ssh') }), room.confinement);
    expect(noFolder).toMatchObject({ ok: false, failure: { error_code: 'UNSUPPORTED' } });
  });

  test('writes where it may in the memory that is /dev/shm, sees nothing else of it, and has its devices', async () => {
    const folder = mkdtempSync('/dev/shm/sandbox-');
    for (const name of ['copy', 'other']) mkdirSync(join(folder, name));
    const script = `echo x > ${folder}/copy/made && ls /dev/shm ${folder} && echo y > /dev/null && head -c 1 /dev/zero | wc -c`;
    try {
      const { said } = await room.run(script, { writable: [room.copy, join(folder, 'copy')] });
      // Its own copy may stand there as well.
      const seen = new Set([folder, room.copy].flatMap((path) => /^\/dev\/shm\/([^/]+)/.exec(path)?.[1] ?? []));
      expect(said).toBe(`/dev/shm:\n${[...seen].sort().join('\n')}\n\n${folder}:\ncopy\n1\n`);
      expect(readFileSync(join(folder, 'copy/made'), 'utf8')).toBe('x\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('has its own file within a folder that is only to be read', async () => {
    const readable = inHome('agent');
    mkdirSync(join(readable, 'sessions'), { recursive: true });
    await room.run(`echo x > ${readable}/no; echo y > ${readable}/sessions/yes`, {
      readable: [readable],
      writable: [room.copy, join(readable, 'sessions')],
    });
    expect(existsSync(join(readable, 'no'))).toBe(false);
    expect(existsSync(join(readable, 'sessions/yes'))).toBe(true);
  });

  test('works for an ordinary user too', needs('root', 'setpriv'), () => {
    const source = new URL('../../src/sandbox/bubblewrap.ts', import.meta.url).pathname;
    const text = `import { bubblewrap } from ${JSON.stringify(source)};
      const place = { home: '/nonexistent', stateFolder: '/nonexistent/state', node: process.execPath, path: '/usr/bin:/bin' };
      console.log((await bubblewrap(place).probe()).works);`;
    const words = [
      '--reuid',
      '65534',
      '--regid',
      '65534',
      '--clear-groups',
      process.execPath,
      '--input-type=module-typescript',
      '-e',
      text,
    ];
    expect(execFileSync('setpriv', words, { encoding: 'utf8', cwd: '/', env: { PATH: '/usr/bin:/bin' } })).toBe(
      'true\n',
    );
  });

  test('is what auto and required choose here', async () => {
    for (const wish of ['auto', 'required'] as const)
      expect(unwrap(await choose(wish, [bubblewrap(room.place)])).name).toBe('bubblewrap');
  });
}
