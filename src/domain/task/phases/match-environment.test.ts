import { describe, expect, it } from 'vitest';
import type { TaskEnvironment } from '../../environment/look.ts';
import { matchEnvironment } from './match-environment.ts';

const prod: TaskEnvironment = { name: 'shop-prod', tier: 'prod' };
const staging: TaskEnvironment = { name: 'shop-stg', tier: 'staging' };
const local: TaskEnvironment = { name: 'shop-local', tier: 'local' };
const all = [prod, staging, local];
const match = (text: string, envs: readonly TaskEnvironment[] = all) => matchEnvironment(text, 'shop', envs);

describe('an environment is meant', () => {
  it.each([
    ['look at shop-prod, orders fail', prod],
    ['orders fail (Shop-Prod).', prod],
    ['shop-stg: orders fail', staging],
    ['orders fail in shop-prod although production is named elsewhere as staging', prod],
  ])('by its name: %s', (text, env) => {
    expect(match(text)).toEqual({ kind: 'one', env, guessed: false });
  });

  it.each([
    ['线上心跳任务不触发', prod],
    ['生产环境报错', prod],
    ['orders fail in prod', prod],
    ['In production, orders fail.', prod],
    ['orders fail live', prod],
    ['STAGING is red', staging],
    ['fails on stg only', staging],
    ['预发环境报错', staging],
    ['本地跑不起来', local],
    ['does not start on dev', local],
    ['does not start on a local machine', local],
  ])('by a word of its tier, which is a guess: %s', (text, env) => {
    expect(match(text)).toEqual({ kind: 'one', env, guessed: true });
  });

  it.each([
    'orders fail',
    'products and producers, reproduction, delivery, locals, developers',
    'src/local/demo.ts is wrong',
    'see https://prod.example.com/x and mail ops@prod.example.com',
    'my-shop-prod-2 is another one',
    'dev-dependencies are old',
    '',
  ])('not by anything else: %j', (text) => {
    expect(match(text)).toEqual({ kind: 'none' });
  });

  it('by nobody where several fit: names before tiers', () => {
    const east: TaskEnvironment = { name: 'shop-east', tier: 'prod' };
    expect(match('fails in prod', [...all, east])).toEqual({ kind: 'several', envs: [prod, east] });
    expect(match('works on staging, fails in production')).toEqual({ kind: 'several', envs: [prod, staging] });
    expect(match('shop-prod or shop-stg')).toEqual({ kind: 'several', envs: [prod, staging] });
    expect(match('fails in prod', [...all, { name: 'shop-x', tier: null }])).toMatchObject({ kind: 'one', env: prod });
  });

  it('not by the name of its workspace, which stands for the workspace', () => {
    const own: TaskEnvironment = { name: 'shop', tier: 'prod' };
    expect(match('the shop is slow', [own])).toEqual({ kind: 'none' });
    expect(match('the shop is slow in prod', [own])).toEqual({ kind: 'one', env: own, guessed: true });
  });
});
