// The forms of a proof that travels, exactly as their owners wrote them down.
import type { GatePlan, GateSettings } from '../evidence/gate-plan.ts';
import type { ProofName } from '../evidence/proof-rows.ts';
import type { Evidence, GateResult, TestIds } from '../evidence/verdict.ts';

/**
 * In-toto Statement v1 (in-toto/attestation, spec/v1/statement.md): "`_type`: Identifier for the schema of the Statement. Always
 * `https://in-toto.io/Statement/v1` for this version of the spec."
 */
export const statementType = 'https://in-toto.io/Statement/v1';

/** In-toto Envelope layer (spec/v1/envelope.md): "`payloadType` MUST be set to `application/vnd.in-toto.<predicate>+json` or to `application/vnd.in-toto+json`." */
export const payloadType = 'application/vnd.in-toto+json';

/** In the order in which they are written: runs, what is said of the whole, and the summary that names them all. */
export const predicateTypes = {
  /** In-toto (spec/predicates/test-result.md): "each attestation corresponds to one invocation of a test suite". */
  testResult: 'https://in-toto.io/attestation/test-result/v0.1',
  /** Our own. */
  proof: 'urn:drover:proof:v1',
  /** SLSA v1.0 (docs/spec/v1.0/verification_summary.md): "Always use the above string for `predicateType` rather than what is in the URL bar." */
  summary: 'https://slsa.dev/verification_summary/v1',
} as const;

/** In-toto (spec/v1/digest_set.md): "The lowercase hex SHA-1 (40 character) or SHA-256 (64 character) of a git commit, tree, blob, or tag object". */
export type Digests = { readonly gitCommit?: string; readonly gitTree?: string; readonly sha256?: string };

/** A ResourceDescriptor, as far as it is used. */
export type Resource = { readonly name?: string; readonly uri?: string; readonly digest?: Digests };

export type Statement<Predicate = unknown> = {
  readonly _type: typeof statementType;
  /** "Each element MUST have `digest` set." */
  readonly subject: readonly (Resource & { readonly digest: Digests })[];
  readonly predicateType: string;
  readonly predicate: Predicate;
};

/** A field of our own in a predicate of others: "Producers MAY add extension fields using field names that are URIs." */
export const linkField = 'urn:drover:evidence:v1';

/** The same, of a run of one part of a task that was split: the part's own task. Absent: a run of the task itself. */
export const partField = 'urn:drover:part:v1';

/** A link of the chain; names of tests that stand in the predicate's own lists are left out of it. */
export type CarriedLink = Omit<Evidence, 'result'> & {
  readonly result: Omit<GateResult, 'ids'> & { readonly ids: TestIds | Pick<TestIds, 'skipped'> | null };
};

export type TestResult = {
  /** "Indicates the result of the test run. One of `PASSED`, `WARNED`, or `FAILED`." */
  readonly result: 'PASSED' | 'WARNED' | 'FAILED';
  /** "Reference to the configuration used for the test run." */
  readonly configuration: readonly Resource[];
  readonly passedTests?: readonly string[];
  readonly warnedTests?: readonly string[];
  readonly failedTests?: readonly string[];
  readonly [linkField]: CarriedLink;
  readonly [partField]?: string;
};

export type Summary = {
  readonly verifier: { readonly id: string; readonly version: Readonly<Record<string, string>> };
  readonly timeVerified: string;
  readonly resourceUri: string;
  /** "The entry MUST contain a `uri`." */
  readonly policy: Resource;
  /** "If non-empty, this field MUST contain information on all the attestations used to perform verification." By the SHA-256 of their payloads. */
  readonly inputAttestations: readonly Resource[];
  readonly verificationResult: 'PASSED' | 'FAILED';
  /** "Users MAY use custom values here but MUST NOT use custom values starting with `SLSA_`"; `FAILED` where it failed. */
  readonly verifiedLevels: readonly string[];
  readonly slsaVersion: '1.0';
};

export const provenLevel = 'DROVER_PROVEN';

export type ProvenCriterion = {
  readonly label: string;
  readonly text: string;
  readonly state: string;
  /** Tests that failed without its change. */
  readonly red: readonly string[];
  /** Those of them that passed with it. */
  readonly green: readonly string[];
  /** The tree that it began from. Absent: an older version made the bundle. */
  readonly start?: string;
};

/** All that is checked and how; its hash is the `definitions` that each link of the chain is bound to. */
export type CarriedPlan = Omit<GatePlan, 'definitions'> & Pick<GateSettings, 'protect' | 'tdd'>;

/** Of a kind that Drover itself makes, beside the programs of the repository. */
export type OwnCheck = {
  readonly criterion: string | null;
  /** Which row of the proof it is; null: none of them alone. Absent: an older version made the bundle. */
  readonly row?: ProofName | null;
  readonly gate: string;
  readonly verdict: string;
  readonly why: string;
  readonly findings: readonly { readonly what: string; readonly file: string | null; readonly line: number | null }[];
};

export type DefinedGate = {
  readonly gate: string;
  readonly source: string;
  readonly argv: readonly string[];
  /** SHA-256 of its whole definition. */
  readonly sha256: string;
};

export type GivenAnswer = {
  readonly question: string;
  readonly kind: string;
  readonly choice: string;
  /** `person:NAME` or `policy`. */
  readonly by: string;
  readonly channel: string;
  readonly at: string;
  /** SHA-256 of what the question showed. */
  readonly shown: string;
};

export type Proof = {
  readonly task: { readonly id: string; readonly text: string };
  readonly base: { readonly gitCommit: string; readonly branch: string };
  readonly gitTree: string;
  /** null: it was not committed yet. */
  readonly gitCommit: string | null;
  readonly proven: boolean;
  /** What keeps it from being proven, in sentences. */
  readonly missing: readonly string[];
  readonly criteria: readonly ProvenCriterion[];
  readonly checks: readonly OwnCheck[];
  readonly definitions: {
    readonly sha256: string;
    readonly gates: readonly DefinedGate[];
    readonly setup: readonly (readonly string[])[];
    /** Absent: an older version made the bundle, or the gates are defined otherwise by now. */
    readonly plan?: CarriedPlan;
  };
  /** SHA-256 of platform, runtimes and the variables that decide which programs are met. */
  readonly environment: { readonly sha256: string; readonly sandbox: string | null };
  /** By role; `worked` are those that made an attempt. */
  readonly agents: {
    readonly appointed: Readonly<Record<string, readonly string[]>>;
    readonly worked: readonly string[];
  };
  readonly answers: readonly GivenAnswer[];
  readonly chain: { readonly count: number; readonly head: string };
  /** Of a task that was split: what proves each part, by its own chain. Absent: it was not, or an older version made the bundle. */
  readonly features?: readonly FeatureProof[];
};

/** `feature`: as the list of parts names it. */
export type FeatureProof = { readonly feature: string; readonly proof: Omit<Proof, 'features'> };
