// One prompt, one answer: `drover run` with the real daemon, keeper and command line, and an agent that plays a script.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunCreated, RunEnd } from '../../src/contract/run.ts';
import { needs } from '../needs/needs.ts';
import { built } from './built.ts';
import { processesOf } from './processes-of.ts';
import { shareWorlds } from './shared-worlds.ts';
import type { World } from './world.ts';

let world: World;
const open = shareWorlds();

const cli = built('cli');
const says = (text: string) => ({ turns: [{ do: [{ say: text }] }] });
const run = ['run', '--agent', 'scripted'];

type Prompted = { readonly mode: string; readonly base64: string; readonly nth: number };
const prompts = (): Prompted[] =>
  readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Prompted);

describe('an answer', () => {
  it('is printed alone with --final, and nothing needs to be set up', async () => {
    world = await open({ script: says('Line 4 closes it.') });
    const told = await world.drover([...run, 'Where is it closed?', '--final']);
    expect(told).toEqual({ code: 0, out: 'Line 4 closes it.\n', err: '' });
  });

  it('comes as one document with conversation, usage and times with --json', async () => {
    world = await open({
      script: { turns: [{ do: [{ usage: { inputTokens: 7, outputTokens: 2 } }, { say: 'Yes.' }] }] },
    });
    const end = await world.must<RunEnd>([...run, 'Is it?']);
    expect(end).toMatchObject({
      run: expect.stringMatching(/^r\d+$/),
      agent: 'scripted',
      mode: 'analysis',
      answer: 'Yes.',
      wrote_in_read_only: null,
    });
    expect(end.usage).toMatchObject({ input_tokens: 7, output_tokens: 2 });
    expect(end.conversation).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['--jsonl', '--events'])('comes after what the agent did, line by line, with %s', async (flag) => {
    world = await open({ script: { turns: [{ do: [{ run: ['true'] }, { say: 'Done.' }] }] } });
    const { code, out } = await world.drover([...run, 'Do it.', flag]);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind?: string; ok?: boolean });
    expect(code).toBe(0);
    expect(lines.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['started', 'tool_started', 'tool_ended', 'text', 'turn_ended']),
    );
    expect(lines.at(-1)).toMatchObject({ ok: true, data: { answer: 'Done.' } });
  });

  it('of a megabyte arrives whole', async () => {
    world = await open({ script: says('long '.repeat(210_000)) });
    const { out } = await world.drover([...run, 'Tell.', '--final']);
    expect(out).toBe(`${'long '.repeat(210_000)}\n`);
  });
});

describe('an answer that goes to a file', () => {
  it('is there whole, and nowhere else; where it could not be written nothing is started', async () => {
    world = await open({ script: says('Line 4.') });
    const file = join(world.folder, 'answer.md');
    const told = await world.drover([...run, 'Where?', '--to', file]);
    expect([told.code, told.out, readFileSync(file, 'utf8')]).toEqual([0, '', 'Line 4.\n']);
    expect(told.err).toContain(`is in ${file}`);
    const asked = prompts().length;
    for (const [to, code] of [
      [join(world.folder, 'nowhere/answer.md'), 'PATH_NOT_FOUND'],
      [world.folder, 'USAGE'],
    ] as const)
      expect(await world.ask([...run, 'x', '--to', to])).toMatchObject({ ok: false, error_code: code });
    expect(await world.ask([...run, 'x', '--to', file, '-d'])).toMatchObject({ ok: false, error_code: 'USAGE' });
    expect(prompts()).toHaveLength(asked);
  });
});

