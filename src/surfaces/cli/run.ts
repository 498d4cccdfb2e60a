// One command line from its words to its exit code.

import type { Word } from '../../contract/cli/word.ts';
import type { CommandName } from '../../contract/commands.ts';
import type { Failure } from '../../contract/to-reply.ts';
import { version } from '../../contract/version.ts';
import { type Ask, createAsk } from './daemon/ask.ts';
import { type Manner, tell, tellFailure, tellJson } from './output/reply.ts';
import { makeInput } from './parse/input.ts';
import { type Parsed, parse, type Values } from './parse/parse.ts';
import { type Console, fs } from './terminal/console.ts';
import { waiting } from './terminal/live-view.ts';

export async function run(console: Console, argv: readonly string[]): Promise<number> {
  const parsed = parse(argv);
  switch (parsed.kind) {
    case 'version':
      return tellVersion(console, parsed);
    case 'help':
      return tellHelp(console, parsed.names, parsed);
    case 'refused':
      return tellFailure(console, parsed.failure, parsed.output);
    case 'command':
      return runCommand(console, parsed.word, parsed.values, {
        output: parsed.output,
        raw: parsed.values.raw === true,
      });
  }
}

function tellVersion(console: Console, { output }: Parsed): number {
  if (output !== 'text') return tellJson(console, { ok: true, data: { version } }, 0);
  console.stdout.write(`${version}\n`);
  return 0;
}

async function tellHelp(console: Console, names: readonly string[], { output }: Parsed): Promise<number> {
  const { helpOf } = await import('./help/help.ts');
  const text = helpOf(names);
  if (text === null) return refuseHelp(console, names, output);
  if (output !== 'text') return tellJson(console, { ok: true, data: { help: text } }, 0);
  console.stdout.write(text);
  return 0;
}

async function refuseHelp(console: Console, names: readonly string[], output: Parsed['output']): Promise<number> {
  const parsed = parse(names);
  const failure =
    parsed.kind === 'refused'
      ? parsed.failure
      : { error_code: 'UNKNOWN_WORD' as const, message: `Drover does not know \`${names.join(' ')}\`.` };
  return tellFailure(console, failure, output);
}

async function runCommand(console: Console, word: Word, values: Values, manner: Manner): Promise<number> {
  if (word.request === null) {
    const { runLocal } = await import('./handlers/local.ts');
    return runLocal(console, word, values, manner.output);
  }
  // Agents and keeper may live where no daemon does: whoever wants all of it ended gets one that ends them.
  const startsNone = word.quiet === true && !(values.all === true && fs.existsSync(console.places.state));
  const direct = await directAsk(console, values);
  if (direct !== null && 'error_code' in direct) return tellFailure(console, direct, manner.output);
  const ask = direct?.ask ?? createAsk(console, startsNone ? null : () => start(console));
  const special = named[word.name] ?? specials[word.request];
  if (special !== undefined) return special(console, ask, values, manner);
  if (word.request === 'service.ps' && values.watch === true)
    return (await import('./handlers/session.ts')).runPs(console, ask, values, manner);
  if (word.request === 'service.history' && values.search !== undefined) {
    const input = { words: String(values.search), ...(values.limit === undefined ? {} : { limit: values.limit }) };
    return tell(console, 'service.search', await ask('service.search', input), manner);
  }
  if (word.request === 'task.create' && values.file !== undefined && values.text === undefined) {
    const { runFiles } = await import('./handlers/do.ts');
    const code = await runFiles(console, ask, values, manner);
    if (code !== null) return code;
  }
  const made = await makeInput(word, values, console);
  if (!made.ok) return tellFailure(console, made.failure, manner.output);
  if (word.request === 'task.create') {
    const { runDo } = await import('./handlers/do.ts');
    return runDo(console, ask, made.input, values.detach === true, manner);
  }
  const reply = await waiting(
    console,
    'Waiting for the daemon',
    ask(word.request, made.input, { startsWork: word.startsWork === true }),
  );
  return tell(console, word.request, reply, manner);
}

/** With `--port` the daemon is asked over HTTP: no socket, no state folder, no start. null: as always. */
async function directAsk(console: Console, values: Values): Promise<{ readonly ask: Ask } | Failure | null> {
  if (values.port === undefined) return null;
  const { askHttp } = await import('./daemon/ask-http.ts');
  return askHttp(console, values);
}

