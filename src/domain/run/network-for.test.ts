import { describe, expect, it } from 'vitest';
import { type NetworkWish, networkFor } from './network-for.ts';

const wish = (more: Partial<NetworkWish>) =>
  networkFor({ agent: 'codex', mode: 'analysis', service: ['api.example.com'], env: {}, ...more });

describe('with whom a turn may speak', () => {
  it('in an analysis is its model alone, in work everybody, where nothing is configured', () => {
    expect(wish({})).toEqual({ ok: true, value: { hosts: ['api.example.com'] } });
    expect(wish({ mode: 'write' })).toEqual({ ok: true, value: 'all' });
  });
  it('is what is configured, whatever it does', () => {
    for (const mode of ['analysis', 'write'] as const) {
      expect(wish({ mode, network: 'all' })).toEqual({ ok: true, value: 'all' });
      expect(wish({ mode, network: 'none' })).toEqual({ ok: true, value: 'none' });
      expect(wish({ mode, network: 'model', hosts: ['more.example'] })).toEqual({
        ok: true,
        value: { hosts: ['api.example.com', 'more.example'] },
      });
    }
  });
  it('is everybody where its service is not known and nobody asked, and nobody where only the model was wanted', () => {
    expect(wish({ service: null })).toEqual({ ok: true, value: 'all' });
    expect(wish({ service: null, network: 'model' })).toMatchObject({
      ok: false,
      failure: { error_code: 'UNSUPPORTED' },
    });
    expect(wish({ service: null, hosts: ['a.example'] })).toEqual({ ok: true, value: { hosts: ['a.example'] } });
  });
  it('is the address too that its variables name, and no proxy', () => {
    const env = {
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000/v1',
      OLLAMA_HOST: 'http://[::1]:11434',
      AZURE_ENDPOINT: 'https://me:secret@x.azure.example/',
      HTTPS_PROXY_URL: 'http://proxy.example:3128',
      HOMEPAGE: 'https://home.example',
      BROKEN_URL: 'not an address',
    };
    expect(wish({ service: [], env })).toEqual({
      ok: true,
      value: { hosts: ['127.0.0.1:4000', '[::1]:11434', 'x.azure.example'] },
    });
  });
});
