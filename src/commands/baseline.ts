// The look that a later one is compared with: one an environment, kept until a person wants another.
import * as v from 'valibot';
import { failed } from '../domain/error.ts';
import { type Instant, instant } from '../domain/ids.ts';
import type { LogLook } from '../domain/probe/finding.ts';
import type { EnvironmentEntry } from '../ports/config.ts';
import type { Files } from '../ports/files.ts';

export type Baseline = {
  readonly at: Instant;
  /** As written then: another place has no baseline. */
  readonly connect: string;
  readonly logs: readonly LogLook[];
};

const time = v.pipe(v.number(), v.integer(), v.transform(instant));
const schema = v.strictObject({
  version: v.literal(1),
  at: time,
  connect: v.string(),
  logs: v.array(
    v.strictObject({
      module: v.nullable(v.string()),
      source: v.picklist(['file', 'journal', 'container']),
      where: v.string(),
      tail: v.string(),
      lines: v.number(),
      findings: v.array(
        v.strictObject({ fingerprint: v.string(), text: v.string(), count: v.number(), at: v.nullable(time) }),
      ),
      mark: v.nullable(
        v.variant('kind', [
          v.strictObject({ kind: v.literal('offset'), inode: v.string(), bytes: v.number() }),
          v.strictObject({ kind: v.literal('time'), at: time }),
        ]),
      ),
      coverage: v.picklist(['whole', 'cut', 'rotated_away', 'unreadable', 'binary']),
      trouble: v.string(),
    }),
  ),
});

const pathOf = (name: string): string => `probes/${name}.json`;

export async function writeBaseline(files: Files, name: string, baseline: Baseline): Promise<void> {
  await files.write(pathOf(name), JSON.stringify({ version: 1, ...baseline }, null, 2));
}

/** null: there is none of this place. Throws `STATE_CORRUPT` where it cannot be read. */
export async function readBaseline(
  files: Files,
  name: string,
  { connect }: Pick<EnvironmentEntry, 'connect'>,
): Promise<Baseline | null> {
  const bytes = await files.read(pathOf(name));
  if (bytes === null) return null;
  const { version: _version, ...baseline } = parse(Buffer.from(bytes).toString('utf8'), files.path(pathOf(name)));
  return baseline.connect === connect ? baseline : null;
}

function parse(text: string, path: string): v.InferOutput<typeof schema> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    throw failed('STATE_CORRUPT', `The baseline ${path} cannot be read; make a new one with --baseline.`, { path });
  }
}
