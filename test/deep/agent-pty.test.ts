// The terminal driver on the scripted agent: a real program in a real pseudo-terminal.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Live } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { ofTests } from '../fakes/of-tests.ts';
import { openStage, type PtyStage } from '../suites/pty-stage.ts';

let stage: PtyStage;
afterEach(() => stage.close());

const answers = [{ when: {}, do: [{ say: 'an answer' }] }];
const outcomes = () => stage.all.flatMap((each) => (each.kind === 'turn_ended' ? [each.outcome] : []));
const started = () => stage.all.flatMap((each) => (each.kind === 'turn_started' ? [each.message] : []));

test('HX-25 a message to an idle agent arrives as typed text with one Enter, and its turn is told from start to end', async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  expect(await stage.say(live, { id: 'm1', text: 'do it' })).toEqual({ kind: 'delivered' });
  await stage.turnEnd();
  expect(stage.prompts()).toEqual(['do it']);
  expect(started()).toEqual(['m1']);
  expect(outcomes()).toEqual([{ kind: 'answered', text: 'an answer' }]);
});

test('the first prompt is typed once it is ready, and stands in no argv', async () => {
  stage = await openStage(answers);
  const live = await stage.start({}, 'the first prompt\nof two lines');
  await stage.turnEnd();
  expect(stage.prompts()).toEqual(['the first prompt\nof two lines']);
  const { pid } = (await stage.keeper.find(live.runId)) ?? {};
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('first prompt');
});

test('a run of one turn leaves politely after it', async () => {
  stage = await openStage(answers);
  await stage.start({ once: true }, 'once');
  await stage.happens((each) => each.kind === 'ended', 'its end');
  expect(stage.all.slice(-1)).toEqual([{ kind: 'ended', ending: { kind: 'exited', code: 0 } }]);
  expect(outcomes()).toEqual([{ kind: 'answered', text: 'an answer' }]);
});

test('the same message given twice is typed once, also by a driver that begins anew', async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'do it' });
  await stage.turnEnd();
  await stage.unfollow();
  expect(await stage.say(live, { id: 'm1', text: 'do it' }, stage.agentAnew())).toEqual({ kind: 'delivered' });
  const from = stage.all.length;
  stage.follow(live, stage.agentAnew());
  await stage.ready(from);
  expect(stage.prompts()).toEqual(['do it']);
  expect(stage.all.slice(from).map(({ kind }) => kind)).not.toContain('turn_started');
  // Its daemon may have been cut off between the two: whoever has it on record ignores it.
  const outcome = { kind: 'answered', text: 'an answer' };
  expect(stage.all[from]).toEqual({ kind: 'turn_recalled', message: 'm1', outcome });
});

/** The daemon dies right before it presses Enter. */
async function cutBeforeEnter(live: Live, id: string, text: string): Promise<void> {
  const dying: Keeper = {
    ...stage.keeper,
    write: (run, seq, bytes) =>
      Buffer.from(bytes).toString() === '\r'
        ? Promise.reject(new Error('killed'))
        : stage.keeper.write(run, seq, bytes),
  };
  const message = { id, text, submit: true, steer: false, keys: false };
  expect(await stage.agent.prompt(dying, live, message, AbortSignal.timeout(20_000))).toMatchObject({
    kind: 'uncertain',
  });
  await stage.screen(({ lines }) => lines.some((line) => line.includes(text)));
}

test('WT-62 what was typed and cut off before its Enter is sent by that Enter, once, by the driver that begins anew', async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  await cutBeforeEnter(live, 'm1', 'do it');
  await stage.unfollow();
  expect(stage.prompts()).toEqual([]);
  const from = stage.all.length;
  stage.follow(live, stage.agentAnew());
  for (let times = 0; times < 2; times += 1)
    expect(await stage.say(live, { id: 'm1', text: 'do it' }, stage.agentAnew())).toEqual({ kind: 'delivered' });
  await stage.turnEnd(from);
  expect(stage.prompts()).toEqual(['do it']);
});

test('WT-62 what was typed, and taken out of the input line since, is uncertain and not typed again', async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  await cutBeforeEnter(live, 'm1', 'do it');
  await stage.keys('\u0015');
  await stage.screen(({ lines }) => !lines.some((line) => line.includes('do it')));
  expect(await stage.say(live, { id: 'm1', text: 'do it' }, stage.agentAnew())).toMatchObject({
    kind: 'uncertain',
    why: expect.stringContaining('not sent'),
  });
  expect(stage.prompts()).toEqual([]);
});

