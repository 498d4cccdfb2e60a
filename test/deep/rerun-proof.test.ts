import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeEnvelope } from '../../src/domain/bundle/envelope.ts';
import type { Proof } from '../../src/domain/bundle/forms.ts';
import { makeStatements, redAndGreen } from '../../src/domain/bundle/make-statements.ts';
import { canonical } from '../../src/domain/evidence/canonical.ts';
import { appendEvidence } from '../../src/domain/evidence/chain.ts';
import type { GateDefinition } from '../../src/domain/evidence/gate-plan.ts';
import type { Evidence, GateResult, TestIds } from '../../src/domain/evidence/verdict.ts';
import { rerunBundle } from '../../src/local/bundle/rerun-bundle.ts';
import { sha256Of } from '../fakes/told-proof.ts';

let root: string;
let checkout: string;
let env: Record<string, string>;
const temporary = process.env.TMPDIR;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rerun-')));
  checkout = join(root, 'shop');
  env = { PATH: process.env.PATH ?? '', HOME: join(root, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
  for (const folder of [checkout, env.HOME ?? '', join(root, 'tmp')]) mkdirSync(folder);
  process.env.TMPDIR = join(root, 'tmp');
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  lay({
    'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
    'src/sum.js': wrong,
    'test/old.test.js': oldTest,
  });
  commit('base');
});
afterEach(() => {
  if (temporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = temporary;
  rmSync(root, { recursive: true, force: true });
});

const git = (...argv: readonly string[]): string =>
  execFileSync('git', argv, { cwd: checkout, env, encoding: 'utf8' }).trim();
const treeOf = (name: string): string => git('rev-parse', `${name}^{tree}`);
function lay(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  }
}
function commit(what: string): string {
  git('add', '-A');
  git('commit', '-qm', what);
  return git('rev-parse', 'HEAD');
}

const wrong = 'export const sum = (a, b) => a - b;\n';
const right = 'export const sum = (a, b) => a + b;\n';
const test = (name: string, body: string): string =>
  `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from '../src/sum.js';\ntest('${name}', async () => { ${body} });\n`;
const oldTest = test('nothing', 'assert.equal(sum(0, 0), 0);');
const newTest = test('adds', 'assert.equal(sum(1, 2), 3);');
const [oldId, newId] = ['test/old.test.js > nothing', 'test/new.test.js > adds'];

const testGate: GateDefinition = {
  ...{ gate: 'test', source: 'base', argv: ['npm', 'test'], runner: 'node:test', deadlineMs: 120_000, absent: null },
  reach: { flags: 'environment', files: 'after-dashes' },
};
type More = {
  readonly gates?: readonly GateDefinition[];
  readonly setup?: readonly (readonly string[])[];
  readonly proof?: (proof: Proof) => Proof;
  readonly start?: string;
  readonly ids?: { readonly red?: readonly string[]; readonly green?: readonly string[] };
  readonly unlike?: true;
  /** A criterion before it, proven on this tree. */
  readonly between?: string;
};

const result = (gate: string, ids: Partial<TestIds>, more: Partial<GateResult> = {}): GateResult => ({
  ...{ gate, verdict: 'passed', why: 'as it should', argv: [], source: 'base', exit: 0, signal: null, durationMs: 900 },
  ...{ counts: null, ids: { passed: [], failed: [], skipped: [], ...ids }, findings: [], tail: '', outputHash: null },
  ...more,
});

