// What came of a run, folded from what the keeper kept; null while it goes on.
import { failed } from '../../domain/error.ts';
import type { Instant, RunId } from '../../domain/ids.ts';
import { noticesOf } from '../../domain/notice.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { foldTurn } from '../../domain/run/fold-turn.ts';
import { hiddenBySandbox } from '../../domain/run/hidden-by-sandbox.ts';
import type { Purpose, Run, RunResult } from '../../domain/run/run.ts';
import type { Happening } from '../../domain/run/turn.ts';
import { usageBefore } from '../../domain/run/usage-before.ts';
import { redact, withhold } from '../../domain/text/safe/redact.ts';
import { saysDiskFull } from '../../domain/text/says-disk-full.ts';
import type { EffectContext, EffectFunction, EffectPorts } from '../../ports/effect.ts';
import type { Kept } from '../../ports/keeper.ts';
import { liveRunAgent } from '../../ports/live-agent.ts';
import { forgetCreated } from '../created.ts';
import { copiedSecrets } from '../furnish.ts';
import { takeState } from './own-state.ts';
import { writeTurnReceipt } from './receipt.ts';
import { keepWords, wordsId } from './say.ts';

const tailBytes = 8 * 1024;
/** A report larger than this is read from its end; runners write it at once, so it is then no report. */
const reportBytes = 64 * 1024 * 1024;

type Of<Kind extends Purpose['kind']> = Extract<Purpose, { kind: Kind }>;

export const readRun: EffectFunction<'read-run'> = async (ports, _input, context) => {
  const run = context.thing as Run;
  const kept = await ports.keeper.find(run.id as RunId);
  if (kept !== null && kept.ending === null) return { kind: 'done', output: null };
  const ended: Ending = kept?.ending ?? { kind: 'lost' };
  const ending: Ending = (await isCutByFullDisk(ports, run, kept, ended)) ? { kind: 'lost' } : ended;
  const result = await resultOf(ports, run, kept, ending, context);
  const secrets = await copiedSecrets(ports, context.thing.task);
  const told = withhold(
    result,
    secrets.map(({ value }) => value),
  );
  const own =
    run.spec.purpose.kind === 'agent'
      ? await takeState(ports, run.id, result.kind === 'turn' ? result.turn.conversation : null)
      : null;
  return { kind: 'done', output: { ending, result: told, ...(own && { own }) } };
};

/** What a program could not write says nothing of its work. Throws `Failed(DISK_FULL)` until there is room; then it counts as lost, and is done again. */
async function isCutByFullDisk(
  ports: EffectPorts,
  { id, spec: { purpose } }: Run,
  kept: Kept | null,
  ending: Ending,
): Promise<boolean> {
  const folder = purpose.kind === 'agent' ? purpose.copy : 'folder' in purpose ? purpose.folder : null;
  if (folder === null || !['agent', 'gate', 'hooks'].includes(purpose.kind)) return false;
  if (kept === null || ending.kind === 'lost' || (ending.kind === 'exited' && ending.code === 0)) return false;
  if (kept.failure?.error_code !== 'DISK_FULL' && !saysDiskFull(await tailOf(ports, kept))) return false;
  if (!(await ports.files.hasRoom(folder)))
    throw failed('DISK_FULL', `no space was left on the disk for the ${purpose.kind}`);
  // Room that was there all the time: the words are its own.
  const facts = await ports.store.read((reads) => reads.facts({ thing: id, limit: mostFacts }));
  return facts.some(({ kind }) => kind === 'effect_put_off');
}

const mostFacts = 1000;

