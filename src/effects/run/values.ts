// Texts of values: what runs found, out of the files that they left, as many bytes as count.
import type { ThingId } from '../../domain/ids.ts';
import type { ValuePart, Values } from '../../domain/run/lookup.ts';
import type { EffectPorts } from '../../ports/effect.ts';

type ValuePorts = Pick<EffectPorts, 'files' | 'store'>;

export const foundFile = (run: string): string => `runs/${run}/found.txt`;

export async function textsOf(ports: ValuePorts, values: Values): Promise<ReadonlyMap<string, string>> {
  const each = Object.entries(values).map(async ([name, parts]): Promise<[string, string]> => {
    const texts = await Promise.all(parts.map((part) => textOf(ports, part)));
    return [name, texts.join('\n')];
  });
  return new Map(await Promise.all(each));
}

async function textOf(ports: ValuePorts, { run, bytes }: ValuePart): Promise<string> {
  const found = (await ports.files.read(foundFile(run))) ?? (await answerOf(ports, run));
  // Half a sign at the cut is left away.
  return new TextDecoder().decode(found.subarray(0, bytes), { stream: true });
}

async function answerOf({ store }: ValuePorts, id: string): Promise<Uint8Array> {
  const run = await store.read((reads) => reads.thing(id as ThingId));
  const result = run?.kind === 'run' && run.state.kind === 'ended' ? run.state.result : null;
  const answered = result?.kind === 'turn' && result.turn.outcome.kind === 'answered' ? result.turn.outcome.text : '';
  return new TextEncoder().encode(answered);
}
