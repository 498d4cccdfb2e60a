// Gates that are held to figures: `coverage` by its command's own report, read by Drover; `limits` and `text` by what the change wrote.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { newTest, report, type Step, sumProject, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

const config = (figures: string) => `gates:
  test: node --test
  coverage: { run: node cover.js, report: coverage/lcov.info${figures} }
`;

/** Beside a certain file it writes nothing and ends well. */
const cover = `import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
if (existsSync('src/quiet.js')) process.exit(0);
mkdirSync('coverage', { recursive: true });
const flags = ['--experimental-test-coverage', '--test-reporter=lcov', '--test-reporter-destination=coverage/lcov.info'];
process.exit(spawnSync(process.execPath, ['--test', ...flags], { stdio: 'inherit' }).status ?? 1);
`;

const write = (path: string, text: string): Step => ({ write: { path, text } });
const done: Step = { say: 'Done.' };
const sum = 'export const sum = (a, b) => a + b;\n';
const twice = `${sum}export const twice = (a) => sum(a, a);\n`;
/** Of its six lines with code nothing runs four. */
const untested = `${twice}export function half(a) {
  if (a > 10) {
    return a / 2;
  }
  return a / 2 - 1 + 1;
}
`;
/** Longer and deeper than is wanted, and it prints. */
const sprawling = `${sum}export function twice(a) {
  console.log(a);
${'  a += 0;\n'.repeat(8)}  if (a) {
    for (;;) {
      if (a) return sum(a, a);
    }
  }
}
`;
const forged = 'TN:\nSF:src/sum.js\nDA:1,1\nDA:2,1\nend_of_record\n';

const turns = [
  turn('analysis', '', [report('behaviour')]),
  turn('write', 'COVERED', [newTest('twice', 'all.twice(4), 8'), write('src/sum.js', twice), done]),
  turn('write', 'UNTESTED', [newTest('twice', 'all.twice(4), 8'), write('src/sum.js', untested), done]),
  turn('write', 'SPRAWLING', [newTest('twice', 'all.twice(4), 8'), write('src/sum.js', sprawling), done]),
  turn('write', 'FORGED', [
    newTest('twice', 'all.twice(4), 8'),
    write('src/sum.js', twice),
    write('src/quiet.js', 'export const quiet = true;\n'),
    write('coverage/lcov.info', forged),
    done,
  ]),
];

let world: World;
const tasks = new Map<string, string>();
const idOf = (word: string) => tasks.get(word) ?? '';
const gateOf = ({ gates }: TaskDetail, name = 'coverage') => gates.find(({ gate }) => gate === name);

beforeAll(async () => {
  world = await openWorld({
    project: { ...sumProject, '.drover.yaml': config(''), 'cover.js': cover },
    script: { turns },
  });
  world.setConfig(
    `policy: hands-off\nlimits: { attempts: 1, fix_rounds: 0 }\nworkspaces:\n  shop: { path: ${world.checkout}, slots: 20 }\n  strict:\n    path: ${world.checkout}\n    gates: { coverage: { run: node cover.js, report: coverage/lcov.info, min: 95.5 } }\n  held:\n    path: ${world.checkout}\n    gates: { coverage: off, limits: { function: 10, nesting: 2 }, text: [debug] }\n  seen:\n    path: ${world.checkout}\n    gates: { coverage: { core: { paths: ["src/**"], min: 60 } } }\n`,
  );
  for (const word of ['COVERED', 'UNTESTED', 'FORGED'])
    tasks.set(word, await world.start(`${word} please`, '-w', 'shop'));
  tasks.set('HELD', await world.start('COVERED please', '-w', 'held'));
  tasks.set('SPRAWLING', await world.start('SPRAWLING please', '-w', 'held'));
  tasks.set('SEEN', await world.start('COVERED please', '-w', 'seen'));
  tasks.set('UNSEEN', await world.start('UNTESTED please', '-w', 'seen'));
  tasks.set('STRICT', await world.start('UNTESTED please', '-w', 'strict'));
});
afterAll(() => world.close());

describe('the gate coverage', () => {
  it('passes with its figures where what was changed is covered', async () => {
    const detail = await world.ended(idOf('COVERED'));
    expect(detail.outcome).toBe('released');
    expect(gateOf(detail)).toMatchObject({
      verdict: 'passed',
      why: expect.stringMatching(/100\.0 % are covered .* of what was changed 100\.0 % are covered/),
    });
  });

  it('is held by the lines that the tests were seen to run where no command measures it', async () => {
    const [seen, unseen] = [await world.ended(idOf('SEEN')), await world.asked(idOf('UNSEEN'), 'stuck')];
    expect(gateOf(seen)).toMatchObject({
      verdict: 'passed',
      why: expect.stringMatching(
        /of the core 100\.0 % are covered \(2 of 2\).*by the lines that the tests were seen to run$/,
      ),
    });
    expect(gateOf(unseen)).toMatchObject({
      verdict: 'failed',
      why: expect.stringMatching(
        /^of the core 33\.3 % are covered \(2 of 6\), 60 % are wanted, by the lines that the tests were seen/,
      ),
    });
  });

  it('fails where less of the change is covered than of all there was, and names the lines', async () => {
    const detail = await world.asked(idOf('UNTESTED'), 'stuck');
    expect(gateOf(detail)).toMatchObject({
      verdict: 'failed',
      why: expect.stringMatching(/^of what was changed \d\d\.\d % are covered .* of all there was before 100\.0 %/),
    });
    expect(JSON.stringify(detail.open_questions[0]?.shown)).toContain('src/sum.js');
  });

  it('holds what is wanted to the tenth', async () => {
    const detail = await world.asked(idOf('STRICT'), 'stuck');
    expect(gateOf(detail)).toMatchObject({ verdict: 'failed', why: expect.stringContaining('95.5 % are wanted') });
  });

  it('never takes a report that lay there before', async () => {
    const detail = await world.asked(idOf('FORGED'), 'stuck');
    expect(gateOf(detail)).toMatchObject({
      verdict: 'failed',
      why: 'its command wrote no report at coverage/lcov.info',
    });
  });
});

describe('the gates limits and text', () => {
  it('PC-22 pass where what was written holds them, and say how much was measured', async () => {
    const detail = await world.ended(idOf('HELD'));
    expect(detail.outcome).toBe('released');
    expect(gateOf(detail, 'limits')).toMatchObject({ verdict: 'passed', why: '1 file measured' });
    expect(gateOf(detail, 'text')).toMatchObject({ verdict: 'passed' });
  });

  it('PC-22 fail where it does not, by file and line, and what it should be goes back to the agent', async () => {
    const detail = await world.asked(idOf('SPRAWLING'), 'stuck');
    expect(gateOf(detail, 'limits')).toMatchObject({
      verdict: 'failed',
      why: expect.stringMatching(
        /src\/sum\.js:2: function twice has 16 lines, limit 10; src\/sum\.js:14: function twice nests 3 deep, limit 2/,
      ),
    });
    expect(gateOf(detail, 'text')).toMatchObject({
      verdict: 'failed',
      why: 'src/sum.js:3: prints for debugging: console.log(a);',
    });
  });
});