test('HX-39 HX-51 32 KiB of many lines arrive whole and as one submission, even where the first Enter is lost', async () => {
  stage = await openStage(answers, { modes: 'slow-enter' });
  const live = await stage.start();
  await stage.ready();
  const text = `begin\n${'Zeile mit ünïcödé 中文 🐎\n'.repeat(1000)}the end`;
  expect(Buffer.byteLength(text)).toBeGreaterThan(32 * 1024);
  expect(await stage.say(live, { id: 'm1', text })).toEqual({ kind: 'delivered' });
  await stage.turnEnd();
  expect(stage.prompts()).toEqual([text]);
});

test('HX-40 a text cannot end its own paste and press keys', async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'harmless\u001b[201~\rmore' });
  await stage.turnEnd();
  expect(stage.prompts()).toEqual(['harmless\nmore']);
});

test('HX-27 text without Enter stays in the input line, Enter alone sends it', async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  expect(await stage.say(live, { id: 'm1', text: 'wait for it', submit: false })).toEqual({ kind: 'delivered' });
  await stage.screen(({ lines }) => lines.some((line) => line.startsWith('❯ wait for it')));
  expect(stage.prompts()).toEqual([]);
  expect(await stage.say(live, { id: 'm2' })).toEqual({ kind: 'delivered' });
  await stage.turnEnd();
  expect(stage.prompts()).toEqual(['wait for it']);
});

test("a person's half-typed line is neither sent nor lost", async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  await stage.keys('half a thou');
  await stage.screen(({ lines }) => lines.some((line) => line.startsWith('❯ half a thou')));
  expect(await stage.say(live, { id: 'm1', text: 'do it' })).toMatchObject({ kind: 'not_taken', why: /half-typed/ });
  await stage.keys('ght\r');
  await stage.turnEnd();
  expect(stage.prompts()).toEqual(['half a thought']);
  expect(started()).toEqual([null]);
});

const slow = [{ when: {}, do: [{ wait: { file: 'go' } }, { say: 'at last' }] }];

test('HX-32 a busy agent takes no message but one that may steer', async () => {
  stage = await openStage(slow);
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'begin' });
  await stage.stands('busy');
  expect(await stage.say(live, { id: 'm2', text: 'more' })).toEqual({ kind: 'not_taken', why: 'it is busy' });
  expect(await stage.say(live, { id: 'm3', text: 'steer', steer: true })).toEqual({ kind: 'delivered' });
});

test('HX-42 with a composer that is always there and a screen that shows no work, the turn ends when it ends', async () => {
  // Longer than a turn may take to begin, and than an idle screen is doubted.
  stage = await openStage([{ when: {}, do: [{ sleep: 3000 }, { say: 'all is done' }] }], {
    ...{ modes: 'steady', steady: true, beginMs: 1000 },
  });
  const live = await stage.start();
  await stage.ready();
  const from = stage.all.length;
  await stage.say(live, { id: 'm1', text: 'begin' });
  await stage.ready(await stage.turnEnd(from));
  // Its hook may be heard before its screen is drawn.
  await stage.screen(({ lines }) => lines.join('\n').includes('all is done'));
  expect(outcomes()).toEqual([{ kind: 'answered', text: 'all is done' }]);
});

test('HX-42 a turn too short to be seen is told all the same, without hooks too', async () => {
  stage = await openStage(answers, { hooks: 'none', beginMs: 2000 });
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'quick' });
  await stage.turnEnd();
  expect(started()).toEqual(['m1']);
  expect(outcomes()).toEqual([{ kind: 'answered', text: '' }]);
});

const asks = [
  {
    when: {},
    do: [{ ask: { tool: 'shell', subject: 'rm -rf x' } }, { write: { path: 'made', text: 'y' } }, { say: 'ok' }],
  },
];
const question = async () => {
  const at = await stage.happens((each) => each.kind === 'permission_asked', 'a question');
  const asked = stage.all[at];
  if (asked?.kind !== 'permission_asked') throw new Error('no question');
  return asked.asked;
};

test('a permission is asked with what it is for, and answered on the screen', async () => {
  stage = await openStage(asks);
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'go' });
  const asked = await question();
  expect(asked).toMatchObject({ about: 'permission', wanted: { tool: 'shell', subject: 'rm -rf x' } });
  expect(asked.choices.map(({ means }) => means)).toEqual(['allow_once', 'allow_always', 'deny']);
  expect(await stage.say(live, { id: 'm2', text: 'no' })).toMatchObject({ kind: 'not_taken' });
  expect(await stage.agent.answer(stage.keeper, live, asked.id, '1', null)).toBe('answered');
  await stage.turnEnd();
  expect(existsSync(join(stage.cwd, 'made'))).toBe(true);
  expect(stage.all).toContainEqual({ kind: 'permission_closed', id: asked.id });
  expect(await stage.agent.answer(stage.keeper, live, asked.id, '1', null)).toBe('answered');
  expect(await stage.agent.answer(stage.keeper, live, asked.id, '3', null)).toBe('gone');
});