/** An unsigned bundle of HEAD, from the commit before it. */
function bundle(more: More = {}): string {
  const [base, start, tree] = [git('rev-parse', 'HEAD~1'), treeOf('HEAD~1'), treeOf('HEAD')];
  const { gates = [testGate], setup = [] } = more;
  const plan = {
    ...{ gates, kinds: ['node'], setup, dependencyFolders: ['node_modules'], dependencyKey: 'k', tests: ['test/**'] },
    ...{
      guarded: ['package.json'],
      fromStart: true as const,
      protect: [],
      tdd: { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'observe' } as const,
    },
  };
  const definitions = sha256Of(canonical(plan));
  const green = result('test', { passed: more.ids?.green ?? [newId, oldId] });
  const red = result('red-first', { failed: more.ids?.red ?? [newId] }, { source: 'built-in', exit: 1 });
  const others = gates.filter(({ gate }) => gate !== 'test').map(({ gate }) => ({ ...result(gate, {}), ids: null }));
  const links: readonly [string, GateResult, string | null][] = [
    [start, result('test', { passed: [oldId] }), null],
    ...others.map((each): [string, GateResult, null] => [tree, each, null]),
    ...(more.between === undefined ? [] : [green, red]).map((each): [string, GateResult, string] => [
      ...([more.between ?? '', each, 'SC-0'] as const),
    ]),
    [tree, green, 'SC-1'],
    [tree, red, 'SC-1'],
  ];
  const chain: Evidence[] = [];
  for (const [on, each, criterion] of links)
    chain.push(
      appendEvidence(
        chain.at(-1) ?? null,
        {
          at: 1,
          base,
          tree: on,
          definitions,
          environment: 'e',
          criterion,
          attempt: criterion === null ? null : 1,
          result: each,
        },
        sha256Of,
      ),
    );
  const proof: Proof = {
    ...{ task: { id: 'shop-1', text: 'add' }, base: { gitCommit: base, branch: 'main' }, gitTree: tree },
    ...{ gitCommit: git('rev-parse', 'HEAD'), proven: true, missing: [], checks: [], answers: [] },
    criteria: [
      ...(more.between === undefined
        ? []
        : [{ label: 'SC-0', text: 'first', state: 'met', ...redAndGreen(chain, 'SC-0'), start }]),
      { label: 'SC-1', text: 'it adds', state: 'met', ...redAndGreen(chain, 'SC-1'), start: more.start ?? start },
    ],
    definitions: { sha256: definitions, gates: [], setup, plan },
    environment: { sha256: 'e', sandbox: null },
    agents: { appointed: {}, worked: [] },
    chain: { count: chain.length, head: chain.at(-1)?.hash ?? '' },
  };
  const told = { proof: more.proof?.(proof) ?? proof, chain, resource: 'urn:x', version: '0', at: 1 };
  const file = join(root, 'proof.jsonl');
  writeFileSync(
    file,
    makeStatements(told, sha256Of)
      .map((each) => writeEnvelope(each, []))
      .join('\n'),
  );
  return file;
}

async function rerun(given: string, more: { readonly signal?: AbortSignal; readonly cwd?: string } = {}) {
  const before = looks();
  const came = await rerunBundle({
    ...{
      given,
      cwd: checkout,
      env,
      commit: null,
      allowedSigners: null,
      unsigned: true,
      stateFolder: join(root, 'state'),
    },
    ...{ signal: new AbortController().signal, say: () => {}, ...more },
  });
  expect(looks()).toEqual(before);
  return came;
}
/** All that is the person's, and what would be left of us. */
const looks = () => ({
  status: git('status', '--porcelain', '--ignored'),
  objects: git('count-objects', '-v'),
  refs: git('for-each-ref'),
  home: readdirSync(env.HOME ?? ''),
  left: readdirSync(join(root, 'tmp')),
});
const fixed = (files: Readonly<Record<string, string>> = {}) => {
  lay({ 'src/sum.js': right, 'test/new.test.js': newTest, ...files });
  commit('fix');
};

