import { describe, expect, it } from 'vitest';
import { chainOn, sha256Of, toldPayloads, toldProof } from '../../../test/fakes/told-proof.ts';
import { canonical } from '../evidence/canonical.ts';
import { writeEnvelope } from './envelope.ts';
import { linkField, type Proof, type Statement } from './forms.ts';
import { judgeBundle } from './judge-bundle.ts';
import { linkOf, makeStatements, tellRun } from './make-statements.ts';
import { readBundle } from './read-bundle.ts';

const payloads = toldPayloads();
const lines = payloads.map((payload) => writeEnvelope(payload, []));
const read = (given: readonly string[]) => readBundle(new TextEncoder().encode(given.join('\n')));

function judge(given: readonly string[]) {
  const bundle = read(given);
  return bundle.ok ? judgeBundle(bundle.value, sha256Of) : bundle;
}
const codeOf = (given: readonly string[]) => {
  const judged = judge(given);
  return judged.ok ? 'holds' : judged.failure.error_code;
};
const whyOf = (given: readonly string[]) => {
  const judged = judge(given);
  return judged.ok ? 'holds' : judged.failure.message;
};

/** `value` at that place of a statement. */
function change(statement: object, place: readonly string[], value: unknown): object {
  const [key = '', ...rest] = place;
  const copy = structuredClone(statement) as Record<string, object>;
  copy[key] = rest.length === 0 ? (value as object) : change(copy[key] ?? {}, rest, value);
  return copy;
}

/** Line `at` with its statement changed; the summary names it as it is now. */
function forge(at: number, place: readonly string[], value: unknown): readonly string[] {
  const made = payloads.map((payload, index) =>
    index === at ? canonical(change(JSON.parse(payload), place, value)) : payload,
  );
  const summary = JSON.parse(made.at(-1) ?? '') as Statement<{ inputAttestations: unknown }>;
  const digests = made.slice(0, -1).map((payload) => ({ digest: { sha256: sha256Of(payload) } }));
  const named = canonical({ ...summary, predicate: { ...summary.predicate, inputAttestations: digests } });
  return [...made.slice(0, -1), named].map((payload) => writeEnvelope(payload, []));
}

describe('the forms', () => {
  it('each statement has the exact types, its subject by commit and tree', () => {
    const statements = payloads.map((payload) => JSON.parse(payload));
    expect(statements.map(({ predicateType }) => predicateType)).toEqual([
      'https://in-toto.io/attestation/test-result/v0.1',
      'https://in-toto.io/attestation/test-result/v0.1',
      'https://in-toto.io/attestation/test-result/v0.1',
      'urn:drover:proof:v1',
      'https://slsa.dev/verification_summary/v1',
    ]);
    for (const { _type, subject } of statements) {
      expect(_type).toBe('https://in-toto.io/Statement/v1');
      expect(subject).toEqual([
        { name: 'commit', digest: { gitCommit: 'c'.repeat(40) } },
        { name: 'tree', digest: { gitTree: 'd'.repeat(40) } },
      ]);
    }
  });

  it('a run names its tests; what failed before the change is no failed test of this tree', () => {
    const [test, red, lint] = payloads.map((payload) => JSON.parse(payload).predicate);
    expect(test).toMatchObject({
      result: 'PASSED',
      passedTests: ['test/label.test.js > is short', 'test/label.test.js > names the shop'],
      failedTests: [],
      configuration: [{ name: 'test', digest: { sha256: '1'.repeat(64) } }],
    });
    expect(red).toMatchObject({ result: 'PASSED' });
    expect(red).not.toHaveProperty('failedTests');
    expect(lint).toMatchObject({ result: 'WARNED' });
  });

  it('the summary has what SLSA requires, and names every other statement by its digest', () => {
    const { predicate } = JSON.parse(payloads.at(-1) ?? '');
    expect(predicate).toMatchObject({
      verifier: { id: 'urn:drover' },
      timeVerified: '2026-01-02T00:00:00.000Z',
      resourceUri: 'git+https://example.com/shop.git',
      policy: { uri: 'urn:drover:gates' },
      verificationResult: 'PASSED',
      verifiedLevels: ['DROVER_PROVEN'],
      slsaVersion: '1.0',
    });
    expect(predicate.inputAttestations).toEqual(
      payloads.slice(0, -1).map((payload) => ({ digest: { sha256: sha256Of(payload) } })),
    );
    const wanting = JSON.parse(toldPayloads(undefined, { proven: false, missing: ['x'] }).at(-1) ?? '').predicate;
    expect(wanting).toMatchObject({ verificationResult: 'FAILED', verifiedLevels: ['FAILED'] });
  });

  it('a link comes out of its statement as it was chained', () => {
    for (const link of chainOn()) expect(linkOf(tellRun(link))).toEqual(link);
  });
});