async function resultOf(
  ports: EffectPorts,
  run: Run,
  kept: Kept | null,
  ending: Ending,
  context: EffectContext,
): Promise<RunResult> {
  const { purpose } = run.spec;
  switch (purpose.kind) {
    case 'once':
      throw new Error('a run by itself has effects of its own');
    case 'agent':
      return readTurn(ports, run, purpose, ending, context);
    case 'gate':
      return readGate(ports, run, purpose, kept, ending);
    case 'hooks':
      return readHooks(ports, run, kept, ending);
    case 'setup':
      return readSetup(ports, run, kept, ending, 'set-up failed', 'SETUP_FAILED');
    case 'preview':
      return readSetup(ports, run, kept, ending, 'the program ended', 'PREVIEW_FAILED');
    case 'teardown':
      return readSetup(ports, run, kept, ending, 'teardown failed', 'SETUP_FAILED');
    case 'hook':
      return readSetup(ports, run, kept, ending, 'the hook failed', 'HOOK_FAILED');
    case 'fetch':
      return readTransfer(ports, 'fetch', kept, ending);
    case 'push':
      return readTransfer(ports, 'push', kept, ending);
    case 'unpush': {
      const read = await readTransfer(ports, 'push', kept, ending);
      const gone = { kind: 'remote_branch', name: purpose.branch } as const;
      if (read.kind === 'plain' && read.ok) await forgetCreated(ports, run.task, [gone]);
      return read;
    }
  }
}

async function readTurn(
  ports: EffectPorts,
  run: Run,
  purpose: Of<'agent'>,
  ending: Ending,
  { thing, now, signal }: EffectContext,
): Promise<RunResult> {
  const runs = (await ports.store.read((reads) => reads.things({ kind: 'run', task: thing.task }))) as readonly Run[];
  const before = usageBefore(runs, purpose.agent, purpose.resume);
  const found = liveRunAgent(ports, run, before);
  if (found === null)
    return {
      kind: 'refused',
      failure: { error_code: 'ENGINE_ERROR', message: `there is no agent named ${purpose.agent}` },
    };
  const happenings: Happening[] = [];
  for await (const happening of found.agent.events(ports.keeper, found.live, signal))
    if (counts(happening)) happenings.push(happening);
  await keepUntaken(ports, run, happenings, now);
  const turn = foldTurn(happenings);
  const { conversation, usage } = turn;
  if (conversation !== null) {
    const sum = (name: 'inputTokens' | 'cachedTokens' | 'outputTokens') => before[name] + usage[name];
    await ports.store.transact((tx) =>
      tx.putConversation({
        task: thing.task,
        agent: purpose.agent,
        id: conversation,
        inputTokens: sum('inputTokens'),
        cachedTokens: sum('cachedTokens'),
        outputTokens: sum('outputTokens'),
        usedAt: now,
      }),
    );
  }
  const changed = await writeTurnReceipt(ports, run, purpose, turn, happenings, ending);
  return { kind: 'turn', turn, ...(changed !== null && { changed }) };
}

/** Words that came when the turn was as good as over were given, and never taken in. */
async function keepUntaken({ store, queue }: EffectPorts, run: Run, happenings: readonly Happening[], now: Instant) {
  const said = run.state.kind === 'running' ? (run.state.said ?? 0) : 0;
  if (said === 0) return;
  const taken = new Set(happenings.flatMap((each) => (each.kind === 'turn_started' ? [each.message] : [])));
  await store.transact(async (tx) => {
    const words = noticesOf((await tx.view(run.id))?.notices ?? [], 'say').filter(
      ({ seq }) => seq <= said && !taken.has(wordsId(run.id as RunId, seq)),
    );
    await keepWords(tx, queue, run, words, now);
  });
}

const counts = (happening: Happening): boolean =>
  happening.kind !== 'text' && happening.kind !== 'thought' && happening.kind !== 'unknown';

async function readGate(
  ports: EffectPorts,
  run: Run,
  purpose: Of<'gate'>,
  kept: Kept | null,
  ending: Ending,
): Promise<RunResult> {
  const { files, gates } = ports;
  const program = gates.program(
    purpose.definition,
    purpose.folder,
    files.path('runs', run.id, 'scratch'),
    purpose.only,
  );
  const output = {
    stdout: (kept === null ? null : await files.tail(kept.files.output, reportBytes)) ?? '',
    stderr: (kept?.files.error == null ? null : await files.tail(kept.files.error, reportBytes)) ?? '',
    report: program.report === null ? null : await files.tail(program.report, reportBytes),
  };
  const reading = gates.read(purpose.definition, program, ending, output);
  const hidden = reading.verdict === 'passed' ? '' : await hiddenFrom(ports, run, ending);
  return {
    kind: 'gate',
    result: {
      gate: purpose.definition.gate,
      source: purpose.definition.source,
      argv: program.argv,
      ...reading,
      why: `${reading.why}${hidden}`,
      ...endedHow(kept, ending),
      outputHash: kept === null ? null : await files.hash(kept.files.output),
    },
  };
}

