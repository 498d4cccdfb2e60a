// Looks at environments and what becomes of their errors, over an outside that says what it is told to.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { anAgent, type Bench, nobody, openBench } from '../../test/fakes/commands/open-bench.ts';
import { findErrors } from '../domain/environment/find-errors.ts';
import type { LogLook } from '../domain/environment/finding.ts';
import { fail, ok } from '../domain/error.ts';
import { instant } from '../domain/ids.ts';
import type { EnvironmentRequest, Environments, Site } from '../ports/environment.ts';

let bench: Bench;
afterEach(() => bench.close());

const job = (time: string) => `${time} ERROR heartbeat: Task 'daily-report' skipped`;

/** What its log says next; what was asked is kept. */
function outside() {
  const asked: { readonly site: Site; readonly asked: EnvironmentRequest }[] = [];
  const state = { lines: [job('09:46')] as readonly string[], down: false, bytes: 100, at: 1_000_000 };
  const environments: Environments = {
    async look(site, what) {
      asked.push({ site, asked: what });
      if (state.down) return fail('SSH_UNREACHABLE', 'deploy@prod cannot be reached: refused.');
      const log: LogLook = {
        ...{ module: null, source: 'file', where: '/opt/app/app.log', tail: state.lines.join('\n') },
        ...{ lines: state.lines.length, findings: findErrors(state.lines, () => null), coverage: 'whole', trouble: '' },
        mark: { kind: 'offset', inode: '7', bytes: state.bytes },
      };
      const ran = what.commands.map((command) => ({ command, exit: 0, output: 'said', error: '', cut: false }));
      return ok({ at: instant(state.at++), root: site.path, modules: [], logs: [log], uptime: 'up', disk: '5%', ran });
    },
    close: async () => undefined,
  };
  return { environments, asked, state };
}

async function open() {
  const out = outside();
  bench = await openBench({
    environments: out.environments,
    config:
      'environments:\n  app-prod: { connect: "deploy@prod:/opt/app", log: app.log, allow_paths: [/var/log] }\n  app-stg: /srv/app\n',
  });
  return out;
}

it('WT-32 one is shown as configured, with the workspaces it belongs to; a key is read and set', async () => {
  await open();
  await bench.must('workspace.add', { name: 'site', path: bench.checkout, cwd: '/' });
  await bench.must('env.add', { name: 'site-prod', connect: 'deploy@prod:/opt/app', cwd: '/' });
  await bench.must('config.set', { key: 'environments.site-prod.service', value: 'app' });
  expect(await bench.must('env.show', { env: 'site-prod' })).toMatchObject({
    ...{ name: 'site-prod', type: 'ssh', user_host: 'deploy@prod', workspaces: ['site'] },
    entry: { connect: 'deploy@prod:/opt/app', service: 'app' },
  });
  expect(await bench.ask('env.show', { env: 'site-prd' })).toMatchObject({
    error_code: 'ENVIRONMENT_NOT_FOUND',
    details: { nearest: 'site-prod' },
  });
  expect(await bench.must('config.get', { key: 'environments.site-prod.service' })).toMatchObject({
    value: 'app',
    set: true,
  });
  expect(await bench.must('config.get', { key: 'limits.attempts' })).toEqual({
    key: 'limits.attempts',
    value: 7,
    set: false,
  });
  expect(await bench.must('config.get', { key: 'limits.budget' })).toEqual({
    key: 'limits.budget',
    value: null,
    set: false,
  });
  for (const [request, input] of [
    ['config.set', { key: 'policy', value: 'hands-off' }],
    ['config.unset', { key: 'policy' }],
    ['config.replace', { text: '', before: null }],
    ['config.text', {}],
  ] as const)
    expect(await bench.refusal(request, input, anAgent), request).toBe('UNAUTHORIZED');
});

describe('a look', () => {
  it('asks as the entry says, and the first is what later ones are compared with', async () => {
    const { asked, state } = await open();
    const first = await bench.must('env.probe', { env: 'app-prod', command: ['uptime'] });
    expect(asked[0]?.site).toEqual({
      ...{ name: 'app-prod', type: 'ssh', user_host: 'deploy@prod', path: '/opt/app' },
      ...{ allow_paths: ['/var/log'], log: 'app.log', service: null },
    });
    expect(first).toMatchObject({
      ...{ env: 'app-prod', tier: 'prod', baseline: { made: true } },
      commands: [{ command: 'uptime', exit: 0, output: 'said' }],
      logs: [{ findings: [{ text: job('09:46'), count: 1 }] }],
    });
    state.lines = ['nothing'];
    const second = await bench.must('env.probe', { env: 'app-prod' });
    expect(second.baseline).toEqual({ at: first.at, made: false });
    expect((await bench.must('env.verify', { env: 'app-prod' })).baseline_at).toBe(first.at);
    const third = await bench.must('env.probe', { env: 'app-prod', baseline: true });
    expect((await bench.must('env.verify', { env: 'app-prod' })).baseline_at).toBe(third.at);
  });

  it('is of what is registered', async () => {
    await open();
    expect(await bench.refusal('env.probe', { env: 'app-prd' })).toBe('ENVIRONMENT_NOT_FOUND');
    expect(await bench.refusal('env.probe', { env: '../x' })).toBe('USAGE');
  });

  it('at production is a person’s; an agent may look elsewhere', async () => {
    const { asked } = await open();
    for (const who of [anAgent, nobody])
      expect(await bench.ask('env.probe', { env: 'app-prod' }, who)).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect(asked).toEqual([]);
    expect(await bench.ask('env.probe', { env: 'app-stg' }, anAgent)).toMatchObject({ ok: true });
  });

  it('CM-64 that does not reach the host fails, and leaves the baseline as it was', async () => {
    const { state } = await open();
    state.down = true;
    expect(await bench.refusal('env.probe', { env: 'app-prod' })).toBe('SSH_UNREACHABLE');
    expect(await bench.refusal('env.verify', { env: 'app-prod' })).toBe('PATH_NOT_FOUND');
  });
});