describe('a proof that is run again', () => {
  it('comes to the same, and nothing of the person is touched', async () => {
    fixed();
    const came = await rerun(bundle());
    expect(came).toMatchObject({ ok: true, value: { task: 'shop-1', rerun: { differences: [] } } });
    const gates = came.ok
      ? came.value.rerun?.gates.map(({ gate, criterion, verdict }) => [gate, criterion, verdict])
      : [];
    expect(gates).toEqual([
      ['test', null, 'passed'],
      ['red-first', 'SC-1', 'passed'],
    ]);
  });

  it('whose tests fail on its tree differs, by gate and test', async () => {
    fixed({ 'src/sum.js': wrong });
    expect(await rerun(bundle())).toMatchObject({
      failure: {
        error_code: 'PROOF_DIFFERS',
        details: {
          differences: expect.arrayContaining([
            {
              gate: 'test',
              criterion: null,
              tree: treeOf('HEAD'),
              id: null,
              said: expect.stringContaining('now fails'),
            },
            { gate: 'test', criterion: null, tree: treeOf('HEAD'), id: newId, said: 'passed, and now fails' },
          ]),
        },
      },
    });
  });

  it('whose new test passes without the change differs', async () => {
    fixed({ 'test/new.test.js': test('adds', 'assert.equal(1 + 2, 3);') });
    const came = await rerun(bundle());
    expect(came).toMatchObject({ failure: { error_code: 'PROOF_DIFFERS' } });
    expect(came.ok ? '' : came.failure.message).toContain(
      `SC-1 > red-first > ${newId}: failed without the change, and now passes without it`,
    );
  });

  it.each([
    ['a red test that is nowhere', { red: [newId, 'test/new.test.js > ghost'] }],
    ['a passed test that is nowhere', { green: [newId, oldId, 'test/old.test.js > ghost'] }],
  ])('that claims %s differs by its name', async (_, ids) => {
    fixed();
    const came = await rerun(bundle({ ids }));
    expect(came.ok ? [] : came.failure.details?.differences).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: expect.stringContaining('ghost') })]),
    );
  });

  it('is run by its own gates, whatever the change says of gates', async () => {
    fixed({ '.drover.yaml': `gates:\n  test: touch ${join(root, 'theirs')}\n` });
    expect(await rerun(bundle())).toMatchObject({ ok: true });
    expect(existsSync(join(root, 'theirs'))).toBe(false);
  });

  it('a gate that says no now is named', async () => {
    fixed();
    const lint: GateDefinition = {
      ...{ gate: 'lint', source: 'base', runner: null, deadlineMs: 60_000, absent: null },
      argv: ['sh', '-c', 'exit 3'],
    };
    const came = await rerun(bundle({ gates: [lint, testGate] }));
    expect(came.ok ? [] : came.failure.details?.differences).toEqual([
      expect.objectContaining({ gate: 'lint', id: null }),
    ]);
  });

  it('a gate that measures coverage is held to what it measures, not to its exit alone', async () => {
    fixed();
    const coverage: GateDefinition = {
      ...{ gate: 'coverage', source: 'person', runner: null, deadlineMs: 60_000, absent: null, argv: ['true'] },
      coverage: { report: 'coverage/lcov.info', min: 80 },
    };
    const came = await rerun(bundle({ gates: [testGate, coverage] }));
    expect(came.ok ? [] : came.failure.details?.differences).toEqual([
      expect.objectContaining({ gate: 'coverage', id: null }),
    ]);
  });

  it('what set-up makes is lent to each of its trees', async () => {
    fixed({ 'test/new.test.js': `import 'lent';\n${newTest}` });
    const lent = 'mkdir -p node_modules/lent && echo "export {}" > node_modules/lent/index.mjs';
    const manifest = 'echo \'{"name":"lent","exports":"./index.mjs"}\' > node_modules/lent/package.json';
    expect(
      await rerun(
        bundle({
          setup: [
            ['sh', '-c', lent],
            ['sh', '-c', manifest],
          ],
        }),
      ),
    ).toMatchObject({ ok: true });
  });

  it('where set-up fails nothing is verified', async () => {
    fixed();
    expect(await rerun(bundle({ setup: [['sh', '-c', 'echo no; exit 1']] }))).toMatchObject({
      failure: { error_code: 'PROOF_NOT_RERUN', message: expect.stringContaining('set-up') },
    });
  });
});