describe('a bundle that holds', () => {
  it('does so in any order, with empty lines and attestations of others between', () => {
    const other = writeEnvelope(
      canonical({
        _type: 'https://in-toto.io/Statement/v1',
        subject: [{ digest: {} }],
        predicateType: 'https://slsa.dev/provenance/v1',
        predicate: {},
      }),
      [],
    );
    expect(codeOf(lines)).toBe('holds');
    expect(codeOf(['', ...lines.toReversed(), other, ''])).toBe('holds');
    const bundle = read([...lines, other, 'nonsense']);
    expect(bundle).toMatchObject({ value: { others: 1, strange: [7] } });
  });

  it('says itself that it is not proven', () => {
    const judged = judge(
      toldPayloads(undefined, { proven: false, missing: ['no'] }).map((each) => writeEnvelope(each, [])),
    );
    expect(judged).toMatchObject({ ok: true, value: { proof: { proven: false, missing: ['no'] } } });
  });
});

describe('what is no bundle', () => {
  it.each([
    ['nothing', ''],
    ['words', 'all is well'],
    ['JSON of something else', '{"ok":true}'],
    ['an envelope of something else', JSON.stringify({ payload: 'e30=', payloadType: 'text/plain', signatures: [] })],
    [
      'a payload that is no base64',
      JSON.stringify({ payload: '#', payloadType: 'application/vnd.in-toto+json', signatures: [] }),
    ],
    [
      'a payload that is no text',
      JSON.stringify({ payload: '/////w==', payloadType: 'application/vnd.in-toto+json', signatures: [] }),
    ],
    ['a statement that nests without end', writeEnvelope(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, [])],
    ['signatures that are none', JSON.stringify({ ...JSON.parse(lines[0] ?? ''), signatures: [{}] })],
    ['half a line', (lines[0] ?? '').slice(0, 300)],
  ])('%s is unreadable', (_, text) => {
    expect(read([text])).toMatchObject({ ok: false, failure: { error_code: 'PROOF_UNREADABLE' } });
  });

  it.each([
    ['', 'it is empty'],
    [' \n\n', 'it is empty'],
    ['{}', 'none of its lines is a statement of a proof'],
  ])('%j is unreadable, for %s', (text, why) => {
    expect(read([text])).toMatchObject({ failure: { message: expect.stringContaining(why) } });
  });

  it('bytes that are no text are unreadable', () => {
    expect(readBundle(Uint8Array.of(0xff, 0xfe, 0))).toMatchObject({ failure: { error_code: 'PROOF_UNREADABLE' } });
  });
});

describe('statements that do not agree', () => {
  it.each(lines.map((_, at) => at + 1))('without line %s it is broken', (line) => {
    expect(codeOf(lines.filter((_, at) => at !== line - 1))).toBe('PROOF_BROKEN');
  });

  it.each(lines.map((_, at) => at + 1))('cut off within line %s it is broken', (line) => {
    const cut = lines.slice(0, line).join('\n');
    expect(['PROOF_BROKEN', 'PROOF_UNREADABLE']).toContain(codeOf([cut.slice(0, -20)]));
  });

  it('a line twice, a line of another proof and two proofs in one are broken', () => {
    const others = toldPayloads({ commit: null, tree: 'e'.repeat(40), base: 'b'.repeat(40) }).map((each) =>
      writeEnvelope(each, []),
    );
    expect(whyOf([...lines, lines[0] ?? ''])).toBe('a statement stands in it twice');
    expect(whyOf([...lines, others[0] ?? ''])).toBe('the summary does not name what line 6 says');
    expect(whyOf([...lines, ...others])).toBe('it holds more than one proof');
    expect(codeOf([others[0] ?? '', ...lines.slice(1)])).toBe('PROOF_BROKEN');
  });

  it.each<[string, number, readonly string[], unknown]>([
    ['a verdict is turned', 2, ['predicate', 'result'], 'PASSED'],
    ['a verdict is turned in the link', 2, ['predicate', linkField, 'result', 'verdict'], 'passed'],
    ['a test is added', 0, ['predicate', 'passedTests', '2'], 'another'],
    ['tests are left out', 0, ['predicate', 'passedTests'], []],
    ['the definitions are others', 0, ['predicate', 'configuration', '0', 'digest'], { sha256: 'f' }],
    ['a link has another number', 1, ['predicate', linkField, 'number'], 1],
    ['a link is of another tree', 1, ['predicate', linkField, 'tree'], 'f'.repeat(40)],
    ['a link is earlier', 1, ['predicate', linkField, 'at'], 0],
    ['a run tells no link', 1, ['predicate', linkField], null],
    ['a run is about another tree', 0, ['subject'], [{ name: 'tree', digest: { gitTree: 'f'.repeat(40) } }]],
    ['a run is about one thing more', 0, ['subject', '2'], { digest: { gitTree: 'f'.repeat(40) } }],
    ['the proof is about another commit', 3, ['subject'], [{ name: 'commit', digest: { gitCommit: 'f'.repeat(40) } }]],
    ['the proof names another tree', 3, ['predicate', 'gitTree'], 'f'.repeat(40)],
    ['the proof names another base', 3, ['predicate', 'base', 'gitCommit'], 'f'.repeat(40)],
    ['the proof names other definitions', 3, ['predicate', 'definitions', 'sha256'], 'f'],
    ['the proof takes back that it is proven', 3, ['predicate', 'proven'], false],
    ['the proof names another end of the chain', 3, ['predicate', 'chain', 'head'], 'f'],
    ['the proof counts fewer links', 3, ['predicate', 'chain', 'count'], 2],
    ['a red test is claimed', 3, ['predicate', 'criteria', '0', 'red'], ['x']],
    ['the proof tells nothing', 3, ['predicate'], {}],
    ['the summary failed', 4, ['predicate', 'verificationResult'], 'FAILED'],
    ['the summary is of another level', 4, ['predicate', 'verifiedLevels'], ['SLSA_BUILD_LEVEL_3']],
    ['the summary is of another policy', 4, ['predicate', 'policy', 'digest'], { sha256: 'f' }],
    [
      'the summary is about another commit',
      4,
      ['subject'],
      [{ name: 'commit', digest: { gitCommit: 'f'.repeat(40) } }],
    ],
  ])('%s, and the summary names it so: still broken', (_, at, place, value) => {
    expect(codeOf(forge(at, place, value))).toBe('PROOF_BROKEN');
  });

  it('a claim that the chain does not bear is broken', () => {
    const told = toldProof();
    const failed = { ...told, chain: chainOn().slice(1) };
    const proof = { ...told.proof, chain: { count: 2, head: told.proof.chain.head } };
    const made = makeStatements({ ...failed, proof }, sha256Of).map((each) => writeEnvelope(each, []));
    expect(codeOf(made)).toBe('PROOF_BROKEN');
  });
});

