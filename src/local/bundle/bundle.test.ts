import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of, toldPayloads, toldProof } from '../../../test/fakes/told-proof.ts';
import { needs } from '../../../test/needs/needs.ts';
import type { TaskProof } from '../../contract/task.ts';
import { type Envelope, fromBase64, preAuthEncode, writeEnvelope } from '../../domain/bundle/envelope.ts';
import { payloadType } from '../../domain/bundle/forms.ts';
import { makeStatements } from '../../domain/bundle/make-statements.ts';
import { readBundle } from '../../domain/bundle/read-bundle.ts';
import { appendEvidence } from '../../domain/evidence/chain.ts';
import { exportBundle, type Wish } from './export-bundle.ts';
import { checkGpg } from './gpg-signature.ts';
import { mostBytes } from './limits.ts';
import { createSshCheck, keyOf, namespace } from './ssh-signature.ts';
import { type Verify, verifyProof } from './verify-proof.ts';

let root: string;
let checkout: string;
let env: Record<string, string>;
let commit: string;
let proof: TaskProof;

const git = (...argv: readonly string[]): string =>
  execFileSync('git', argv, { cwd: checkout, env, encoding: 'utf8' }).trim();
const at = (name: string): string => join(root, name);
const makeKey = (name: string, type = 'ed25519') =>
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', name, '-f', at(name)], { env });
const allow = (file: string, ...lines: readonly string[]) => writeFileSync(at(file), `${lines.join('\n')}\n`);
const publicKey = (name: string) => readFileSync(at(`${name}.pub`), 'utf8').trim();

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bundle-')));
  checkout = at('shop');
  env = { PATH: process.env.PATH ?? '', HOME: at('home'), GIT_CONFIG_NOSYSTEM: '1', GIT_CEILING_DIRECTORIES: root };
  mkdirSync(checkout);
  mkdirSync(env.HOME ?? '', { mode: 0o700 });
  useKey('ada');
  git('init', '-q', '-b', 'main');
  writeFileSync(join(checkout, 'a.txt'), 'a\n');
  git('add', '.');
  git('commit', '-qm', 'Name the shop');
  commit = git('rev-parse', 'HEAD');
  proof = proofFor({ commit, tree: git('rev-parse', 'HEAD^{tree}'), base: 'b'.repeat(40) });
  makeKey('ada');
  makeKey('mallory');
  allow('signers', `ada@example.com ${publicKey('ada')}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function proofFor(subject: { commit: string | null; tree: string; base: string }, more = {}): TaskProof {
  const payloads = toldPayloads(subject, more);
  return { task: 'shop-12', payloads, subject, proven: true, missing: [], checkout, copies: [at('copies')] };
}

let made = 0;
const wishFor = (more: Partial<Wish> = {}): Wish => {
  made += 1;
  return { env, file: at(`proof-${made}.intoto.jsonl`), note: false, signs: true, force: false, ...more };
};
/** The file of a bundle that was made as it should be. */
function write(what: TaskProof = proof, more: Partial<Wish> = {}): string {
  const wish = wishFor(more);
  const written = exportBundle(what, wish);
  if (!written.ok) throw new Error(written.failure.message);
  return wish.file ?? '';
}
const linesOf = (file: string): readonly Envelope[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
function lay(lines: readonly unknown[]): string {
  made += 1;
  const file = at(`laid-${made}.jsonl`);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}
const verify = (given: string, more: Partial<Verify> = {}) =>
  verifyProof({ given, cwd: checkout, env, commit: null, allowedSigners: at('signers'), unsigned: false, ...more });
function codeOf(given: string, more: Partial<Verify> = {}): string {
  const verified = verify(given, more);
  return verified.ok ? 'holds' : verified.failure.error_code;
}

const useKey = (name: string) =>
  writeFileSync(
    at('home/.gitconfig'),
    `[user]\n\tname = Ada\n\temail = ada@example.com\n\tsigningKey = ${at(`${name}.pub`)}\n[gpg]\n\tformat = ssh\n`,
  );
beforeEach(() => useKey('ada'));

/** One that ada signed, for all who only read it. */
let signedByAda: string | null = null;
const byAda = (): string => {
  signedByAda ??= write();
  return signedByAda;
};

describe('signed with an ssh key', () => {
  it('is written, and holds for who knows the key', () => {
    const wish = wishFor();
    expect(exportBundle(proof, wish)).toMatchObject({
      ok: true,
      value: {
        statements: 5,
        file: wish.file,
        signature: { format: 'ssh', key: expect.stringMatching(/^SHA256:/) },
        unsigned: null,
      },
    });
    expect(verify(wish.file ?? '')).toMatchObject({
      ok: true,
      value: { task: 'shop-12', commit, signers: [{ who: 'ada@example.com' }], statements: 5, links: 3, ignored: 0 },
    });
  });

  it('`ssh-keygen -Y verify` by hand accepts each line', () => {
    for (const { payload, signatures } of linesOf(byAda())) {
      const [signature] = signatures;
      const sig = at('by-hand.sig');
      writeFileSync(sig, Buffer.from(signature?.sig ?? '', 'base64'));
      const input = preAuthEncode(payloadType, Buffer.from(payload, 'base64'));
      const argv = ['-Y', 'verify', '-f', at('signers'), '-I', 'ada@example.com', '-n', namespace, '-s', sig];
      const ran = spawnSync('ssh-keygen', argv, { env, input });
      expect(`${ran.stdout}`).toContain(`Good "${namespace}" signature for ada@example.com`);
      expect(signature?.keyid).toBe(keyOf(readFileSync(sig)));
      expect(`${ran.stdout}`).toContain(signature?.keyid);
    }
  });

  it('a key that is named itself, or is of another type, works as well', () => {
    makeKey('curve', 'ecdsa');
    allow('curves', `* ${publicKey('curve')}`);
    useKey('curve');
    expect(codeOf(write(), { allowedSigners: at('curves') })).toBe('holds');
  });

  it('somebody who is not known is told with their key, and is no pass', () => {
    useKey('mallory');
    const verified = verify(write());
    expect(verified).toMatchObject({
      ok: false,
      failure: { error_code: 'PROOF_KEY_UNKNOWN', details: { line: 1, key: expect.stringMatching(/^SHA256:/) } },
    });
  });

  it('without a file of signers nobody is known; one that is configured counts', () => {
    const file = byAda();
    expect(codeOf(file, { allowedSigners: null })).toBe('PROOF_KEY_UNKNOWN');
    const configured = {
      ...env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'gpg.ssh.allowedSignersFile',
      GIT_CONFIG_VALUE_0: at('signers'),
    };
    expect(codeOf(file, { allowedSigners: null, env: configured })).toBe('holds');
    expect(codeOf(file, { allowedSigners: at('nowhere') })).toBe('PATH_NOT_FOUND');
  });

  it('a file of signers in the work tree counts only where it is named: a branch may have brought it', () => {
    writeFileSync(join(checkout, 'signers'), readFileSync(at('signers')));
    git('config', 'gpg.ssh.allowedSignersFile', join(checkout, 'signers'));
    const file = byAda();
    expect(verify(file, { allowedSigners: null })).toMatchObject({
      failure: { error_code: 'PROOF_KEY_UNKNOWN', message: expect.stringContaining('lies in the work tree') },
    });
    expect(codeOf(file, { allowedSigners: 'signers' })).toBe('holds');
    git('config', '--unset', 'gpg.ssh.allowedSignersFile');
    rmSync(join(checkout, 'signers'));
  });

  it.each([
    ['for commits alone', 'namespaces="git" '],
    ['until yesterday', 'valid-before="20200101" '],
  ])('a key that is allowed %s is not known for proofs', (_, options) => {
    allow('narrow', `ada@example.com ${options}${publicKey('ada')}`);
    expect(codeOf(byAda(), { allowedSigners: at('narrow') })).toBe('PROOF_KEY_UNKNOWN');
  });
});

const other = (text: string, byte: number): string =>
  text.slice(0, byte) + String.fromCharCode(text.charCodeAt(byte) ^ 1) + text.slice(byte + 1);

/** In an armoured text, each byte around its rows, and of these one in four bytes of what they hold: no field of a signature is shorter. */
function places(text: string): readonly number[] {
  const begin = text.search(/(?<=\n)(?=[A-Za-z0-9+/]+\n)/);
  const end = text.search(/\n(?:=.{4}\n)?-----END/);
  const isInRow = (at: number): boolean => at >= begin && at < end && text[at] !== '\n';
  return [...text].flatMap((_, at) => (isInRow(at) && (at - begin) % 5 !== 0 ? [] : [at]));
}

describe('a signature that is not of what it stands under', () => {
  const sign = (body: Uint8Array, name: string): string => {
    writeFileSync(at('forged'), body);
    rmSync(at('forged.sig'), { force: true });
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-n', name, '-f', at('ada'), at('forged')], {
      env,
      stdio: 'ignore',
    });
    return readFileSync(at('forged.sig')).toString('base64');
  };
  const flip = (text: string, where: number): string => {
    const bytes = Buffer.from(text, 'base64');
    bytes[where] = (bytes[where] ?? 0) ^ 1;
    return bytes.toString('base64');
  };
  const swap = (envelopes: readonly Envelope[], change: (first: Envelope) => unknown): string =>
    lay([change(envelopes[0] as Envelope), ...envelopes.slice(1)]);
  const reword = ({ payload }: Envelope, from: string, to: string): string =>
    Buffer.from(Buffer.from(payload, 'base64').toString().replace(from, to)).toString('base64');
  const withSig = (envelope: Envelope, sig: string) => ({
    ...envelope,
    signatures: [{ ...envelope.signatures[0], sig }],
  });

  it.each<[string, (envelopes: readonly Envelope[]) => string, string]>([
    [
      'a byte of a name in the payload',
      (all) => swap(all, (first) => ({ ...first, payload: reword(first, 'is short', 'is shorn') })),
      'PROOF_FORGED',
    ],
    ['another payload', (all) => swap(all, (first) => ({ ...first, payload: all[1]?.payload })), 'PROOF_FORGED'],
    [
      'another subject',
      (all) =>
        swap(all, (first) => ({
          ...first,
          payload: reword(first, commit, 'f'.repeat(40)),
        })),
      'PROOF_FORGED',
    ],
    [
      'the signature of another line',
      (all) => swap(all, (first) => ({ ...first, signatures: all[1]?.signatures })),
      'PROOF_FORGED',
    ],
    [
      'a byte of the signature',
      (all) => swap(all, (first) => withSig(first, flip(first.signatures[0]?.sig ?? '', 200))),
      'PROOF_FORGED',
    ],
    [
      'half a signature',
      (all) =>
        swap(all, (first) =>
          withSig(
            first,
            Buffer.from(Buffer.from(first.signatures[0]?.sig ?? '', 'base64').subarray(0, 120)).toString('base64'),
          ),
        ),
      'PROOF_FORGED',
    ],
    ['words for a signature', (all) => swap(all, (first) => withSig(first, 'eWVz')), 'PROOF_FORGED'],
    ['no base64 for a signature', (all) => swap(all, (first) => withSig(first, '###')), 'PROOF_FORGED'],
    ['no signature at one line', (all) => swap(all, (first) => ({ ...first, signatures: [] })), 'PROOF_UNSIGNED'],
    [
      'another type of payload',
      (all) => swap(all, (first) => ({ ...first, payloadType: 'application/json' })),
      'PROOF_BROKEN',
    ],
    ['a line less', (all) => lay(all.slice(1)), 'PROOF_BROKEN'],
    ['a line twice', (all) => lay([...all, all[0]]), 'PROOF_BROKEN'],
    [
      'cut in the middle of the last line',
      (all) => lay([...all.slice(0, -1), JSON.stringify(all.at(-1)).slice(0, 400)]),
      'PROOF_BROKEN',
    ],
    ['lines in another order', (all) => lay(all.toReversed()), 'holds'],
    [
      'a false hint whose key it is',
      (all) =>
        swap(all, (first) => ({ ...first, signatures: [{ ...first.signatures[0], keyid: 'SHA256:of-mallory' }] })),
      'holds',
    ],
  ])('%s: %#', (_, change, code) => {
    expect(codeOf(change(linesOf(byAda())))).toBe(code);
  });

  it('one byte that is another, wherever it stands in a line, holds nowhere but in the hint whose key it is', () => {
    const lines = readFileSync(byAda(), 'latin1').trimEnd().split('\n');
    for (const [number, line] of [...lines.entries()].filter(([at]) => at === 0 || at === lines.length - 1))
      for (const part of ['payload', 'payloadType', 'sig', 'keyid', 'end'] as const) {
        const begin = part === 'end' ? line.length : line.indexOf(`"${part}":"`) + part.length + 4;
        const end = part === 'end' ? line.length : line.indexOf('"', begin);
        const at = begin + Math.floor((end - begin) / 2);
        const text = lines.map((each, index) => (index === number ? other(`${each}\n`, at).replace(/\n$/, '') : each));
        const code = codeOf(lay([text.join('\n')]));
        if (part === 'keyid') expect(code).toBe('holds');
        else expect(code, `${number} ${part}`).toMatch(/^PROOF_(?:FORGED|BROKEN)$/);
      }
  });

  it('each byte of what stands around payload, signature and hint makes another of it, or none, but for the name of the hint', () => {
    const [first = ''] = readFileSync(byAda(), 'latin1').trimEnd().split('\n');
    const inside = ['payload', 'keyid', 'sig'].flatMap((part) => {
      const begin = first.indexOf(`"${part}":"`) + part.length + 4;
      return Array.from({ length: first.indexOf('"', begin) - begin }, (_, byte) => begin + byte);
    });
    const around = [...first].flatMap((_, byte) => (inside.includes(byte) ? [] : [byte]));
    const name = first.indexOf('keyid');
    expect(around.length).toBeGreaterThan(80);
    const is = sameAs(first);
    for (const byte of around) {
      const isName = byte >= name && byte < name + 'keyid'.length;
      expect(is(other(first, byte)), `${byte}`).toBe(isName);
    }
  });

  it('each byte of a payload, and of a signature, makes another of it, or none', () => {
    for (const [number, line] of readFileSync(byAda(), 'latin1').trimEnd().split('\n').entries()) {
      const is = sameAs(line);
      const { payload, signatures } = JSON.parse(line) as Envelope;
      // Of all lines the ends: not every base64 has bits that nobody reads.
      for (const part of [payload, signatures[0]?.sig ?? ''])
        for (let at = number === 0 ? 0 : part.length - 4; at < part.length; at += 1)
          expect(is(line.replace(part, () => other(part, at))), `${number} ${at}`).toBe(false);
    }
  });
  const read = (line: string) => {
    const bundle = readBundle(Buffer.from(line, 'latin1'));
    const [{ envelope, body } = {}] = bundle.ok ? bundle.value.lines : [];
    return { type: envelope?.payloadType, body, sig: fromBase64(envelope?.signatures[0]?.sig ?? '#') };
  };
  /** Does another line say the same, under the same signature? What does not is forged or broken, as the rows above show. */
  const sameAs = (line: string) => {
    const was = read(line);
    return (other: string): boolean => {
      const { type, body, sig } = read(other);
      if (body === undefined || sig === null || was.body === undefined || was.sig === null) return false;
      return type === was.type && Buffer.compare(body, was.body) === 0 && Buffer.compare(sig, was.sig) === 0;
    };
  };

  it('what ssh lays as a signature is needed in each of its fields, and in each byte around them', () => {
    const [{ payload = '', signatures = [] } = {}] = linesOf(byAda());
    const check = createSshCheck(at('signers'), env);
    const body = preAuthEncode(payloadType, Buffer.from(payload, 'base64'));
    const text = Buffer.from(signatures[0]?.sig ?? '', 'base64').toString('latin1');
    expect(check(body, Buffer.from(text, 'latin1')).kind).toBe('known');
    const held = places(text).flatMap((at) => {
      const { kind } = check(body, Buffer.from(other(text, at), 'latin1'));
      return kind === 'forged' ? [] : [`${at} ${kind}`];
    });
    expect(held).toEqual([]);
  });

  it.each<[string, (text: string) => string]>([
    ['in the first line', (text) => text.replace('BEGIN SSH', 'BEGIN SSI')],
    ['in what it begins with', (text) => text.replace('U1NIU0lH', 'U1NIU0lI')],
    ['in its version', (text) => text.replace('U1NIU0lHAAAAAQ', 'U1NIU0lHAAAAAA')],
    ['in its middle', (text) => other(text, 200)],
    ['in the end of a line', (text) => text.replace(/(?<=[^-])\n(?!-)/, ' ')],
    ['in the end of its first line', (text) => text.replace('\n', '\v')],
    ['in its last line', (text) => text.replace('END SSH', 'END SSI')],
    ['in the last of it', (text) => text.replace(/\n$/, ' ')],
    ['before it', (text) => `\n${text}`],
    ['after it', (text) => `${text}more\n`],
  ])('another byte %s is forged', (_, change) => {
    const sign = ({ signatures: [first] }: Envelope) => {
      const text = Buffer.from(first?.sig ?? '', 'base64').toString('latin1');
      expect(change(text)).not.toBe(text);
      return Buffer.from(change(text), 'latin1').toString('base64');
    };
    expect(codeOf(swap(linesOf(byAda()), (first) => withSig(first, sign(first))))).toBe('PROOF_FORGED');
  });

  it('a key in the file of signers is needed in all of its parts', () => {
    const [{ payload = '', signatures = [] } = {}] = linesOf(byAda());
    const body = preAuthEncode(payloadType, Buffer.from(payload, 'base64'));
    const sig = Buffer.from(signatures[0]?.sig ?? '', 'base64');
    const text = readFileSync(at('signers'), 'latin1').trimEnd();
    const key = / (ssh-ed25519 \S+)/.exec(text);
    const from = (key?.index ?? 0) + 1;
    const to = from + (key?.[1]?.length ?? 0);
    for (let byte = from; byte < to; byte += 3) {
      writeFileSync(at('others'), `${other(text, byte)}\n`);
      expect(createSshCheck(at('others'), env)(body, sig).kind, `${byte}`).toBe('unknown');
    }
  });

  it('cut off at whatever byte it is no pass', () => {
    const text = readFileSync(byAda(), 'latin1').trimEnd();
    for (let part = 0; part < 12; part += 1) {
      const verified = verify(lay([text.slice(0, Math.floor((text.length * part) / 12))]));
      expect(verified.ok ? 'holds' : verified.failure.error_code).toMatch(/^PROOF_(?:BROKEN|UNREADABLE)$/);
    }
  });

  it('a field that nobody knows is forged in what is signed, and says nothing beside it', () => {
    const added = (envelope: Envelope): string =>
      Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(envelope.payload, 'base64').toString()), more: true }),
      ).toString('base64');
    const all = linesOf(byAda());
    const whole = verify(lay(all));
    for (const number of [0, all.length - 1]) {
      const inside = all.map((each, index) => (index === number ? { ...each, payload: added(each) } : each));
      expect(codeOf(lay(inside))).toBe('PROOF_FORGED');
      const told = verify(lay(all.map((each, index) => (index === number ? { ...each, proven: true } : each))));
      expect(told).toEqual(whole);
    }
  });

  it('neither one in the namespace of commits nor one of a commit passes for ours', () => {
    const [first, ...rest] = linesOf(byAda()) as [Envelope, ...Envelope[]];
    const body = preAuthEncode(payloadType, Buffer.from(first.payload, 'base64'));
    expect(codeOf(lay([withSig(first, sign(body, namespace)), ...rest]))).toBe('holds');
    expect(codeOf(lay([withSig(first, sign(body, 'git')), ...rest]))).toBe('PROOF_FORGED');
    execFileSync('git', ['commit', '-q', '--allow-empty', '-S', '-m', 'signed'], {
      cwd: checkout,
      env: { ...env, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.signingKey', GIT_CONFIG_VALUE_0: at('ada') },
    });
    const signed = git('cat-file', 'commit', 'HEAD');
    git('reset', '-q', '--hard', commit);
    const armored = /-----BEGIN SSH[\s\S]*END SSH SIGNATURE-----/.exec(signed)?.[0].replaceAll(/^ /gm, '') ?? '';
    expect(armored).not.toBe('');
    expect(codeOf(lay([withSig(first, Buffer.from(`${armored}\n`).toString('base64')), ...rest]))).toBe('PROOF_FORGED');
  });

  it('one good signature beside others is enough', () => {
    const all = linesOf(byAda()).map((each) => ({ ...each, signatures: [{ sig: 'eWVz' }, ...each.signatures] }));
    expect(codeOf(lay(all))).toBe('holds');
  });
});