describe('what became of the errors', () => {
  const verify = (more: object = {}) => bench.must('env.verify', { env: 'app-prod', ...more });

  it('CM-65 without a baseline is not told; a broken one is said to be broken', async () => {
    await open();
    expect(await bench.refusal('env.verify', { env: 'app-prod' })).toBe('PATH_NOT_FOUND');
    await bench.must('env.probe', { env: 'app-prod' });
    const file = join(bench.folder, 'state/probes/app-prod.json');
    const whole = readFileSync(file, 'utf8');
    for (const broken of ['', '{', '[]', whole.slice(0, -20), whole.replace('"version": 1', '"version": 2')]) {
      writeFileSync(file, broken);
      expect(await bench.refusal('env.verify', { env: 'app-prod' })).toBe('STATE_CORRUPT');
    }
    await bench.must('env.probe', { env: 'app-prod', baseline: true });
    expect((await verify()).verdict).toBe('remaining');
  });

  it('CM-65 of another place than the baseline was taken of is not told either', async () => {
    await open();
    await bench.must('env.probe', { env: 'app-prod' });
    await bench.must('env.set', { env: 'app-prod', key: 'connect', value: 'deploy@other:/opt/app' });
    expect(await bench.refusal('env.verify', { env: 'app-prod' })).toBe('PATH_NOT_FOUND');
  });

  it('CM-66 CM-67 is told from what was logged since: gone, still there, another one; each environment has its own baseline', async () => {
    const { state, asked } = await open();
    await bench.must('env.probe', { env: 'app-prod' });
    state.lines = ['other ERROR of staging'];
    await bench.must('env.probe', { env: 'app-stg' });
    state.lines = ['10:00 INFO ok'];
    expect(await verify()).toMatchObject({
      verdict: 'resolved',
      resolved: true,
      resolved_errors: [{ text: job('09:46') }],
    });
    expect(asked.at(-1)?.asked.since).toEqual(
      new Map([['/opt/app/app.log', { kind: 'offset', inode: '7', bytes: 100 }]]),
    );
    state.lines = [job('10:05')];
    expect(await verify()).toMatchObject({
      verdict: 'remaining',
      resolved: false,
      remaining_errors: [{ text: job('10:05') }],
    });
    state.lines = ['10:05 ERROR disk full'];
    expect(await verify()).toMatchObject({ verdict: 'new', new_errors: [{ text: '10:05 ERROR disk full' }] });
    state.lines = [];
    expect(await verify()).toMatchObject({ verdict: 'unknown', resolved: false, resolved_errors: [] });
  });

  it('CM-64 of a host that is not reached is a failure, never resolved', async () => {
    const { state } = await open();
    await bench.must('env.probe', { env: 'app-prod' });
    state.down = true;
    expect(await bench.refusal('env.verify', { env: 'app-prod' })).toBe('SSH_UNREACHABLE');
  });

  it('with another environment its errors must not be there either', async () => {
    const { state } = await open();
    await bench.must('env.probe', { env: 'app-prod' });
    state.lines = ['09:50 ERROR of staging'];
    await bench.must('env.probe', { env: 'app-stg' });
    state.lines = ['10:50 ERROR of staging'];
    expect(await verify()).toMatchObject({ verdict: 'new' });
    expect(await verify({ against: 'app-stg' })).toMatchObject({ verdict: 'remaining', against: 'app-stg' });
  });

  it('from a time that is said, or from where an earlier look ended', async () => {
    const { state, asked } = await open();
    await bench.must('env.probe', { env: 'app-prod' });
    await verify({ since: '2026-01-02T10:00:00Z' });
    expect(asked.at(-1)?.asked.since).toBe(Date.UTC(2026, 0, 2, 10));
    const before = bench.clock.now();
    await verify({ since: '20m' });
    expect(Number(asked.at(-1)?.asked.since) - (before - 20 * 60_000)).toBeLessThan(60_000);
    for (const since of ['soon', '2999-01-01', '5 apples', '-3m'])
      expect(await bench.refusal('env.verify', { env: 'app-prod', since })).toBe('USAGE');
    state.bytes = 250;
    const { marks } = await verify();
    expect(marks).toEqual({ '/opt/app/app.log': { kind: 'offset', inode: '7', bytes: 250 } });
    await verify({ marks });
    expect(asked.at(-1)?.asked.since).toEqual(new Map(Object.entries(marks)));
  });
});
