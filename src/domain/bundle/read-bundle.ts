// A bundle as a stranger hands it over: which of its lines are statements of a proof.
import { fail, ok, type Result } from '../error.ts';
import { type Envelope, fromBase64 } from './envelope.ts';
import { payloadType, predicateTypes, type Statement, statementType } from './forms.ts';

export type BundleLine = {
  /** From 1. */
  readonly line: number;
  readonly envelope: Envelope;
  readonly body: Uint8Array;
  readonly payload: string;
  readonly statement: Statement;
};

export type Bundle = {
  readonly lines: readonly BundleLine[];
  /** Lines that nobody can read. */
  readonly strange: readonly number[];
  /** How many are attestations of something else: "Consumers MUST ignore unrecognized lines" (in-toto, spec/v1/bundle.md). */
  readonly others: number;
};

const decoder = new TextDecoder('utf-8', { fatal: true });
const ourTypes: readonly string[] = Object.values(predicateTypes);
/** Nothing of ours nests deeper, and what does could exhaust whoever walks it. */
const deepest = 32;

export function readBundle(bytes: Uint8Array): Result<Bundle> {
  const text = decode(bytes);
  if (text === null) return fail('PROOF_UNREADABLE', 'it is not text');
  const read = text.split('\n').map((line, index) => ({ line: index + 1, what: readLine(line, index + 1) }));
  const lines = read.flatMap(({ what }) => (typeof what === 'string' ? [] : [what]));
  const strange = read.filter(({ what }) => what === 'strange').map(({ line }) => line);
  if (lines.length === 0)
    return fail('PROOF_UNREADABLE', text.trim() === '' ? 'it is empty' : 'none of its lines is a statement of a proof');
  return ok({ lines, strange, others: read.filter(({ what }) => what === 'other').length });
}

function readLine(text: string, line: number): BundleLine | 'empty' | 'strange' | 'other' {
  if (text.trim() === '') return 'empty';
  const envelope = asEnvelope(parse(text));
  if (envelope === null) return 'strange';
  if (envelope.payloadType !== payloadType) return 'other';
  const body = fromBase64(envelope.payload);
  const payload = body === null ? null : decode(body);
  const statement = asStatement(payload === null ? null : parse(payload));
  if (body === null || payload === null || statement === null) return 'strange';
  return ourTypes.includes(statement.predicateType) ? { line, envelope, body, payload, statement } : 'other';
}

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function asEnvelope(value: unknown): Envelope | null {
  if (!isRecord(value) || typeof value.payload !== 'string' || typeof value.payloadType !== 'string') return null;
  const { signatures } = value;
  if (!Array.isArray(signatures) || !signatures.every((each) => isRecord(each) && typeof each.sig === 'string'))
    return null;
  return value as Envelope;
}

function asStatement(value: unknown): Statement | null {
  if (!isRecord(value) || value._type !== statementType || typeof value.predicateType !== 'string') return null;
  const { subject, predicate } = value;
  const named = Array.isArray(subject) && subject.every((each) => isRecord(each) && isRecord(each.digest));
  return named && isRecord(predicate) && isShallow(value, deepest) ? (value as Statement) : null;
}

const isShallow = (value: unknown, left: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((each) => isShallow(each, left - 1)));