describe('unsigned', () => {
  it('is said in the file and in what is told, and is no pass unless it is taken so', () => {
    const wish = wishFor({ signs: false });
    expect(exportBundle(proof, wish)).toMatchObject({
      value: { signature: null, unsigned: expect.stringContaining('--unsigned') },
    });
    expect(linesOf(wish.file ?? '').every(({ signatures }) => signatures.length === 0)).toBe(true);
    expect(codeOf(wish.file ?? '')).toBe('PROOF_UNSIGNED');
    expect(verify(wish.file ?? '', { unsigned: true })).toMatchObject({ ok: true, value: { signers: [] } });
  });

  it.each<[string, readonly (readonly [string, string])[], string]>([
    ['no key is configured', [['user.signingKey', '']], 'has not signed'],
    ['the key is gone', [['user.signingKey', '/nowhere/key.pub']], 'ssh-keygen has not signed'],
    ['the format is another', [['gpg.format', 'x509']], 'keys of the format x509'],
    ['the program is gone', [['gpg.ssh.program', '/nowhere/sign']], '/nowhere/sign has not signed'],
  ])('%s: nobody signs, and it is said why', (_, settings, why) => {
    const pins = settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]);
    const pinned = { ...env, GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pins) };
    expect(exportBundle(proof, wishFor({ env: pinned }))).toMatchObject({
      ok: true,
      value: { signature: null, unsigned: expect.stringContaining(why) },
    });
  });

  it('without any configuration nobody signs', () => {
    const bare = { ...env, GIT_CONFIG_GLOBAL: '/dev/null' };
    expect(exportBundle(proof, wishFor({ env: bare }))).toMatchObject({
      value: { unsigned: expect.stringContaining('no signing key is configured') },
    });
  });

  it('a program that a repository names for signing is not run', () => {
    const witness = at('witness');
    writeFileSync(at('evil'), `#!/bin/sh\ntouch ${witness}\n`, { mode: 0o755 });
    git('config', 'gpg.ssh.program', at('evil'));
    expect(codeOf(write())).toBe('holds');
    git('config', '--unset', 'gpg.ssh.program');
    expect(existsSync(witness)).toBe(false);
  });
});

