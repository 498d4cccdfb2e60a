// A language that nobody knows, tested by a script: what was proven rests on exit codes, and every place where a verdict stands says that this is weaker.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail, TaskEvidence } from '../../src/contract/task.ts';
import { otherwise, report, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

const write = (path: string, text: string) => ({ write: { path, text } });
const project = {
  'check.sh': 'for each in test/*.zz; do sh "$each" || exit 1; done\n',
  'src/till.zz': 'tenth() { echo $(($1 - 10)); }\n',
  'test/till.zz': '. src/till.zz\n[ "$(tenth 100)" = 90 ]\n',
};
const weaker = 'by its exit code alone, which is weaker: which tests ran is not known';

const question = (detail: TaskDetail) => detail.open_questions.find(({ kind }) => kind === 'submit');

let world: World;
let done: TaskDetail;
let asked: ReturnType<typeof question>;
beforeAll(async () => {
  const turns = [
    turn('analysis', 'TENTH', [report('behaviour')]),
    turn('write', 'TENTH', [
      write('src/till.zz', 'tenth() { echo $(($1 - $1 / 10)); }\n'),
      write('test/tenth.zz', '. src/till.zz\n[ "$(tenth 50)" = 45 ]\n'),
      { say: 'Done.' },
    ]),
    ...otherwise(),
  ];
  world = await openWorld({ project, script: { turns } });
  world.setConfig(
    `policy: hands-off\nworkspaces:\n  shop: { path: ${world.checkout}, gates: { test: sh check.sh } }\n`,
  );
  const id = await world.start('TENTH please');
  asked = question(await world.asked(id, 'submit'));
  await world.must(['answer', asked?.id ?? '', 'submit']);
  done = await world.ended(id);
});
afterAll(() => world.close());

describe('a language that nobody knows', () => {
  it('is red without the change and green with it by exit codes, and no policy submits what no gate looks at', () => {
    expect(asked?.text).toContain('NOT VERIFIED: build (no known kind of project was found');
    expect(done.gates.find(({ gate }) => gate === 'red-first')).toMatchObject({
      verdict: 'passed',
      why: expect.stringMatching(/^red without the change \(exit 1\), green with it \(exit 0\): by exit codes/),
    });
    expect(done.gates.filter(({ verdict }) => verdict === 'not_configured').map(({ gate }) => gate)).toEqual([
      'build',
      'lint',
    ]);
  });

  it('is said to be weaker where it is asked, in short as well, and wherever a verdict stands after that', async () => {
    expect(asked?.text).toContain(weaker);
    expect(asked?.shown).toMatchObject({ brief: { red: [`test: ended with 0; ${weaker}`] } });
    expect(done.gates.find(({ gate }) => gate === 'test')?.why).toContain(weaker);
    expect(done.criteria.map(({ why }) => why)).toEqual(['not verified: build, lint; by exit codes']);
    const { evidence } = await world.must<TaskEvidence>(['task', 'evidence', done.id]);
    expect(evidence.filter(({ gate }) => gate === 'test').at(-1)?.why).toContain(weaker);
    const { out } = await world.drover(['task', 'show', done.id]);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(weaker);
    expect(readFileSync(done.pull_request?.replace('file://', '') ?? '', 'utf8')).toContain(weaker);
  });
});
