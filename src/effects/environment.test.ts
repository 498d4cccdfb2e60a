// The looks of a task at its environments, over an outside that says what it is told to.
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/fakes/commands/open-bench.ts';
import type { EffectMap, EffectName } from '../domain/effect/effect.ts';
import { findErrors } from '../domain/environment/find-errors.ts';
import type { LogLook } from '../domain/environment/finding.ts';
import { ok } from '../domain/error.ts';
import { instant, taskId } from '../domain/ids.ts';
import type { EffectContext, EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { EnvironmentRequest, Environments, Ran, Site } from '../ports/environment.ts';
import { lookAtEnvironment, markEnvironment, verifyEnvironment } from './environment.ts';

let bench: Bench;
let asked: { site: Site; asked: EnvironmentRequest }[];
let lines: readonly string[];
let ran: readonly Ran[];
const job = 'ERROR heartbeat skipped';
const config = (prod: string) => `environments:\n  shop-prod: "deploy@${prod}:/opt/shop"\n  shop-stg: /srv/shop\n`;

beforeEach(async () => {
  asked = [];
  lines = [job];
  ran = [];
  const environments: Environments = {
    async look(site, what) {
      asked.push({ site, asked: what });
      const log: LogLook = {
        ...{ module: null, source: 'file', where: '/app.log', tail: lines.join('\n'), lines: lines.length },
        ...{ findings: findErrors(lines, () => null), coverage: 'whole', trouble: '' },
        mark: { kind: 'offset', inode: '7', bytes: 100 },
      };
      return ok({ at: instant(5), root: '/', modules: [], logs: [log], uptime: '', disk: '', ran });
    },
    close: async () => undefined,
  };
  bench = await openBench({ environments, config: config('prod') });
});
afterEach(() => bench.close());

function perform<Name extends EffectName>(
  effect: EffectFunction<Name>,
  input: EffectMap[Name]['input'],
  signal = new AbortController().signal,
) {
  const thing = { id: taskId('shop', 1), task: taskId('shop', 1) };
  const context = { thing, now: instant(42), signal } as unknown as EffectContext;
  return effect(bench.ports as unknown as EffectPorts, input, context);
}
const probe = (env: string) => perform(lookAtEnvironment, { env, commands: [], keep: true });
const verify = (more: Partial<EffectMap['verify-environment']['input']> = {}) =>
  perform(verifyEnvironment, { env: 'shop-prod', against: null, since: instant(9), marks: null, ...more });

describe('a look of a task', () => {
  it('is told in short, and kept for later ones of this task alone', async () => {
    lines = [
      job,
      ...Array.from({ length: 40 }, (_, n) => `ERROR kind ${'abcdefghij'[n % 10]}${'x'.repeat(n)} ${'y'.repeat(600)}`),
    ];
    const looked = await probe('shop-prod');
    expect(looked).toMatchObject({
      kind: 'done',
      output: { look: { kind: 'seen', at: 5, logs: [{ where: '/app.log' }] } },
    });
    const text = JSON.stringify(looked);
    expect(text.length).toBeLessThan(8_000);
    expect(await bench.ports.files.exists('probes/shop-1/shop-prod.json')).toBe(true);
    expect(await bench.refusal('env.verify', { env: 'shop-prod' })).toBe('PATH_NOT_FOUND');
  });

  it('brings back what was asked besides, not more than can be read', async () => {
    ran = [
      { command: 'uptime', exit: 0, output: 'up\n', error: '', cut: false },
      { command: 'cat x', exit: 1, output: '', error: 'no such file\n', cut: false },
      { command: 'cat y', exit: null, output: 'z'.repeat(90_000), error: '', cut: true },
    ];
    const commands = ran.map(({ command }) => command);
    const looked = await perform(lookAtEnvironment, { env: 'shop-stg', commands, keep: false });
    expect(asked[0]?.asked).toEqual({ commands, since: null });
    expect(looked).toMatchObject({
      output: {
        asked: [
          { command: 'uptime', said: 'up' },
          { command: 'cat x', said: 'no such file\n(exit 1)' },
          { command: 'cat y', said: `${'z'.repeat(3_000)}\n(only its beginning was read)` },
        ],
      },
    });
    expect(await bench.ports.files.exists('probes/shop-1/shop-stg.json')).toBe(false);
  });

  it('at what is not registered any more is a failure; at what is asked to stop none at all', async () => {
    writeFileSync(bench.file, 'environments: {}\n');
    expect(await probe('shop-prod')).toMatchObject({
      kind: 'failed',
      failure: { error_code: 'ENVIRONMENT_NOT_FOUND', message: 'shop-prod is not registered any more.' },
    });
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(perform(markEnvironment, { env: 'shop-stg' }, stopped)).resolves.toMatchObject({ kind: 'failed' });
    writeFileSync(bench.file, config('prod'));
    await expect(perform(markEnvironment, { env: 'shop-stg' }, stopped)).rejects.toThrow('stopped');
  });
});

describe('what became of the errors', () => {
  it('is told from the marks, or where there are none from the time on', async () => {
    await probe('shop-prod');
    const marks = { '/app.log': { kind: 'offset', inode: '7', bytes: 100 } } as const;
    expect(await perform(markEnvironment, { env: 'shop-prod' })).toEqual({ kind: 'done', output: { marks } });
    lines = ['INFO ok'];
    expect(await verify({ marks })).toMatchObject({
      output: { verdict: 'resolved', resolved: [{ text: job, count: 1 }], at: 5, against: null },
    });
    expect(asked.at(-1)?.asked.since).toEqual(new Map(Object.entries(marks)));
    await verify();
    expect(asked.at(-1)?.asked.since).toBe(9);
  });

  it('counts the errors of the environment that was looked at first', async () => {
    await probe('shop-prod');
    lines = ['INFO nothing here'];
    await probe('shop-stg');
    lines = [job];
    const there = { env: 'shop-stg', against: 'shop-prod' };
    expect(await verify(there)).toMatchObject({
      output: { verdict: 'remaining', env: 'shop-stg', against: 'shop-prod' },
    });
    expect(await verify({ ...there, against: null })).toMatchObject({ output: { verdict: 'new' } });
  });

  it('is not told without the look before the work, nor of another place than that was', async () => {
    expect(await verify()).toMatchObject({
      kind: 'failed',
      failure: { message: expect.stringContaining('nothing to compare with') },
    });
    await probe('shop-prod');
    expect(await verify({ against: 'shop-stg' })).toMatchObject({ kind: 'failed' });
    lines = ['INFO ok'];
    writeFileSync(bench.file, config('other'));
    expect(await verify()).toMatchObject({
      kind: 'failed',
      failure: { message: expect.stringContaining('another place') },
    });
  });
});