describe('signed with OpenPGP', needs('gpg'), () => {
  const home = () => at('gnupg');
  const withGpg = () => ({
    ...env,
    GNUPGHOME: home(),
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'gpg.format',
    GIT_CONFIG_VALUE_0: 'openpgp',
    GIT_CONFIG_KEY_1: 'user.signingKey',
    GIT_CONFIG_VALUE_1: 'ada@example.com',
  });
  beforeAll(() => {
    mkdirSync(home(), { mode: 0o700 });
    const argv = [
      '--batch',
      '--quiet',
      '--passphrase',
      '',
      '--quick-generate-key',
      'Ada <ada@example.com>',
      'ed25519',
      'sign',
      'never',
    ];
    execFileSync('gpg', argv, { env: withGpg(), stdio: 'ignore' });
  });
  afterAll(() => void spawnSync('gpgconf', ['--kill', 'all'], { env: withGpg() }));

  it('holds for who has the key, is unknown to who has not, and is forged under another text', () => {
    const file = write(proof, { env: withGpg() });
    expect(verify(file, { env: withGpg() })).toMatchObject({
      ok: true,
      value: { signers: [{ who: 'Ada <ada@example.com>' }] },
    });
    mkdirSync(at('empty'), { mode: 0o700 });
    expect(codeOf(file, { env: { ...env, GNUPGHOME: at('empty') } })).toBe('PROOF_KEY_UNKNOWN');
    const [first, second, ...rest] = linesOf(file);
    expect(codeOf(lay([{ ...first, payload: second?.payload }, second, ...rest]), { env: withGpg() })).toBe(
      'PROOF_FORGED',
    );
  });

  it('what gpg lays as a signature is needed in each of its fields, and what stands in none is not signed', () => {
    const [{ payload = '', signatures = [] } = {}] = linesOf(write(proof, { env: withGpg() }));
    const body = preAuthEncode(payloadType, Buffer.from(payload, 'base64'));
    const text = Buffer.from(signatures[0]?.sig ?? '', 'base64').toString('latin1');
    const kindOf = (changed: string) => checkGpg(body, Buffer.from(changed, 'latin1'), withGpg()).kind;
    expect(kindOf(text)).toBe('known');
    expect(kindOf(text.replace('\n', '\nComment: mine\n'))).toBe('forged');
    expect(places(text).filter((at) => kindOf(other(text, at)) === 'known')).toEqual([]);
  });

  it('without the headers that a person has gpg write', () => {
    writeFileSync(join(home(), 'gpg.conf'), 'comment mine\n');
    const file = write(proof, { env: withGpg() });
    rmSync(join(home(), 'gpg.conf'));
    const [first] = linesOf(file);
    expect(Buffer.from(first?.signatures[0]?.sig ?? '', 'base64').toString()).not.toContain('mine');
    expect(codeOf(file, { env: withGpg() })).toBe('holds');
  });
});

