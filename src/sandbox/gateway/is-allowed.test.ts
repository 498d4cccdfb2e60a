import { describe, expect, it } from 'vitest';
import { isAllowed, ownPorts } from './is-allowed.ts';

describe('a host and port', () => {
  const hosts = ['api.example.com', '*.models.example', 'one.example:8443', '127.0.0.1:11434', 'localhost'];
  it.each([
    'api.example.com:443',
    'API.example.com.:80',
    'eu.models.example:443',
    'a.b.models.example:443',
    'one.example:8443',
    '127.0.0.1:11434',
  ])('%s is allowed', (asked) => {
    expect(isAllowed(hosts, asked)).toBe(true);
  });
  it.each([
    'api.example.com:22',
    'api.example.com',
    'evil-api.example.com:443',
    'api.example.com.evil.net:443',
    'models.example:443',
    'evilmodels.example:443',
    'one.example:443',
    '127.0.0.1:22',
    '[::1]:11434',
    'api.example.com:443@evil.net:443',
    'evil.net:443/api.example.com:443',
    'api.example.com:99999',
    'api.example.com:0',
    '',
    ':443',
    ' api.example.com:443',
    'api.example.com\n:443',
    '*:443',
  ])('%s is not', (asked) => {
    expect(isAllowed(hosts, asked)).toBe(false);
  });
  it('is nobody where none is named, and a rule that is odd allows nothing', () => {
    expect(isAllowed([], 'api.example.com:443')).toBe(false);
    expect(isAllowed(['*', '*.', '', 'http://x'], 'x:443')).toBe(false);
  });
});

it('only ports of this machine are listened on inside', () => {
  expect(ownPorts(['localhost:1', '127.0.0.1:2', '[::1]:3', 'host:4', 'localhost'])).toEqual([
    { host: 'localhost', port: 1 },
    { host: '127.0.0.1', port: 2 },
    { host: '::1', port: 3 },
  ]);
});
