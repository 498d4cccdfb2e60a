// `task evidence` as a bundle for others, and `verify`, which checks one anywhere.
import { defined } from '../../../contract/defined.ts';
import type { VerifiedProof } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import * as local from '../local.ts';
import { type Manner, tellFailure, tellJson, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { type Output, wordOf } from '../parse/parse.ts';
import { usage } from '../parse/refusals.ts';
import { several } from '../print/amounts.ts';
import { clean, cleanAll } from '../print/clean.ts';
import { findLook, paint } from '../print/look.ts';
import { type Console, path } from '../terminal/console.ts';

/** null: no bundle is wanted. */
export async function runEvidence(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number | null> {
  const { export: given, note = false, unsigned = false, force = false } = values;
  if (given === undefined && note !== true) {
    if (unsigned !== true && force !== true) return null;
    const wrong = usage('`--unsigned` and `--force` go with `--export FILE` or `--note`.', wordOf('task evidence'));
    return tellFailure(console, wrong, manner.output);
  }
  if (unsigned !== true && isOfAgent(console))
    return tellFailure(
      console,
      {
        error_code: 'UNAUTHORIZED',
        message: 'Only a person signs, and this comes from an agent.',
        details: { hint: 'With `--unsigned` it is written without a signature.' },
      },
      manner.output,
    );
  return exportProof(console, ask, values, manner);
}

/** The daemon finds that out for itself as well; no key is asked for where it cannot. */
const isOfAgent = ({ env }: Console): boolean =>
  [env.DROVER_RUN, env.DROVER_MARK, env.DROVER_SESSION_CREDENTIAL].some((each) => each !== undefined);

async function exportProof(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { task, verify = false, outputs, export: given, note = false, unsigned = false, force = false } = values;
  const named = { cwd: console.cwd, ...defined({ task }) };
  const proof = await ask('task.proof', { ...named, unsigned, note });
  if (!proof.ok) return tellRefusal(console, proof, manner.output);
  const file = given === undefined ? null : path.resolve(console.cwd, String(given));
  const wish = { env: console.env, file, note: note === true, signs: unsigned !== true, force: force === true };
  const made = await local.exportBundle(proof.data, wish);
  if (!made.ok) return tellFailure(console, made.failure, manner.output);
  const folder = outputs === undefined ? {} : { outputs: path.resolve(console.cwd, String(outputs)) };
  const evidence = await ask('task.evidence', { ...named, verify, ...folder });
  if (!evidence.ok) return tellRefusal(console, evidence, manner.output);
  return tellReply(console, 'task.evidence', { ok: true, data: { ...evidence.data, bundle: made.value } }, manner);
}

/** Needs no daemon, no state and no person. */
export async function runVerifyProof(console: Console, values: Values, output: Output): Promise<number> {
  const text = (value: Values[string] | undefined) => (typeof value === 'string' ? value : null);
  const wanted = {
    given: String(values.proof),
    cwd: console.cwd,
    env: console.env,
    unsigned: values.unsigned === true,
    commit: text(values.commit),
    allowedSigners: text(values['allowed-signers']),
  };
  const leaving = new AbortController();
  // What it made goes before it does, whoever ends it.
  const leave = (signal: NodeJS.Signals) => leaving.abort(signal);
  const withdraw = values.rerun === true ? console.onInterrupt(leave, ['SIGINT', 'SIGTERM', 'SIGHUP']) : () => {};
  const say = (line: string) => void (output === 'text' && console.stderr.write(`${clean(line)}\n`));
  const { state: stateFolder } = console.places;
  const verified = await (values.rerun === true
    ? local.rerunBundle({ ...wanted, stateFolder, signal: leaving.signal, say })
    : local.verifyProof(wanted)
  ).finally(withdraw);
  if (leaving.signal.aborted) return { SIGTERM: 143, SIGHUP: 129 }[String(leaving.signal.reason)] ?? 130;
  if (!verified.ok) return tellFailure(console, verified.failure, output);
  if (output !== 'text') return tellJson(console, { ok: true, data: verified.value }, 0);
  console.stdout.write(`${verifiedText(console, cleanAll(verified.value))}\n`);
  return 0;
}

function verifiedText(console: Console, { task, commit, tree, base, ...said }: VerifiedProof): string {
  const look = findLook(console);
  const signers = said.signers.map(({ who, key }) => `${who} (${key})`).join(', ');
  return [
    paint(look, 'green', `The proof of ${task} holds.`),
    `commit ${commit}, tree ${tree.slice(0, 12)}, from ${base.slice(0, 12)}; made ${said.made_at}`,
    signers === '' ? paint(look, 'yellow', 'signed by nobody') : `signed by ${signers}`,
    `gates: ${said.gates.map(({ gate, verdict }) => `${gate} ${verdict}`).join(', ')}`,
    ...said.criteria.map(
      ({ label, red, green }) => `${label}: ${several(red, 'test')} failed without it, ${green} of them passed with it`,
    ),
    `${several(said.statements, 'statement')}, ${several(said.links, 'link')} in the chain${said.ignored === 0 ? '' : `, ${several(said.ignored, 'other line')} ignored`}`,
    ...rerunLines(said.rerun),
  ].join('\n');
}

function rerunLines(rerun: VerifiedProof['rerun']): readonly string[] {
  if (rerun === undefined) return [];
  const gates = rerun.gates.map(
    ({ gate, criterion, verdict }) => `${criterion === null ? '' : `${criterion} `}${gate} ${verdict}`,
  );
  const held = rerun.sandbox === 'none' ? 'not confined, for there is no sandbox here' : `confined by ${rerun.sandbox}`;
  return [`run again, ${held}: ${gates.join(', ')}; nothing differs`];
}