describe('a prompt', () => {
  it('PC-72 reaches the agent byte by byte: quotes, backticks, variables, newlines, 200 KB', async () => {
    world = await open({ script: says('Read.') });
    const prompt = `"a" 'b' \`touch pwned\` $HOME $(touch pwned)\r\n\ttab \u0000 é 漢 ${'x'.repeat(200_000)}\n\n`;
    for (const args of [[...run, '-'], run]) expect((await world.drover(args, { input: prompt })).code).toBe(0);
    writeFileSync(join(world.folder, 'prompt.md'), prompt);
    expect((await world.drover([...run, '-f', join(world.folder, 'prompt.md')])).code).toBe(0);
    const words = 'say "a" `b` $HOME; touch pwned';
    expect((await world.drover([...run, words])).code).toBe(0);
    const read = prompts().map(({ base64 }) => Buffer.from(base64, 'base64').toString());
    expect(read).toEqual([prompt, prompt, prompt, words]);
    expect(existsSync(join(world.checkout, 'pwned'))).toBe(false);
  });

  it('stands in a template of ours, which is listed; with one that is not there nothing starts', async () => {
    world = await open({ script: says('Read.') });
    expect(await world.ask([...run, 'x', '--template', 'nobody'])).toMatchObject({
      ok: false,
      error_code: 'TEXT_NOT_FOUND',
    });
    expect(existsSync(join(world.folder, 'agent', 'log'))).toBe(false);
    expect((await world.drover([...run, 'Why?', '--template', 'cause'])).code).toBe(0);
    const told = prompts().map(({ base64 }) => Buffer.from(base64, 'base64').toString());
    expect(told).toEqual([expect.stringMatching(/^Find the cause of this[\s\S]*\n\nWhy\?$/)]);
    expect((await world.drover(['templates'])).out).toMatch(/^cause +drover +Find the cause/m);
  });

  it('that is empty or no text starts nothing', async () => {
    world = await open({ script: says('Never.') });
    expect(await world.ask([...run], { input: '  \n' })).toMatchObject({ ok: false, error_code: 'TEXT_EMPTY' });
    const latin = join(world.folder, 'latin.md');
    writeFileSync(latin, Buffer.from('caf\xe9', 'latin1'));
    expect(await world.ask([...run, '-f', latin])).toMatchObject({ ok: false, error_code: 'USAGE' });
    expect(existsSync(join(world.folder, 'agent', 'log'))).toBe(false);
  });
});

describe('a run has failed', () => {
  const cases: readonly (readonly [string, readonly unknown[], string, number])[] = [
    [
      'when the agent exits with an error after its answer',
      [{ say: 'All fine.' }, { exit: { code: 3 } }],
      'ENGINE_ERROR',
      1,
    ],
    ['when its service fails', [{ say: 'Hm.' }, { apiError: { status: 500 } }], 'ENGINE_ERROR', 1],
    ['when it ends without a word', [], 'ENGINE_ERROR', 1],
    ['when it crashes in the middle', [{ say: 'So.' }, { crash: 9 }], 'ENGINE_ERROR', 1],
    ['when its service limits it', [{ limited: { until: null } }], 'AGENT_LIMIT', 7],
    ['when it is not logged in', [{ authMissing: true }], 'AGENT_AUTH', 4],
  ];
  it.each(cases)('%s', async (_, steps, code, exit) => {
    world = await open({ script: { turns: [{ do: steps }] } });
    const told = await world.drover([...run, 'Go.', '--json']);
    expect(JSON.parse(told.out)).toMatchObject({
      ok: false,
      error_code: code,
      details: { run: expect.stringMatching(/^r\d+$/) },
    });
    expect(told.code).toBe(exit);
  });

  it('PC-71 when there is no such agent, with those that are known', async () => {
    world = await open();
    const reply = await world.ask(['run', 'x', '--agent', 'nobody']);
    expect(reply).toMatchObject({
      ok: false,
      error_code: 'ENGINE_ERROR',
      details: { known: expect.arrayContaining(['scripted']) },
    });
  });
});

