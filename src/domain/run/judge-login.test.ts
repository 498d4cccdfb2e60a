import { describe, expect, it } from 'vitest';
import { judgeLogin } from './judge-login.ts';

const fresh = ['oauth.access', 'oauth.refresh', 'oauth.scopes.*'];
const before = JSON.stringify({ account: 'me', oauth: { access: 'a1', refresh: 'r1', scopes: ['x'] } });
const judge = (after: string | null, more: object = {}) =>
  judgeLogin({ given: 'h', now: before, nowHash: 'h', after, ...more }, fresh);
const changed = (change: object) => JSON.stringify({ ...JSON.parse(before), ...change });

describe('WT-41 a login that a confined run left', () => {
  it('is carried back where only its tokens are fresh', () => {
    const after = changed({ oauth: { access: 'a2', refresh: 'r2', scopes: ['x', 'y'] } });
    expect(judge(after)).toEqual({ kind: 'refreshed', text: `${JSON.stringify(JSON.parse(after), null, 2)}\n` });
  });

  it.each([null, before, '', '{}', ' { }\n'])('is left alone where nothing was refreshed: %j', (after) => {
    expect(judge(after)).toEqual({ kind: 'same' });
  });

  it.each([
    ['of another account', changed({ account: 'you' }), 'account differs'],
    ['with something more', changed({ command: 'curl evil' }), 'command differs'],
    ['with something less', JSON.stringify({ oauth: JSON.parse(before).oauth }), 'account differs'],
    ['without its token', changed({ oauth: { access: 'a2', scopes: ['x'] } }), 'oauth.refresh is gone'],
    ['with an empty token', changed({ oauth: { access: '', refresh: 'r', scopes: ['x'] } }), 'oauth.access is gone'],
    ['of another shape', changed({ oauth: { access: {}, refresh: ['r'], scopes: ['x'] } }), 'oauth.refresh is gone'],
    ['that is no object', '["a"]', 'it is no JSON object'],
    ['that is half written', before.slice(0, -4), 'it is no JSON object'],
    ['that has no end', changed({ pad: 'x'.repeat(300_000) }), 'it is too long'],
  ])('is refused %s', (_what, after, why) => {
    expect(judge(after)).toEqual({ kind: 'refused', why });
  });

  it('is refused where the person had none, or has another by now', () => {
    const after = changed({ oauth: { access: 'a2', refresh: 'r2', scopes: ['x'] } });
    expect(judge(after, { given: null, now: null, nowHash: null })).toMatchObject({ kind: 'refused' });
    expect(judge(after, { nowHash: 'other' })).toMatchObject({ kind: 'refused' });
  });
});