describe('what it is about', () => {
  it('another commit of the same repository is not what it proves, unless it has the same tree', () => {
    const file = byAda();
    git('commit', '-q', '--allow-empty', '-m', 'the same tree');
    expect(codeOf(file, { commit: 'HEAD' })).toBe('holds');
    writeFileSync(join(checkout, 'b.txt'), 'b\n');
    git('add', '.');
    git('commit', '-qm', 'more');
    expect(verify(file, { commit: 'HEAD' })).toMatchObject({
      failure: { error_code: 'PROOF_OTHER_TREE', details: { proven: git('rev-parse', `${commit}^{tree}`) } },
    });
    git('reset', '-q', '--hard', commit);
    expect(codeOf(file, { commit: 'nobody' })).toBe('COMMIT_NOT_FOUND');
  });

  it('a commit that is not here, a commit with another tree than told, and no commit at all', () => {
    const tree = proof.subject.tree;
    const base = 'b'.repeat(40);
    expect(codeOf(write(proofFor({ commit: 'c'.repeat(40), tree, base })))).toBe('COMMIT_NOT_FOUND');
    expect(codeOf(write(proofFor({ commit, tree: 'd'.repeat(40), base })))).toBe('PROOF_OTHER_TREE');
    const uncommitted = write(proofFor({ commit: null, tree, base }));
    expect(codeOf(uncommitted)).toBe('USAGE');
    expect(codeOf(uncommitted, { commit: 'HEAD' })).toBe('holds');
    expect(codeOf(byAda(), { cwd: root })).toBe('COMMIT_NOT_FOUND');
  });

  it('a commit that stands in another place by replacement is looked at as it is', () => {
    writeFileSync(join(checkout, 'b.txt'), 'b\n');
    git('add', '.');
    git('commit', '-qm', 'other');
    const other = git('rev-parse', 'HEAD');
    git('reset', '-q', '--hard', commit);
    git('replace', other, commit);
    expect(codeOf(byAda(), { commit: other })).toBe('PROOF_OTHER_TREE');
    git('replace', '-d', other);
  });

  it('work that is not proven is no pass, however well it is signed', () => {
    const file = write(
      proofFor(
        { commit, tree: proof.subject.tree, base: 'b'.repeat(40) },
        { proven: false, missing: ['nothing speaks for test'] },
      ),
    );
    expect(verify(file)).toMatchObject({
      failure: { error_code: 'PROOF_WANTING', details: { missing: ['nothing speaks for test'] } },
    });
  });

  it('a name that is a file and a commit is asked about: a branch may bring such a file', () => {
    const file = join(checkout, 'HEAD');
    writeFileSync(file, readFileSync(byAda()));
    expect(codeOf('HEAD')).toBe('AMBIGUOUS');
    expect(codeOf('./HEAD')).toBe('holds');
    rmSync(file);
  });

  it('what is nothing, a folder, a pipe, and what is too large is each told', () => {
    expect(codeOf('nothing')).toBe('PROOF_NOT_FOUND');
    expect(codeOf(root)).toBe('PROOF_UNREADABLE');
    execFileSync('mkfifo', [at('pipe')]);
    expect(codeOf(at('pipe'))).toBe('PROOF_UNREADABLE');
    writeFileSync(at('large'), '');
    for (const bytes of [mostBytes + 1, 200 * 1024 * 1024]) {
      truncateSync(at('large'), bytes);
      expect(verify(at('large'))).toMatchObject({
        failure: { error_code: 'PROOF_UNREADABLE', message: expect.stringContaining('64 MiB') },
      });
    }
    writeFileSync(at('empty-file'), '');
    expect(verify(at('empty-file'))).toMatchObject({
      failure: { error_code: 'PROOF_UNREADABLE', message: expect.stringContaining('it is empty') },
    });
    writeFileSync(
      at('binary'),
      Uint8Array.from({ length: 5000 }, (_, index) => index % 256),
    );
    expect(codeOf(at('binary'))).toBe('PROOF_UNREADABLE');
  });
});

