// Commands of gates that do what no check should: each has its verdict, none holds up the others, and nothing of them stays.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { processesOf } from '../e2e/processes-of.ts';
import { sumProject, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

/** On the command line of what it leaves running. */
const stray = 86_413.5;
const port = 47_613;
const listen = `import { createServer } from 'node:net';
createServer().listen(${port}, '127.0.0.1', () => process.exit(0));
`;
const flood = `const line = Buffer.alloc(1 << 20, 'x'.repeat(127) + '\\n');
for (let left = Number(process.argv[2]); left > 0; left -= 1) process.stdout.write(line);
process.stdout.write('the last line\\n');
`;

const config = `gates:
  test: node --test
  forks: sh -c "setsid sleep ${stray} & exit 0"
  writes: sh -c "echo broken > src/sum.js; rm -rf test .git; exit 0"
  listens: node listen.js
  again: node listen.js
  floods: node flood.js 96
  drowns: node flood.js 1024
  hangs: { run: sh -c "trap '' TERM INT HUP; sleep ${stray}", timeout: 3s }
  absent: no-such-program --check
  fails: sh -c "echo src/sum.js:1:1 wrong; exit 3"
  dies: sh -c "kill -SEGV $$"
`;

let world: World;
let detail: TaskDetail;

beforeAll(async () => {
  world = await openWorld({
    project: { ...sumProject, '.drover.yaml': config, 'listen.js': listen, 'flood.js': flood },
    script: { turns: [turn('analysis', '', [{ say: 'Nothing is wrong.' }])] },
    config: 'policy: hands-off\n',
  });
  const task = await world.start('look at it', '--until', 'analyze');
  detail = await world.asked(task, 'base_red');
});
afterAll(() => world.close());

describe('a gate whose command', () => {
  it.each<[what: string, gate: string, verdict: string, why: RegExp]>([
    ['forks, and leaves what it started', 'forks', 'passed', /^ended with 0$/],
    ['writes into the tree', 'writes', 'passed', /^ended with 0$/],
    ['needs a port', 'listens', 'passed', /^ended with 0$/],
    ['needs the same port once more', 'again', 'passed', /^ended with 0$/],
    ['prints without end', 'floods', 'passed', /^ended with 0$/],
    ['prints a gigabyte', 'drowns', 'failed', /more output than it may/],
    ['PC-19 hangs, whatever it is told', 'hangs', 'timeout', /3 s/],
    ['is not there', 'absent', 'not_configured', /no-such-program was not found/],
    ['fails', 'fails', 'failed', /^ended with 3$/],
    ['dies by a signal', 'dies', 'failed', /139|SIGSEGV/],
  ])('%s has its verdict', (_, gate, verdict, why) => {
    const result = detail.gates.find((each) => each.gate === gate);
    expect(result).toMatchObject({ gate, verdict, why: expect.stringMatching(why) });
  });

  it('prints a gigabyte leaves a quarter of it and no more', () => {
    const kept = join(world.state, 'transcripts');
    const sizes = readdirSync(kept, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(kept, name), { throwIfNoEntry: false })?.size ?? 0,
    );
    expect(Math.max(...sizes)).toBe(256 * 1024 * 1024);
  });

  it('leaves no process, and nothing in checkout and hub', async () => {
    expect(processesOf(String(stray))).toEqual([]);
    expect(await world.git('status', '--porcelain')).toBe('');
    expect(await world.git('show', 'HEAD:src/sum.js')).toBe(sumProject['src/sum.js']?.trim());
  });

  it('spoils no other: the tests ran as they are on the base', () => {
    expect(detail.gates.find(({ gate }) => gate === 'test')).toMatchObject({ verdict: 'passed' });
  });

  it('is told without all that it printed', async () => {
    for (const what of ['show', 'evidence', 'log']) {
      const { out, code } = await world.drover(['task', what, detail.id, '--json']);
      expect([what, code, out.length < 200_000]).toEqual([what, 0, true]);
    }
  });
});