describe('a task that was split', () => {
  const [ofPart, ofWhole] = [
    { commit: hexOf('5'), tree: hexOf('6'), base: hexOf('b') },
    { commit: null, tree: hexOf('d'), base: hexOf('b') },
  ];
  const part = toldProof(ofPart, { task: { id: 'shop-13', text: 'Name it' } });
  const chains = new Map([['shop-13', part.chain]]);
  const split = (more: Partial<Proof> = {}, others = chains) => {
    const told = toldProof(ofWhole, { features: [{ feature: 'F-1', proof: part.proof }], ...more });
    return makeStatements({ ...told, chains: others }, sha256Of).map((each) => writeEnvelope(each, []));
  };
  const withPart = (more: Partial<Proof>) =>
    split({ features: [{ feature: 'F-1', proof: { ...part.proof, ...more } }] });

  it('holds, with the criteria of its parts, each borne by a chain of its own', () => {
    const judged = judge(split().toReversed());
    expect(judged).toMatchObject({
      ok: true,
      value: { parts: [{ feature: 'F-1', proof: { criteria: [{ label: 'SC-1' }] }, chain: part.chain }] },
    });
  });

  it.each<[string, readonly string[], string]>([
    ['a part without its runs', split({}, new Map()), 'the chain has 0 links, and 3 are told of'],
    [
      'a part that claims another red test',
      withPart({ criteria: [{ ...firstCriterion(), red: ['x'] }] }),
      'red and green',
    ],
    [
      'a part that is not proven',
      withPart({ proven: false, missing: ['x'] }),
      'it claims to be proven, and F-1 is not',
    ],
    ['a part of another tree', withPart({ gitTree: hexOf('9') }), 'belongs to another tree'],
    ['a part that is the whole', withPart({ task: { id: 'shop-12', text: '' } }), 'one part twice'],
    ['a part in a part', withPart({ features: [] } as Partial<Proof>), 'tells no proof'],
  ])('%s is broken', (_, given, why) => {
    expect(codeOf(given)).toBe('PROOF_BROKEN');
    expect(whyOf(given)).toContain(why);
  });

  it('runs of what is no part are broken', () => {
    const own = toldProof(ofWhole);
    const stray = makeStatements(
      { ...own, proof: { ...own.proof, features: [{ feature: 'F-1', proof: part.proof }] }, chains },
      sha256Of,
    );
    const renamed = stray.map((each) =>
      each.replace('"urn:drover:part:v1":"shop-13"', '"urn:drover:part:v1":"shop-99"'),
    );
    const summary = JSON.parse(renamed.at(-1) ?? '') as Statement<object>;
    const inputAttestations = renamed.slice(0, -1).map((payload) => ({ digest: { sha256: sha256Of(payload) } }));
    const named = canonical({ ...summary, predicate: { ...summary.predicate, inputAttestations } });
    expect(whyOf([...renamed.slice(0, -1), named].map((each) => writeEnvelope(each, [])))).toContain(
      'none of its parts',
    );
  });

  function firstCriterion() {
    const [first] = part.proof.criteria;
    if (first === undefined) throw new Error('no criterion');
    return first;
  }
});

function hexOf(letter: string): string {
  return letter.repeat(40);
}
