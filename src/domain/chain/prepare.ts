// Before the first plan: the base fetched, and what set-up makes.
import type { ChainView } from './chain.ts';
import { advance, type ChainDecision, known, lastRun, minutes, type Step, startRun, trouble, wait } from './move.ts';

export function fetchBase(view: ChainView): ChainDecision {
  const { state, spec } = view.thing;
  const run = lastRun(view);
  if (run === 'wait') return wait('the fetch');
  if (run === null)
    return startRun(state, {
      purpose: { kind: 'fetch', hub: known(state, 'hub') },
      deadlineMs: minutes(10),
      sandbox: spec.settings.sandbox,
    });
  const dealt = { ...state, dealt: state.runs };
  const why = whyFailed(run);
  if (why === 'lost') return advance(dealt, state.at);
  if (why === null) return advance(dealt, { kind: 'surveying' }, [{ kind: 'base_fetched' }]);
  return advance(dealt, trouble(`The remote could not be fetched: ${why}`, state.at));
}

export function setUp(view: ChainView, at: Step<'setting_up'>): ChainDecision {
  const { state, spec } = view.thing;
  const argv = known(state, 'gatePlan').setup[at.index];
  if (argv === undefined) return advance(state, { kind: 'sealing', folder: at.folder });
  const run = lastRun(view);
  if (run === 'wait') return wait(`set-up: ${argv.join(' ')}`);
  if (run === null)
    return startRun(state, {
      purpose: { kind: 'setup', argv, folder: at.folder },
      deadlineMs: minutes(20),
      sandbox: spec.settings.sandbox,
    });
  const dealt = { ...state, dealt: state.runs };
  const why = whyFailed(run);
  if (why === 'lost') return advance(dealt, { kind: 'preparing' });
  if (why === null) return advance(dealt, { ...at, index: at.index + 1 });
  return advance(
    dealt,
    trouble(`Set-up \`${argv.join(' ')}\` does not work on the base: ${why}`, { kind: 'preparing' }),
  );
}

/** null: it has not. */
function whyFailed({ state }: Exclude<ReturnType<typeof lastRun>, 'wait' | null>): string | null {
  if (state.kind !== 'ended') return null;
  if (state.ending?.kind === 'lost') return 'lost';
  if (state.result.kind === 'refused') return state.result.failure.message;
  if (state.result.kind !== 'plain') return `it came to ${state.result.kind}`;
  return state.result.ok ? null : `${state.result.why}\n${state.result.tail}`.trim();
}
