// What is checked: the base's own words, then the person's overlay, and who said each gate.
import type { GateSettings } from '../../evidence/gate-plan.ts';
import type { DefinitionSource } from '../../evidence/verdict.ts';
import type { Settings } from './settings.ts';

const defaultTdd: GateSettings['tdd'] = { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' };

const largestOf = (largest: number | undefined) => (largest === undefined ? {} : { largest });

/** The overlay wins gate by gate; protected paths add up. */
export function gateSettings(own: Partial<Omit<GateSettings, 'sources'>>, overlay: Settings['overlay']): GateSettings {
  const said = (gates: GateSettings['gates'] | undefined, by: DefinitionSource) =>
    Object.fromEntries(Object.keys(gates ?? {}).map((gate) => [gate, by]));
  return {
    gates: { ...own.gates, ...overlay.gates },
    setup: overlay.setup ?? own.setup ?? null,
    tests: overlay.tests ?? own.tests ?? null,
    ...largestOf(overlay.largest ?? own.largest),
    protect: [...(own.protect ?? []), ...(overlay.protect ?? [])],
    tdd: { ...defaultTdd, ...own.tdd, ...overlay.tdd },
    sources: { ...said(own.gates, 'base'), ...said(overlay.gates, 'person') },
  };
}
