// The gates out of whatever evidence is handed over: links of a chain, or results themselves, at the top or one step down. The last of a gate counts.

export type GateRow = {
  readonly gate: string;
  readonly verdict: string;
  readonly why: string;
  readonly counts: string;
  readonly seconds: number | null;
  readonly command: string;
};

type Loose = Readonly<Record<string, unknown>>;

export function gateRows(evidence: unknown): readonly GateRow[] {
  const found = results(evidence).map(toRow);
  return [...new Map(found.map((row) => [row.gate, row])).values()];
}

function results(value: unknown, depth = 0): readonly Loose[] {
  if (Array.isArray(value)) return value.flatMap((one) => results(one, depth));
  if (!isLoose(value)) return [];
  if (typeof value.gate === 'string' && typeof value.verdict === 'string') return [value];
  return depth >= 3
    ? []
    : Object.values(value).flatMap((one) => (typeof one === 'object' ? results(one, depth + 1) : []));
}

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function toRow(result: Loose): GateRow {
  const counts = isLoose(result.counts) ? result.counts : null;
  const argv = Array.isArray(result.argv) ? result.argv.filter((one) => typeof one === 'string') : [];
  const duration = result.durationMs;
  return {
    gate: text(result.gate),
    verdict: text(result.verdict),
    why: text(result.why),
    counts: counts === null ? '' : `${Number(counts.passed)} of ${Number(counts.total)} passed`,
    seconds: typeof duration === 'number' ? duration / 1000 : null,
    command: argv.join(' '),
  };
}