describe('the end of a run', () => {
  const stubborn = { turns: [{ do: [{ escape: { file: 'escaped.log' } }, { hang: true, ignoreTerm: true }] }] };

  it('PC-75 by its time limit is told as such, and its whole tree is gone', async () => {
    world = await open({ script: stubborn, config: 'sandbox: off\n' });
    const told = await world.drover([...run, 'x', '--mode', 'write', '--timeout', '1s', '--json']);
    expect(JSON.parse(told.out)).toMatchObject({ ok: false, error_code: 'ENGINE_TIMEOUT' });
    expect(told.code).toBe(124);
    expect(alive()).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'PC-74 by %s to who asked ends agent and grandchildren, also where they ignore SIGTERM',
    async (signal) => {
      world = await open({ script: stubborn, config: 'sandbox: off\n' });
      const asker = spawn(process.execPath, [cli, ...run, 'x', '--mode', 'write', '--json'], {
        cwd: world.checkout,
        env: world.env,
      });
      const out: Buffer[] = [];
      asker.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      await world.until(async () => existsSync(join(world.checkout, 'escaped.log')), Boolean);
      expect(alive()).not.toEqual([]);
      asker.kill(signal);
      const code = await new Promise((resolve) => asker.on('close', resolve));
      expect(code).toBe(130);
      expect(JSON.parse(Buffer.concat(out).toString())).toMatchObject({ ok: false, error_code: 'CANCELLED' });
      expect(alive()).toEqual([]);
    },
  );

  it('comes when it has used more tokens than it may', async () => {
    const used = { inputTokens: 900, cachedTokens: 0, outputTokens: 200, money: 0 };
    world = await open({ script: { turns: [{ do: [{ say: 'So far.' }, { usage: used }, { hang: true }] }] } });
    const told = await world.drover([...run, 'Go.', '--max-tokens', '1000', '--json']);
    expect([told.code, JSON.parse(told.out)]).toEqual([
      130,
      expect.objectContaining({ error_code: 'CANCELLED', error: expect.stringContaining('had used its 1000 tokens') }),
    ]);
  });

  it('is not waited for with -d', async () => {
    world = await open({ script: { turns: [{ do: [{ wait: { file: 'go' } }, { say: 'Now.' }] }] } });
    const { run: id } = await world.must<RunCreated>([...run, 'x', '-d']);
    writeFileSync(join(world.checkout, 'go'), '');
    await world.until(
      async () => JSON.stringify(await world.ask([...run, 'x', '--resume', id, '-d'])),
      (said) => /"run":"r\d+"/.test(said),
    );
  });

  const alive = () => [...processesOf(world.script), ...processesOf(join(world.checkout, 'escaped.log'))];
});

describe('a conversation', () => {
  const remembers = {
    turns: [
      { when: { nth: 1 }, do: [{ say: 'first' }] },
      { when: { nth: 2 }, do: [{ say: 'second' }] },
      { do: [{ say: 'third' }] },
    ],
  };

  it('PC-66 goes on by a run or its name, again and again', async () => {
    world = await open({ script: remembers });
    const one = await world.must<RunEnd>([...run, 'a', '--name', 'review']);
    const two = await world.must<RunEnd>(['run', 'b', '--resume', 'review', '--name', 'more']);
    const three = await world.must<RunEnd>(['run', 'c', '--resume', two.run]);
    expect([one, two, three].map(({ answer }) => answer)).toEqual(['first', 'second', 'third']);
    expect(new Set([one, two, three].map(({ conversation }) => conversation)).size).toBe(1);
  });

  it('PC-66 is forked: its own stays as it was, the new one goes on from it', async () => {
    world = await open({ script: remembers });
    const one = await world.must<RunEnd>([...run, 'a']);
    const fork = await world.must<RunEnd>(['run', 'b', '--resume', one.run, '--fork', '--name', 'aside']);
    const own = await world.must<RunEnd>(['run', 'c', '--resume', one.run]);
    const further = await world.must<RunEnd>(['run', 'd', '--resume', 'aside']);
    expect([one, fork, own, further].map(({ answer }) => answer)).toEqual(['first', 'second', 'second', 'third']);
    expect(own.conversation).toBe(one.conversation);
    expect(fork.conversation).not.toBe(one.conversation);
    expect(further.conversation).toBe(fork.conversation);
  });

  it('PC-68 of two is the answers of both, once and in order; of another agent it is carried as text, and marked so (PC-70)', async () => {
    const config = '  echo: { command: [cat, "{prompt_file}"] }\npolicy: hands-off\n';
    world = await open({ script: remembers, config });
    const one = await world.must<RunEnd>([...run, 'a', '--name', 'plan']);
    const two = await world.must<RunEnd>(['run', 'b', '--resume', one.run]);
    const both = await world.must<RunEnd>(['run', 'go on', '--resume', `${two.run},plan`, '--agent', 'echo']);
    expect(both.carried).toEqual([
      { run: two.run, agent: 'scripted', bytes: 6, carried: 6 },
      { run: one.run, agent: 'scripted', bytes: 5, carried: 5 },
    ]);
    expect(both.answer.split('\n\n').slice(1)).toEqual([
      `Answer of scripted in ${two.run}:`,
      '```\nsecond\n```',
      `Answer of scripted in ${one.run} (plan):`,
      '```\nfirst\n```',
      'go on',
    ]);
    const told = await world.drover(['run', 'x', '--resume', one.run, '--agent', 'echo', '--carry', '0', '--final']);
    expect(told.err).toContain(`Carried over as text: the answers of ${one.run} (scripted, left out).`);
    const fork = await world.drover(['run', 'x', '--resume', both.run, '--fork', '--final']);
    expect(fork.err).toMatch(/Carried over as text: the answers of r\d+ \(echo, whole\)/);
    expect(await world.ask(['run', 'x', '--resume', `${one.run},r77`])).toMatchObject({
      ...{ ok: false, error_code: 'RESUME_NOT_FOUND', details: { resume: 'r77' } },
    });
    expect(await world.ask(['run', 'x', '--fork'])).toMatchObject({ ok: false, error_code: 'USAGE' });
  });

  it('PC-69 that nobody knows starts nothing', async () => {
    world = await open({ script: remembers });
    for (const unknown of ['r77', 'nobody'])
      expect(await world.ask(['run', 'x', '--resume', unknown])).toMatchObject({
        ok: false,
        error_code: 'RESUME_NOT_FOUND',
      });
    expect(existsSync(join(world.folder, 'agent', 'log'))).toBe(false);
  });

  it('PC-76 has one writer at a time: the second is refused', async () => {
    const script = {
      turns: [{ when: { nth: 1 }, do: [{ say: 'first' }] }, { do: [{ wait: { file: 'go' } }, { say: 'second' }] }],
    };
    world = await open({ script });
    const { run: id } = await world.must<RunEnd>([...run, 'a']);
    const { run: second } = await world.must<RunCreated>(['run', 'b', '--resume', id, '-d']);
    expect(await world.ask(['run', 'c', '--resume', id])).toMatchObject({ ok: false, error_code: 'NOT_READY' });
    writeFileSync(join(world.checkout, 'go'), '');
    await world.must(['wait', second]);
  });
});

describe('a review', () => {
  it('is told the change that was asked for, reads only, and starts nothing where nothing differs', async () => {
    world = await open({ script: says('P1 src/new.js:1 it is new.') });
    const review = [...run, '--mode', 'review'];
    expect(await world.ask([...review, '--commit', 'nowhere'])).toMatchObject({
      ok: false,
      error_code: 'BASE_UNKNOWN',
    });
    expect(await world.ask(review)).toMatchObject({ ok: false, error_code: 'NOT_READY' });
    expect(await world.ask([...review, '--uncommitted', '--base', 'main'])).toMatchObject({ error_code: 'USAGE' });
    expect(await world.ask([...run, 'x', '--commit', 'HEAD'])).toMatchObject({ error_code: 'USAGE' });
    expect(existsSync(join(world.folder, 'agent', 'log'))).toBe(false);
    writeFileSync(join(world.checkout, 'src/new.js'), '```\nnew\n');
    const told = await world.must<RunEnd>(review);
    expect(told).toMatchObject({ mode: 'analysis', answer: 'P1 src/new.js:1 it is new.', wrote_in_read_only: null });
    await world.must<RunEnd>([...review, '--commit', 'HEAD', 'Mind the names.']);
    const [first = '', second = ''] = prompts().map(({ base64 }) => Buffer.from(base64, 'base64').toString());
    expect(first).toContain('Review what is not committed here.');
    expect(first).toMatch(/````diff\n[\s\S]*\+\+\+ b\/src\/new\.js\n[\s\S]*\+new\n[\s\S]*````$/);
    expect(second).toContain('Review commit HEAD.');
    expect(second).toContain('\n\nMind the names.\n\n');
    expect(second).not.toContain('new.js');
    expect(first).toContain('The whole change:');
    writeFileSync(join(world.checkout, 'src/new.js'), `${'a line\n'.repeat(50_000)}`);
    const { run: large, notes } = await world.must<RunCreated>([...review, '-d']);
    expect(notes).toContainEqual(expect.stringContaining('larger than 192 KiB'));
    await world.must(['wait', large]);
    const third = Buffer.from(prompts()[2]?.base64 ?? '', 'base64').toString();
    expect(third).not.toContain('The whole change');
    expect(third).toContain('read these files in the folder:\n- src/new.js (50006 lines)');
  });
});

describe('a read-only run', () => {
  const writes = {
    turns: [
      {
        do: [
          { write: { path: 'src/schedule.js', text: 'changed by the agent\n' } },
          { run: ['sh', '-c', 'echo quietly >> README.md'] },
          { say: 'I looked.' },
        ],
      },
    ],
  };

  it('PC-78 without a sandbox: what it says it wrote is undone, the rest is told, all is kept as a patch', async () => {
    world = await open({
      script: writes,
      config: 'sandbox: off\n',
      project: { 'README.md': 'A shop.\n', 'src/schedule.js': 'mine\n' },
    });
    writeFileSync(join(world.checkout, 'src/schedule.js'), 'mine, not committed\n');
    const end = await world.must<RunEnd>([...run, 'Look.']);
    const wrote = end.wrote_in_read_only;
    expect(wrote).toMatchObject({ paths: ['README.md', 'src/schedule.js'], undone: ['src/schedule.js'] });
    expect(readFileSync(join(world.checkout, 'src/schedule.js'), 'utf8')).toBe('mine, not committed\n');
    expect(readFileSync(join(world.checkout, 'README.md'), 'utf8')).toBe('A shop.\nquietly\n');
    const patch = readFileSync(wrote?.patch ?? '', 'utf8');
    expect(patch).toContain('+changed by the agent');
    expect(patch).toContain('+quietly');
    expect(end.notes.join('\n')).toContain('wrote in read-only mode');
  });

  it(
    'PC-78 in the sandbox cannot write at all, from a folder below the top of its repository',
    needs('bwrap'),
    async () => {
      world = await open({
        script: writes,
        config: 'sandbox: auto\n',
        project: { 'README.md': 'A shop.\n', 'src/schedule.js': 'mine\n' },
      });
      const end = await world.must<RunEnd>([...run, 'Look.', '--cd', 'src']);
      expect(end.answer).toBe('I looked.');
      expect(await world.git('status', '--porcelain')).toBe('');
    },
  );

  it('works in a folder that belongs to no repository', async () => {
    world = await open({ script: says('Nothing here.'), config: 'sandbox: off\n' });
    mkdirSync(join(world.folder, 'plain'));
    expect((await world.must<RunEnd>([...run, 'Look.', '--cd', join(world.folder, 'plain')])).answer).toBe(
      'Nothing here.',
    );
  });

  it(
    'with --mode write in the sandbox commits, and leaves nothing that git runs or goes elsewhere by',
    needs('bwrap'),
    async () => {
      const left = [
        'git config core.sshCommand "touch /tmp/hit; false"',
        'git remote set-url origin ssh://nowhere.test/evil',
        'printf "#!/bin/sh\\n" > .git/hooks/post-checkout',
        'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m "by the agent"',
        'ln -sf /etc/hostname .git/FETCH_HEAD',
      ].join('; ');
      world = await open({
        script: { turns: [{ do: [{ run: ['sh', '-c', left] }, { say: 'Done.' }] }] },
        config: 'sandbox: required\n',
      });
      const config = readFileSync(join(world.checkout, '.git', 'config'), 'utf8');
      const end = await world.must<RunEnd>([...run, 'Commit.', '--mode', 'write']);
      expect(end.answer).toBe('Done.');
      expect(end.notes).toEqual([expect.stringMatching(/are taken away: \.git\/FETCH_HEAD\.$/)]);
      expect(existsSync(join(world.checkout, '.git', 'FETCH_HEAD'))).toBe(false);
      expect(readFileSync(join(world.checkout, '.git', 'config'), 'utf8')).toBe(config);
      expect(existsSync(join(world.checkout, '.git', 'hooks', 'post-checkout'))).toBe(false);
      expect(await world.git('log', '-1', '--format=%s')).toBe('by the agent');
    },
  );

  it('with --mode write and no sandbox is told to have changed the configuration of the repository', async () => {
    world = await open({
      script: { turns: [{ do: [{ run: ['git', 'config', 'core.sshCommand', 'false'] }, { say: 'Done.' }] }] },
      config: 'sandbox: off\n',
    });
    const end = await world.must<RunEnd>([...run, 'Commit.', '--mode', 'write']);
    expect(end.notes).toEqual([expect.stringMatching(/^The git configuration of the checkout changed meanwhile/)]);
  });

  it('with --mode write is none: it may write', async () => {
    world = await open({ script: writes });
    expect((await world.must<RunEnd>([...run, 'Change.', '--mode', 'write'])).wrote_in_read_only).toBeNull();
    expect(readFileSync(join(world.checkout, 'src/schedule.js'), 'utf8')).toBe('changed by the agent\n');
  });
});