describe('what cannot be run again is not verified', () => {
  const codeOf = async (given: string, more: Parameters<typeof rerun>[1] = {}) => {
    const came = await rerun(given, more);
    return came.ok ? 'holds' : `${came.failure.error_code} ${came.failure.message}`;
  };
  beforeEach(() => fixed());

  it('a start that somebody chose', async () => {
    const empty = git('hash-object', '-t', 'tree', '-w', '/dev/null');
    expect(await codeOf(bundle({ start: empty }))).toMatch(/^PROOF_NOT_RERUN .*neither its base nor proven/);
  });

  it('a bundle of an older version', async () => {
    const older = (proof: Proof): Proof => ({
      ...proof,
      definitions: { ...proof.definitions, plan: undefined } as never,
    });
    expect(await codeOf(bundle({ proof: older }))).toMatch(/^PROOF_NOT_RERUN .*older version/);
    const startless = (proof: Proof): Proof => ({
      ...proof,
      criteria: proof.criteria.map(({ start: _, ...each }) => each),
    });
    expect(await codeOf(bundle({ proof: startless }))).toMatch(/^PROOF_NOT_RERUN .*from which tree/);
  });

  it('gates other than those that the chain is bound to', async () => {
    const other = (proof: Proof): Proof => {
      const { plan } = proof.definitions;
      if (plan === undefined) throw new Error('no plan');
      const gates = [{ ...testGate, argv: ['sh', '-c', `touch ${join(root, 'theirs')}`] }];
      return { ...proof, definitions: { ...proof.definitions, plan: { ...plan, gates } } };
    };
    expect(await codeOf(bundle({ proof: other }))).toMatch(/^PROOF_BROKEN /);
    expect(existsSync(join(root, 'theirs'))).toBe(false);
  });

  it('a shallow clone, which has no base', async () => {
    const file = bundle();
    const shallow = join(root, 'shallow');
    git('clone', '-q', '--depth=1', `file://${checkout}`, shallow);
    expect(await codeOf(file, { cwd: shallow })).toMatch(/^PROOF_NOT_RERUN .*its base .* is not in this repository/);
  });

  it('a tree between two criteria: the rest is run, and what was not is said', async () => {
    const gone = '1'.repeat(40);
    const came = await rerun(bundle({ between: gone }));
    expect(came).toMatchObject({
      failure: {
        error_code: 'PROOF_NOT_RERUN',
        message: `It cannot be run again whole: the tree ${gone}, which SC-0 was proven on, is not in this repository whole. Of it the rest was run and comes to the same (2 gates).`,
        details: { differences: [], gates: [{ gate: 'test' }, { gate: 'red-first', criterion: 'SC-1' }] },
      },
    });
    git('reset', '-q', '--soft', 'HEAD~1');
    lay({ 'src/sum.js': wrong });
    commit('fix that is none');
    expect(await codeOf(bundle({ between: gone }))).toMatch(/^PROOF_DIFFERS /);
  });

  it('a tree of which a file is missing', async () => {
    const file = bundle();
    const blob = git('rev-parse', 'HEAD:test/new.test.js');
    rmSync(join(checkout, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    expect(await codeOf(file)).toMatch(/^PROOF_NOT_RERUN .*SC-1 was proven on,? is not in this repository whole/);
  });
});

it('interrupted, all that it started is ended and the folder is gone', async () => {
  fixed({ 'test/new.test.js': test('adds', 'await new Promise((done) => setTimeout(done, 60_000));') });
  const leaving = new AbortController();
  const going = rerun(bundle(), { signal: leaving.signal });
  await expect.poll(() => gatesOf(join(root, 'tmp')), { timeout: 60_000 }).not.toEqual([]);
  leaving.abort();
  expect(await going).toMatchObject({ failure: { error_code: 'CANCELLED' } });
  expect(gatesOf(join(root, 'tmp'))).toEqual([]);
});

/** Gates of a proof that is run again; none of another test's. */
function gatesOf(folder: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      return environment.includes('DROVER_RUN=tree-') && environment.includes(`${folder}/drover-rerun-`);
    } catch {
      return false;
    }
  });
}