describe('of a task with ten thousand tests and twenty runs of all of them', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `test/part-${at % 100}.test.js > part ${at} > adds up`);
  const runs = 20;
  const bytesOfNames = Buffer.byteLength(JSON.stringify(names));
  let large: TaskProof;
  beforeAll(() => {
    const told = toldProof({ ...proof.subject, base: 'b'.repeat(40) });
    const [first] = told.chain;
    if (first === undefined) throw new Error('no chain');
    const { hash: _, ...link } = first;
    const chain = [...told.chain];
    for (let run = 0; run < runs; run += 1) {
      const result = {
        ...first.result,
        ids: { passed: [...(first.result.ids?.passed ?? []), ...names], failed: [], skipped: [] },
      };
      chain.push(appendEvidence(chain.at(-1) ?? null, { ...link, result }, sha256Of));
    }
    const head = { count: chain.length, head: chain.at(-1)?.hash ?? '' };
    const payloads = makeStatements({ ...told, chain, proof: { ...told.proof, chain: head } }, sha256Of);
    large = { ...proof, payloads };
  });

  it('each statement has the names once, so the whole is read again and holds', () => {
    const wish = wishFor({ signs: false });
    expect(exportBundle(large, wish).ok).toBe(true);
    const file = wish.file ?? '';
    // In an envelope three bytes are four.
    expect(statSync(file).size).toBeLessThan((runs + 1) * bytesOfNames * 1.5);
    expect(statSync(file).size).toBeLessThan(mostBytes);
    expect(codeOf(file, { unsigned: true })).toBe('holds');
  });

  it('one name that is another is found', () => {
    const wish = wishFor({ signs: false });
    const payloads = large.payloads.map((text) => text.replace('part 9999 > adds up', 'part 9999 > adds'));
    expect(payloads).not.toEqual(large.payloads);
    expect(exportBundle({ ...large, payloads }, wish).ok).toBe(true);
    expect(codeOf(wish.file ?? '', { unsigned: true })).toBe('PROOF_BROKEN');
  });
});

