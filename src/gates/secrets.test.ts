import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { agentFiles } from '../../test/fakes/footprints.ts';
import { memoryTree } from '../../test/fakes/memory-tree.ts';
import type { Change } from '../ports/gates.ts';
import { createGates } from './create-gates.ts';

/** Put together here so that this file holds no secret itself. */
const TOKEN = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const OTHER = ['ghp', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789'].join('_');
const ADDRESS = `https://user:${'pa55word'}@example.org/x`;

const change = (path: string, text: string, more: Partial<Change> = {}): Change => ({
  path,
  kind: 'added',
  from: null,
  added: 1,
  removed: 0,
  binary: false,
  bytes: text.length,
  ...more,
});
const scan = (path: string, text: string, more: Partial<Change> = {}, base?: Record<string, string>) =>
  createGates(agentFiles).secrets(
    memoryTree({ [path]: text }),
    [change(path, text, more)],
    base === undefined ? undefined : memoryTree(base),
  );

describe('secrets', () => {
  it('a key in an added file is found with file and line, and never shown', async () => {
    const found = await scan('src/a.ts', `const a = 1;\nconst key = '${TOKEN}';\n`);
    expect(found).toEqual([
      { gate: 'secrets', what: 'looks like a secret (github)', file: 'src/a.ts', line: 2, weight: 'fail' },
    ]);
    expect(JSON.stringify(await scan('a.env', `X=${ADDRESS}`))).not.toContain('pa55word');
  });

  it('a comment in the file cannot switch the search off', async () => {
    expect(await scan('a.ts', `// secretlint-disable\nconst a = '${TOKEN}';`)).toMatchObject([{ line: 2 }]);
    expect(await scan('a.ts', `const a = '${TOKEN}'; // secretlint-disable-line`)).toMatchObject([{ line: 1 }]);
  });

  it('a private key is found', async () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    expect(await scan('key.pem', `\n${privateKey}`)).toMatchObject([
      { line: 2, what: 'looks like a secret (privatekey)' },
    ]);
  });

  const block = (kind: string) => `-----BEGIN ${kind}PRIVATE KEY-----`;
  it.each(['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '])(
    'WT-51 a %sprivate key is a person\u2019s to let through, however short',
    async (kind) => {
      for (const text of [`${block(kind)}\nabc\n-----END ${kind}PRIVATE KEY-----\n`, `x = "${block(kind)}"`])
        expect(await scan('src/a.txt', `\n${text}`)).toEqual([
          { gate: 'secrets', what: 'a private key', file: 'src/a.txt', line: 2, weight: 'note', needs: 'yes' },
        ]);
      const old = `${block(kind)}\nabc\n`;
      expect(await scan('a.txt', `\n${old}`, { kind: 'modified' }, { 'a.txt': old }), 'on the base before').toEqual([]);
      expect(await scan('a.txt', `${old}${old}`, { kind: 'modified' }, { 'a.txt': old })).toHaveLength(1);
    },
  );

  it('WT-51 a file that holds secrets by its name is a person\u2019s to let through, also when it cannot be read', async () => {
    const asks = { gate: 'secrets', line: null, weight: 'note', needs: 'yes' };
    expect(await scan('app/.env', 'SECRET=abc\n')).toMatchObject([
      { ...asks, file: 'app/.env', what: 'an environment file by its name' },
    ]);
    expect(await scan('a.p12', '\0', { binary: true })).toMatchObject([asks]);
    expect(await scan('x\n.pem', '')).toMatchObject([asks]);
    expect(await scan('.env', 'A=1', { kind: 'renamed', from: 'a.txt' }, { 'a.txt': 'A=1' })).toMatchObject([asks]);
    expect(await scan('.env', '', { kind: 'deleted' })).toEqual([]);
    expect(await scan('.env.example', 'SECRET=\n')).toEqual([]);
    expect(await scan('.npmrc', 'save-exact=true\n')).toEqual([]);
  });

  it('beside a file that is not read, what is in the others is found', async () => {
    const files = { 'a.ts': `const key = '${TOKEN}';\n`, 'b.bin': '\0' };
    const changes = [change('b.bin', '\0', { binary: true }), change('a.ts', files['a.ts'])];
    expect(await createGates(agentFiles).secrets(memoryTree(files), changes)).toMatchObject([
      { file: 'a.ts', line: 1 },
    ]);
  });

  it('ordinary files have none', async () => {
    expect(await scan('a.md', '# Words\n\nSee https://example.org/a?token=b.\n')).toEqual([]);
    expect(await scan('a.md', '')).toEqual([]);
  });

  it('of two that the base has in a file each stands for itself, and for one copy', async () => {
    const old = `const a = '${TOKEN}';\nconst b = '${OTHER}';\n`;
    const scanned = (text: string) => scan('a.ts', text, { kind: 'modified' }, { 'a.ts': old });
    expect(await scanned(old)).toEqual([]);
    expect(await scanned(`${old}const c = '${TOKEN}';\n`)).toMatchObject([{ line: 3 }]);
  });

  it('what the base already had in that file does not count, what is added beside it does', async () => {
    const old = `key = ${TOKEN}\n`;
    expect(await scan('a.txt', `\n${old}`, { kind: 'modified' }, { 'a.txt': old })).toEqual([]);
    expect(await scan('b.txt', old, { kind: 'renamed', from: 'a.txt' }, { 'a.txt': old })).toEqual([]);
    expect(await scan('a.txt', `${old}also ${OTHER}\n`, { kind: 'modified' }, { 'a.txt': old })).toMatchObject([
      { line: 2 },
    ]);
    expect(await scan('a.txt', `${old}${old}`, { kind: 'modified' }, { 'a.txt': old })).toHaveLength(1);
    expect(await scan('a.txt', old, { kind: 'modified' }), 'without a base all counts').toHaveLength(1);
  });

  it('nothing of a scan stays in the process', async () => {
    await scan('a.md', `Words ${TOKEN}.\n`);
    expect(performance.getEntries().filter(({ name }) => name.includes('secretlint'))).toEqual([]);
  });

  it('deleted and binary files are not read', async () => {
    expect(await scan('a.txt', TOKEN, { kind: 'deleted' })).toEqual([]);
    expect(await scan('a.bin', TOKEN, { binary: true })).toEqual([]);
  });

  it('large files are a note beyond 5 MiB and fail beyond 50', async () => {
    const sized = (mebibytes: number) => scan('a.bin', '', { binary: true, bytes: mebibytes * 1024 * 1024 });
    expect(await sized(5)).toEqual([]);
    expect(await sized(6)).toMatchObject([{ weight: 'note', what: 'large file: 6 MiB' }]);
    expect(await sized(51)).toMatchObject([{ weight: 'fail', what: 'too large: 51 MiB, at most 50 MiB' }]);
    const whole = memoryTree({ 'a.bin': '' });
    const of = (mib: number, largest: number) =>
      createGates(agentFiles).secrets(
        whole,
        [change('a.bin', '', { binary: true, bytes: mib * 1024 * 1024 })],
        undefined,
        largest,
      );
    expect(await of(3, 2)).toMatchObject([{ weight: 'fail', what: 'too large: 3 MiB, at most 2 MiB' }]);
    expect(await of(60, 100)).toMatchObject([{ weight: 'note' }]);
  });
});
