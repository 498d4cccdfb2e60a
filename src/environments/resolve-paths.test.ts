// Where paths lead, and what may be read there.
import { describe, expect, it } from 'vitest';
import { scriptedHost } from '../../test/fakes/scripted-host.ts';
import { createResolve, realPaths } from './resolve-paths.ts';

/** What is asked for leads there. */
const resolveTo = (led: string, roots: readonly string[] = ['/srv/shop', '/var/log']) => {
  const host = scriptedHost({ 'realpath -mz -- /srv/shop/a': `${led}\0` });
  return createResolve(host, roots, '/srv/shop');
};

describe('a path', () => {
  it.each(['/srv/shop', '/srv/shop/a', '/var/log/x/y'])('that leads to %s is read', async (led) => {
    expect(await resolveTo(led)(['a'], 'operand')).toEqual([led]);
    expect(await resolveTo(led)(['/srv/shop/a'], 'operand')).toEqual([led]);
  });

  it.each(['/etc/hosts', '/srv/shopping', '/srv', '/', '/var/logs'])(
    'that leads to %s is not, unless it is the named log',
    async (led) => {
      await expect(resolveTo(led)(['a'], 'operand')).rejects.toMatchObject({
        failure: {
          error_code: 'COMMAND_DENIED',
          message: `a leads to ${led}, outside of /srv/shop and /var/log.`,
        },
      });
      expect(await resolveTo(led)(['a'], 'log')).toEqual([led]);
    },
  );

  it.each(['operand', 'log'] as const)('that leads to a secret is not read as %s', async (as) => {
    await expect(resolveTo('/srv/shop/.env')(['a'], as)).rejects.toMatchObject({
      failure: { error_code: 'COMMAND_DENIED', message: 'a leads to /srv/shop/.env, which looks like a secret.' },
    });
  });

  it('may lead anywhere where the root is the whole machine', async () => {
    expect(await resolveTo('/etc/hosts', ['/'])(['a'], 'operand')).toEqual(['/etc/hosts']);
  });

  it('of which there is none is not asked for', async () => {
    const host = scriptedHost({});
    expect(await createResolve(host, ['/srv'], '/srv')([], 'operand')).toEqual([]);
    expect(host.asked).toEqual([]);
  });

  it.each([1, '', '/a\0', '/a\0/b', { exit: 1, output: '/a\0/b\0' }])(
    'is refused where the host says %j',
    async (said) => {
      await expect(realPaths(scriptedHost({ 'realpath -mz -- a b': said }), ['a', 'b'])).rejects.toMatchObject({
        failure: { error_code: 'COMMAND_DENIED', message: expect.stringContaining('`realpath` does not answer') },
      });
    },
  );

  it('is not found out where the host is away', async () => {
    await expect(realPaths(scriptedHost({ 'realpath -mz -- a': null }), ['a'])).rejects.toMatchObject({
      failure: { error_code: 'SSH_UNREACHABLE', message: 'the line is down' },
    });
  });
});