/** The choice is that of its start. */
async function hiddenFrom({ sandboxes }: EffectPorts, { spec }: Run, ending: Ending): Promise<string> {
  const sandbox = await sandboxes.choose(spec.sandbox);
  return hiddenBySandbox(ending, sandbox.ok && sandbox.value.name !== 'none');
}

const endedHow = (kept: Kept | null, ending: Ending) => ({
  exit: ending.kind === 'exited' ? ending.code : null,
  signal: ending.kind === 'signalled' ? ending.signal : null,
  durationMs: kept === null || kept.endedAt === null ? 0 : kept.endedAt - kept.startedAt,
});

async function readHooks(ports: EffectPorts, run: Run, kept: Kept | null, ending: Ending): Promise<RunResult> {
  const passed = ending.kind === 'exited' && ending.code === 0;
  const why = passed
    ? 'the commit hooks agree'
    : ending.kind === 'timed_out'
      ? 'the commit hooks did not end in time'
      : `a commit hook refuses (${ending.kind === 'exited' ? `exit ${ending.code}` : ending.kind})${await hiddenFrom(ports, run, ending)}`;
  const shared = {
    gate: 'hooks',
    source: 'base',
    argv: ['git', 'commit'],
    counts: null,
    ids: null,
    findings: [],
    tail: await tailOf(ports, kept),
  } as const;
  return {
    kind: 'gate',
    result: {
      ...shared,
      verdict: passed ? 'passed' : ending.kind === 'timed_out' ? 'timeout' : 'failed',
      why,
      ...endedHow(kept, ending),
      outputHash: kept === null ? null : await ports.files.hash(kept.files.output),
    },
  };
}

async function readSetup(
  ports: EffectPorts,
  run: Run,
  kept: Kept | null,
  ending: Ending,
  words: string,
  error_code: 'SETUP_FAILED' | 'HOOK_FAILED' | 'PREVIEW_FAILED',
): Promise<RunResult> {
  const ok = ending.kind === 'exited' && ending.code === 0;
  const why = ok
    ? ''
    : ending.kind === 'exited'
      ? `exit ${ending.code}${run.spec.purpose.kind === 'hook' ? '' : await hiddenFrom(ports, run, ending)}`
      : ending.kind === 'not_started'
        ? ending.reason
        : ending.kind.replace('_', ' ');
  const tail = await tailOf(ports, kept);
  const code = saysDiskFull(tail) ? 'DISK_FULL' : error_code;
  return { kind: 'plain', ok, why, failure: ok ? null : { error_code: code, message: `${words}: ${why}` }, tail };
}

async function readTransfer(
  ports: EffectPorts,
  kind: 'fetch' | 'push',
  kept: Kept | null,
  ending: Ending,
): Promise<RunResult> {
  const stderr = (kept?.files.error == null ? null : await ports.files.tail(kept.files.error, reportBytes)) ?? '';
  const read = ports.git.readTransfer(kind, ending, stderr);
  if (read.ok) return { kind: 'plain', ok: true, why: '', failure: null, tail: '' };
  return {
    kind: 'plain',
    ok: false,
    why: read.failure.message,
    failure: read.failure,
    tail: redact(stderr.slice(-tailBytes)),
  };
}

async function tailOf({ files }: EffectPorts, kept: Kept | null): Promise<string> {
  if (kept === null) return '';
  const parts = [
    await files.tail(kept.files.output, tailBytes),
    kept.files.error === null ? null : await files.tail(kept.files.error, tailBytes),
  ];
  return redact(parts.filter((part) => part !== null && part !== '').join('\n')).slice(-tailBytes);
}
