import { describe, expect, it } from 'vitest';
import { understand, workspacesIn } from './understand.ts';

const bot = 'drover_bot';

describe('a command', () => {
  it.each([
    ['/do fix it in shop', 'do', 'fix it in shop'],
    ['/STATUS@drover_bot shop-12', 'status', 'shop-12'],
    ['/do\nfirst line\nsecond', 'do', 'first line\nsecond'],
    ['/panic', 'panic', ''],
  ])('%# %j', (given, name, rest) => {
    expect(understand(given, bot)).toEqual({ kind: 'command', name, rest });
  });

  it('of another bot is left alone, and an unknown one is said to be', () => {
    expect(understand('/do@other_bot x', bot)).toEqual({ kind: 'not_for_us' });
    expect(understand('/reboot', bot)).toEqual({ kind: 'unknown_command' });
  });
});

describe('words about the registry', () => {
  it.each([
    ['添加 workspace shop ~/dev/shop', 'workspace.add', { name: 'shop', path: '~/dev/shop' }],
    ['Add workspace shop /srv/my shop', 'workspace.add', { name: 'shop', path: '/srv/my shop' }],
    ['添加环境 shop-prod deploy@prod:/opt/shop', 'env.add', { name: 'shop-prod', connect: 'deploy@prod:/opt/shop' }],
    ['add env shop-prod /opt/shop', 'env.add', { name: 'shop-prod', connect: '/opt/shop' }],
    ['列出环境', 'env.list', {}],
    ['list envs', 'env.list', {}],
    ['列出 workspace', 'workspace.list', {}],
    ['list workspaces', 'workspace.list', {}],
    ['remove workspace shop', 'workspace.remove', { workspace: 'shop' }],
    ['set workspace shop slots 2', 'workspace.set', { workspace: 'shop', key: 'slots', value: '2' }],
    ['@drover_bot list envs', 'env.list', {}],
  ])('%# %j', (given, command, input) => {
    expect(understand(given, bot)).toEqual({ kind: 'request', command, input });
  });

  it('within a task are a task', () => {
    for (const text of [
      'list envs in the footer of shop',
      'add workspace switching to shop\nas a menu',
      'add workspace switching to the menu',
      '线上 shop 心跳不触发',
    ])
      expect(understand(text, bot)).toEqual({ kind: 'text', text });
  });
});

describe('the workspace that a text names', () => {
  const known = ['shop', 'shop-api', 'alfred'];

  it.each([
    ['heartbeat does not fire in shop', ['shop']],
    ['在shop里修复心跳', ['shop']],
    ['shop-api is slow', ['shop-api']],
    ['shop and shop-api', ['shop', 'shop-api']],
    ['Alfred: too early', ['alfred']],
    ['the workshop and /srv/shop/x', []],
    ['look at shop-prod', []],
    ['nothing', []],
  ])('%# %j', (text, found) => {
    expect(workspacesIn(text, known)).toEqual(found);
  });

  it('is the only one there is where none is named', () => {
    expect(workspacesIn('too early', ['shop'])).toEqual(['shop']);
    expect(workspacesIn('too early', [])).toEqual([]);
  });
});