async function start(console: Console) {
  const { startDaemon } = await import('./local.ts');
  return startDaemon(console);
}

type Special = (console: Console, ask: Ask, values: Values, manner: Manner) => Promise<number>;

/** Those that share their request with another command. */
const named: Readonly<Record<string, Special>> = {
  restore: async (...given) => (await import('./handlers/restore.ts')).runRestore(...given),
  'task attach': async (...given) => (await import('./handlers/task.ts')).runTaskAttach(...given),
  uninstall: async (...given) => (await import('./handlers/uninstall.ts')).runUninstall(...given),
};

/** Commands that are more than one request and its reply. */
const specials: Partial<Record<CommandName, Special>> = {
  'question.answer': async (...given) => (await import('./handlers/answer.ts')).runAnswer(...given),
  'config.replace': async (...given) => (await import('./handlers/config-edit.ts')).runConfigEdit(...given),
  'config.pin': async (...given) => (await import('./handlers/service.ts')).runPin(...given),
  'chain.create': async (...given) => (await import('./handlers/chain.ts')).runChain(...given),
  'env.verify': async (...given) => (await import('./handlers/verify.ts')).runVerify(...given),
  'feature.done': async (...given) => (await import('./handlers/lease.ts')).runFeature('feature.done', ...given),
  'feature.next': async (...given) => (await import('./handlers/lease.ts')).runFeature('feature.next', ...given),
  'feature.plan': async (...given) => (await import('./handlers/lease.ts')).runFeature('feature.plan', ...given),
  'feature.update': async (...given) => (await import('./handlers/lease.ts')).runFeature('feature.update', ...given),
  'run.create': async (...given) => (await import('./handlers/run.ts')).runOnce(...given),
  'service.doctor': async (...given) => (await import('./handlers/service.ts')).runDoctor(...given),
  'service.down': async (...given) => (await import('./handlers/service.ts')).runDown(...given),
  'service.events': async (...given) => (await import('./handlers/follow.ts')).runEvents(...given),
  'service.logs': async (...given) => (await import('./handlers/follow.ts')).runLogs(...given),
  'service.names': async (...given) => (await import('./handlers/service.ts')).runNames(...given),
  'service.wait': async (...given) => (await import('./handlers/follow.ts')).runWait(...given),
  'session.attach': async (...given) => (await import('./handlers/attach.ts')).runAttach(...given),
  'session.pane': async (...given) => (await import('./handlers/session.ts')).runPane(...given),
  'session.send': async (...given) => (await import('./handlers/send.ts')).runSend(...given),
  'session.start': async (...given) => (await import('./handlers/start.ts')).runStart(...given),
  'session.stop': async (...given) => (await import('./handlers/session.ts')).runStop(...given),
  'step.analyze': async (...given) => (await import('./handlers/manual.ts')).runByHand('step.analyze', ...given),
  'step.develop': async (...given) => (await import('./handlers/manual.ts')).runByHand('step.develop', ...given),
  'step.status': async (...given) => (await import('./handlers/manual.ts')).runStatus(...given),
  'step.submit': async (...given) => (await import('./handlers/manual.ts')).runByHand('step.submit', ...given),
  'step.test': async (...given) => (await import('./handlers/manual.ts')).runByHand('step.test', ...given),
  'step.verify': async (...given) => (await import('./handlers/manual.ts')).runByHand('step.verify', ...given),
  'step.release': async (console, ask, values, manner) =>
    (await import('./handlers/lease.ts')).runStep(console, ask, 'step.release', values, manner),
  'step.renew': async (console, ask, values, manner) =>
    (await import('./handlers/lease.ts')).runStep(console, ask, 'step.renew', values, manner),
  'task.open': async (...given) => (await import('./handlers/task.ts')).runOpen(...given),
  'task.shell': async (...given) => (await import('./handlers/task.ts')).runShell(...given),
  'task.watch': async (console, ask, values, manner) => {
    const { watch } = await import('./handlers/watch-task.ts');
    const task = typeof values.task === 'string' ? values.task : undefined;
    const wanted = { task, cwd: console.cwd, after: Number(values.after ?? 0), follow: values.follow === true };
    return watch(console, ask, wanted, manner.output);
  },
};