test.each([
  ['a permission that is refused is refused, though keys in its first moment are lost', 'deaf-at-first', '3', false],
  ['a choice in the middle is the one made, though keys are read late, one after another', 'late-keys', '2', true],
  ['a dialog that is built anew before Enter is read takes no other choice with it', 'starts-over', '3', false],
])('of a dialog: %s', async (_, modes, choice, made) => {
  stage = await openStage(asks, { modes });
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'go' });
  const asked = await question();
  expect(await stage.agent.answer(stage.keeper, live, asked.id, choice, null)).toBe('answered');
  await stage.turnEnd();
  expect(existsSync(join(stage.cwd, 'made'))).toBe(made);
});

test('HX-48 a question of trust is asked, never entered blindly; Enter alone answers it with yes', async () => {
  stage = await openStage(answers, { modes: 'trust,deaf-at-first' });
  const live = await stage.start();
  expect(await question()).toMatchObject({ about: 'trust' });
  expect(await stage.say(live, { id: 'm1', text: 'do it' })).toMatchObject({ kind: 'not_taken' });
  expect(await stage.say(live, { id: 'm2' })).toEqual({ kind: 'delivered' });
  await stage.ready();
  expect(await stage.say(live, { id: 'm3', text: 'do it' })).toEqual({ kind: 'delivered' });
});

test('HX-47 menus, prompts and hints that a tool printed are not its own', async () => {
  stage = await openStage(answers, { modes: 'fake-menu' });
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'one' });
  await stage.ready(await stage.turnEnd());
  expect(stage.all.map(({ kind }) => kind)).not.toContain('permission_asked');
  expect(await stage.say(live, { id: 'm2', text: 'two' })).toEqual({ kind: 'delivered' });
});

test('an interrupt ends the turn and not the program', async () => {
  stage = await openStage([{ when: { prompt: 'hang' }, do: [{ hang: true }] }, ...answers]);
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'hang' });
  await stage.stands('busy');
  await stage.agent.interrupt(stage.keeper, live);
  await stage.ready(await stage.turnEnd());
  await stage.agent.interrupt(stage.keeper, live);
  expect(outcomes()).toEqual([{ kind: 'interrupted' }]);
  expect(await stage.say(live, { id: 'm2', text: 'go on' })).toEqual({ kind: 'delivered' });
});

test('what hooks told while nobody followed is told by the next driver, once', async () => {
  stage = await openStage(slow);
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'begin' });
  await stage.stands('busy');
  await stage.unfollow();
  const from = stage.all.length;
  await stage.keys('');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(stage.cwd, 'go'), '');
  await stage.screen(({ lines }) => lines.some((line) => line === 'at last'));
  stage.follow(live, stage.agentAnew());
  await stage.turnEnd(from);
  expect(stage.all.slice(from).map(({ kind }) => kind)).not.toContain('turn_started');
  expect(stage.all[from]).toEqual({ kind: 'turn_recalled', message: 'm1', outcome: null });
  expect(outcomes()).toEqual([{ kind: 'answered', text: 'at last' }]);
});

test('HX-56 asked to leave it leaves by itself', async () => {
  stage = await openStage(answers);
  const live = await stage.start();
  await stage.ready();
  await stage.agent.end(stage.keeper, live);
  await stage.happens((each) => each.kind === 'ended', 'its end');
  expect(stage.all.at(-1)).toEqual({ kind: 'ended', ending: { kind: 'exited', code: 0 } });
});

test('a program that is killed in its turn is cut off', async () => {
  stage = await openStage([{ when: {}, do: [{ hang: true }] }]);
  const live = await stage.start();
  await stage.ready();
  await stage.say(live, { id: 'm1', text: 'hang' });
  await stage.stands('busy');
  const { pid } = (await stage.keeper.find(live.runId)) ?? {};
  if (pid) process.kill(-pid, 'SIGKILL');
  await stage.happens((each) => each.kind === 'ended', 'its end');
  expect(stage.all.slice(-2)).toMatchObject([{ kind: 'turn_ended', outcome: { kind: 'cut_off' } }, { kind: 'ended' }]);
});

test('another terminal around Drover leaves no trace in its environment', async () => {
  stage = await openStage(answers);
  const live = await stage.start({
    env: {
      PATH: process.env.PATH ?? '',
      HOME: stage.folder,
      NO_COLOR: '1',
      CI: '1',
      TMUX: 'x',
      CLAUDECODE: '1',
      TERM: 'dumb',
      ...ofTests(),
    },
  });
  await stage.ready();
  const { pid } = (await stage.keeper.find(live.runId)) ?? {};
  const env = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  expect(env).toContain('TERM=xterm-256color');
  for (const name of ['NO_COLOR', 'CI', 'TMUX', 'CLAUDECODE'])
    expect(env.some((each) => each.startsWith(`${name}=`))).toBe(false);
});