describe('where it is written', () => {
  it('a file that is there is left as it is, and replaced where that is said', () => {
    const file = write();
    const before = readFileSync(file, 'utf8');
    expect(exportBundle(proof, wishFor({ file, signs: false }))).toMatchObject({
      failure: { error_code: 'ALREADY_EXISTS' },
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(exportBundle(proof, wishFor({ file, signs: false, force: true })).ok).toBe(true);
    expect(readFileSync(file, 'utf8')).not.toBe(before);
  });

  it('what would be too large to be read is not written', () => {
    const wish = wishFor();
    const large = { ...proof, payloads: [...proof.payloads, 'x'.repeat(mostBytes)] };
    expect(exportBundle(large, wish)).toMatchObject({ failure: { error_code: 'RESULT_TOO_LARGE' } });
    expect(existsSync(wish.file ?? '')).toBe(false);
  });

  it('a link at its name is not followed', () => {
    writeFileSync(at('secret'), 'mine');
    symlinkSync(at('secret'), at('linked'));
    expect(exportBundle(proof, wishFor({ file: at('linked') }))).toMatchObject({
      failure: { error_code: 'ALREADY_EXISTS' },
    });
    expect(exportBundle(proof, wishFor({ file: at('linked'), force: true })).ok).toBe(true);
    expect(readFileSync(at('secret'), 'utf8')).toBe('mine');
  });

  it('nothing is written where agents write, by whatever way', () => {
    mkdirSync(at('copies'), { recursive: true });
    symlinkSync(at('copies'), at('way'));
    for (const file of [join(at('copies'), 'x'), join(at('way'), 'x')])
      expect(exportBundle(proof, wishFor({ file, force: true }))).toMatchObject({
        failure: { error_code: 'UNSUPPORTED' },
      });
    expect(exportBundle(proof, wishFor({ file: at('nowhere/x') }))).toMatchObject({
      failure: { error_code: 'PATH_NOT_FOUND' },
    });
    expect(exportBundle(proof, wishFor({ file: root, force: true }))).toMatchObject({
      failure: { error_code: 'ALREADY_EXISTS' },
    });
  });

  it('as a note it is found by its commit, and made anew over one of ours', () => {
    expect(codeOf('HEAD')).toBe('PROOF_NOT_FOUND');
    expect(exportBundle(proof, wishFor({ file: null, note: true }))).toMatchObject({
      value: { note: 'refs/notes/drover', file: null },
    });
    expect(verify('HEAD')).toMatchObject({ ok: true, value: { commit } });
    expect(exportBundle(proof, wishFor({ file: null, note: true })).ok).toBe(true);
    expect(codeOf('main')).toBe('holds');
    expect(codeOf('HEAD', { commit: 'HEAD~0' })).toBe('holds');
    git('notes', '--ref=drover', 'remove', commit);
  });

  it("somebody else's note is left as it is; where that is said the proof follows it", () => {
    git('notes', '--ref=drover', 'add', '-m', 'mind the gap', commit);
    expect(exportBundle(proof, wishFor({ file: null, note: true }))).toMatchObject({
      failure: { error_code: 'NOTE_FOREIGN' },
    });
    expect(git('notes', '--ref=drover', 'show', commit)).toBe('mind the gap');
    expect(exportBundle(proof, wishFor({ file: null, note: true, force: true })).ok).toBe(true);
    expect(git('notes', '--ref=drover', 'show', commit)).toMatch(/^mind the gap\n/);
    expect(verify('HEAD')).toMatchObject({ ok: true, value: { ignored: 1 } });
    git('notes', '--ref=drover', 'remove', commit);
  });

  it('a commit that the checkout does not have gets no note, and nobody is asked for a key', () => {
    const missing = proofFor({ commit: 'c'.repeat(40), tree: proof.subject.tree, base: 'b'.repeat(40) });
    const file = at('not-written');
    expect(exportBundle(missing, wishFor({ file, note: true }))).toMatchObject({
      failure: { error_code: 'COMMIT_NOT_FOUND' },
    });
    expect(existsSync(file)).toBe(false);
    expect(
      exportBundle(proofFor({ commit: null, tree: 'd'.repeat(40), base: 'b'.repeat(40) }), wishFor({ note: true })),
    ).toMatchObject({ failure: { error_code: 'COMMIT_NOT_FOUND' } });
  });
});

it('an envelope that was laid without us is read the same', () => {
  const file = lay(proof.payloads.map((payload) => writeEnvelope(payload, [])));
  expect(codeOf(file, { unsigned: true })).toBe('holds');
});
