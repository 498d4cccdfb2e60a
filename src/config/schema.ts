// What may stand in the two files. Unknown keys inside an entry are refused; unknown top-level sections of the person's file are foreign and left alone.
import * as v from 'valibot';
import { type GateWord, textRules } from '../domain/evidence/gate-plan.ts';
import { readPattern } from '../domain/permission/pattern.ts';
import { questionKinds } from '../domain/question/question.ts';
import { parseConnect } from './connect.ts';
import { count, duration, folder, lines, map, text, variable, word } from './schema-parts.ts';
import { surfaces } from './surfaces.ts';
import { triggers } from './triggers.ts';

const connect = v.pipe(
  v.string('a folder or user@host:/path'),
  v.check((value) => parseConnect(value) !== null, 'an absolute folder or user@host:/path'),
);
const agentName = v.pipe(v.string('names of agents'), v.regex(/^[a-z][\w-]*$/i, 'names of agents'));

const tddMode = word('steps', 'enforce', 'green', 'observe', 'off');
const tdd = map({
  behaviour: v.exactOptional(tddMode),
  refactor: v.exactOptional(tddMode),
  docs: v.exactOptional(tddMode),
  config: v.exactOptional(tddMode),
});

const gateWords = 'a command line, or off';
const commandLine = v.pipe(v.string(gateWords), v.trim(), v.nonEmpty(gateWords));
/** Words that say of a gate that it is not wanted, as YAML and people write them. */
const gateOff = v.pipe(
  v.nullish(v.union([v.literal(false), v.pipe(v.string(), v.trim(), v.regex(/^(off|false|null|~)$/i))])),
  v.transform((): false => false),
);
const gateLine = v.pipe(
  commandLine,
  v.check((line) => !/^(on|true|yes)$/i.test(line), gateWords),
);
const percent = v.pipe(
  v.number('a percentage from 0 to 100'),
  v.minValue(0, 'a percentage from 0 to 100'),
  v.maxValue(100, 'a percentage from 0 to 100'),
);
const belowWords = 'a path below the checkout';
const belowCheckout = v.pipe(
  v.string(belowWords),
  v.trim(),
  v.check((path) => path !== '' && !path.startsWith('/') && !path.split('/').includes('..'), belowWords),
);
/** What `coverage` alone can say. */
const figures = {
  report: v.exactOptional(belowCheckout),
  min: v.exactOptional(percent),
  core: v.exactOptional(map({ paths: lines, min: percent })),
};
const figure = v.pipe(v.number('a whole number'), v.integer('a whole number'), v.minValue(1, 'a whole number above 0'));
const limitsOfGate = v.pipe(
  map({
    function: v.exactOptional(figure),
    file: v.exactOptional(figure),
    nesting: v.exactOptional(figure),
    absolute: v.exactOptional(v.boolean('true or false')),
  }),
  v.check(
    (limits) => ['function', 'file', 'nesting'].some((name) => name in limits),
    'at least one of function, file, nesting',
  ),
);
const seenCoverage = v.pipe(
  map({ timeout: v.exactOptional(duration), min: figures.min, core: figures.core }),
  v.check((wish) => 'min' in wish || 'core' in wish, 'coverage with min or core, or with `run` and `report`'),
);
const rulesOfText = v.pipe(
  v.array(word(...textRules), 'a list of rules'),
  v.minLength(1, `at least one of ${textRules.join(', ')}`),
);
const gateMap = map({ run: gateLine, timeout: v.exactOptional(duration), ...figures });
const gate = v.lazy((input) => {
  if (v.is(gateOff, input)) return gateOff;
  return typeof input === 'object' && input !== null && 'run' in input ? gateMap : gateLine;
}) as v.GenericSchema<unknown, GateWord>;
/** A gate that may say what is held without a program, in words of this shape. */
const heldOr = (isHeld: (input: unknown) => boolean, held: v.GenericSchema<unknown, GateWord>) =>
  v.exactOptional(v.lazy((input) => (isHeld(input) ? held : gate)));
const isMap = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input) && !('run' in input);
const named = {
  limits: heldOr(isMap, limitsOfGate),
  text: heldOr(Array.isArray, rulesOfText),
  coverage: heldOr(isMap, seenCoverage),
};
const gateName = /^[a-z][\w-]*$/i;
const hasFigures = (word: GateWord): boolean =>
  typeof word === 'object' && Object.keys(figures).some((key) => key in word);
const hasReport = (word: GateWord): boolean => typeof word === 'object' && 'report' in word;
const gates = v.pipe(
  v.objectWithRest(named, gate, 'a map') as v.GenericSchema<unknown, Record<string, GateWord>>,
  v.check((all) => Object.keys(all).every((name) => gateName.test(name)), 'names of letters, digits, - and _'),
  v.check(
    (all) => Object.entries(all).every(([name, word]) => name === 'coverage' || !hasFigures(word)),
    'report, min and core at `coverage` alone',
  ),
  v.check(
    ({ coverage = false }) => isMap(coverage) || !hasFigures(coverage) || hasReport(coverage),
    'coverage with the `report` that its command writes, where it has min or core',
  ),
);

/** A program to look at, and how many ports it is given. */
const run = map({
  start: v.pipe(v.string('a command line'), v.trim(), v.nonEmpty('a command line')),
  port: v.exactOptional(
    v.pipe(
      v.number('how many ports'),
      v.integer('how many ports'),
      v.minValue(0, 'how many ports'),
      v.maxValue(20, 'at most 20'),
    ),
  ),
});

const checks = {
  gates: v.exactOptional(gates),
  setup: v.exactOptional(lines),
  copy: v.exactOptional(lines),
  run: v.exactOptional(run),
  teardown: v.exactOptional(lines),
  tests: v.exactOptional(lines),
  protect: v.exactOptional(lines),
  large_files: v.exactOptional(v.pipe(count, v.maxValue(10_000, 'MiB, at most 10000'))),
  tdd: v.exactOptional(tdd),
};

const agentList = v.pipe(v.array(agentName, 'a list of agents'), v.minLength(1, 'at least one agent'));
const rolesOfAgents = map({
  analyze: v.exactOptional(agentList),
  plan: v.exactOptional(agentList),
  develop: v.exactOptional(agentList),
  review: v.exactOptional(agentList),
  fix: v.exactOptional(agentList),
  advise: v.exactOptional(agentList),
});

const network = word('all', 'model', 'none');
const hostWords = 'hosts like api.example.com, *.example.com or localhost:11434';
const host = v.pipe(
  v.string(hostWords),
  v.regex(/^(?:(?:\*\.)?[\w.-]+(?::\d{1,5})?|\[[0-9a-f:]+\]:\d{1,5})$/i, hostWords),
);
const patterns = v.array(
  v.pipe(
    v.string(),
    v.check((value) => readPattern(value) !== null, 'patterns like Bash or Bash(npm test *)'),
  ),
  'a list',
);
const oneRole = map({
  model: v.exactOptional(
    v.lazy((input) => (typeof input === 'object' && input !== null ? v.record(agentName, text, 'a map') : text)),
  ),
  prompt: v.exactOptional(text),
  allow: v.exactOptional(patterns),
  context: v.exactOptional(v.pipe(v.string('a part like 40%'), v.regex(/^([1-9]\d?|100)%$/, 'a part like 40%'))),
  network: v.exactOptional(network),
});
const roles = map({
  analyze: v.exactOptional(oneRole),
  plan: v.exactOptional(oneRole),
  develop: v.exactOptional(oneRole),
  review: v.exactOptional(oneRole),
  fix: v.exactOptional(oneRole),
  advise: v.exactOptional(oneRole),
});

const variables = v.array(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'names of variables')), 'a list');
const serverName = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]*$/, 'a name of letters, digits, - and _'));
const serverProgram = map({
  command: text,
  args: v.exactOptional(v.array(v.string('a text'), 'a list')),
  env: v.exactOptional(variables),
  reads: v.exactOptional(v.array(folder, 'a list')),
});
const serverAddress = map({
  url: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@]+$/, 'an address like https://tools.example.com/mcp')),
});
/** With a `url` it is an address, else a program. */
const server = v.lazy((input): typeof serverProgram | typeof serverAddress =>
  typeof input === 'object' && input !== null && 'url' in input ? serverAddress : serverProgram,
);
const mcp = map({ servers: v.exactOptional(v.record(serverName, server, 'a map')) });

const pullRequest = map({
  draft: v.exactOptional(v.boolean('true or false')),
  labels: v.exactOptional(lines),
  reviewers: v.exactOptional(lines),
  review_by: v.exactOptional(lines),
  co_author: v.exactOptional(v.pipe(v.string(), v.regex(/^[^<>\n]+ <[^<>\s]+>$/, '"Name <address>"'))),
});

const workspaceSchema = map({
  path: folder,
  base: v.exactOptional(text),
  slots: v.exactOptional(count),
  isolation: v.exactOptional(word('clone', 'checkout', 'worktree')),
  default_env: v.exactOptional(text),
  agents: v.exactOptional(rolesOfAgents),
  roles: v.exactOptional(roles),
  review: v.exactOptional(word('on', 'off')),
  mcp: v.exactOptional(v.array(serverName, 'names of servers')),
  branch: v.exactOptional(text),
  title: v.exactOptional(word('plain', 'conventional')),
  pull_request: v.exactOptional(pullRequest),
  ...checks,
});

export const environmentSchema = map({
  connect,
  tier: v.exactOptional(word('prod', 'staging', 'local')),
  log: v.exactOptional(text),
  service: v.exactOptional(text),
  allow_paths: v.exactOptional(lines),
  verify: v.exactOptional(map({ soak: v.exactOptional(duration) })),
});

const agentSchema = map({
  model: v.exactOptional(text),
  permissions: v.exactOptional(word('read-only', 'ask', 'auto', 'bypass')),
  allow: v.exactOptional(patterns),
  deny: v.exactOptional(patterns),
  stall: v.exactOptional(duration),
  max_runtime: v.exactOptional(duration),
  turns: v.exactOptional(count),
  pass_env: v.exactOptional(variables),
  network: v.exactOptional(network),
  hosts: v.exactOptional(v.array(host, 'a list')),
  acp: v.exactOptional(v.pipe(lines, v.minLength(1, 'a command and its arguments'))),
  command: v.exactOptional(v.pipe(lines, v.minLength(1, 'a command and its arguments'))),
  script: v.exactOptional(text),
});

const forgeSchema = map({
  kind: v.exactOptional(word('github', 'gitlab', 'gitea', 'bare')),
  api: v.exactOptional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@?#]+$/, 'an address like https://git.example.com/api/v4')),
  ),
  token_env: v.exactOptional(variable),
  token_file: v.exactOptional(folder),
  webhook_secret_env: v.exactOptional(variable),
});

const registry = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@?#]+$/, 'an address like https://registry.example.com'));

const policyWord = word('ask', 'auto');
const policyMap = map(v.entriesFromList(questionKinds, v.exactOptional(policyWord)));
const preset = word('careful', 'normal', 'hands-off');

/** A long entry, or the one text that it can be shortened to. */
const shortOr = <S extends v.GenericSchema<string, string>, L extends v.GenericSchema>(short: S, long: L) =>
  v.lazy((input): S | L => (typeof input === 'object' && input !== null ? long : short));

/** A section with nothing in it (`workspaces:`) is an empty one. */
const section = <S extends v.GenericSchema>(entry: S) =>
  v.optional(v.nullable(v.record(v.string(), entry, 'a map'), {}), {});
const amount = map({
  money: v.exactOptional(v.pipe(v.number('US dollars'), v.minValue(0.01, 'US dollars, more than nothing'))),
  tokens: v.exactOptional(count),
});
const autoOr = v.optional(v.union([v.literal('auto'), count], 'auto or a whole number above 0'), 'auto');
const limits = map({
  attempts: v.optional(count, 7),
  fix_rounds: v.optional(
    v.pipe(v.number('a whole number'), v.integer('a whole number'), v.minValue(0, 'a whole number')),
    2,
  ),
  continuation_level: v.exactOptional(word('normal', 'polite', 'off')),
  edit_tests: v.exactOptional(v.union([v.literal('off'), duration], 'off, or a duration like 60s')),
  concurrency: autoOr,
  tasks: autoOr,
  budget: v.exactOptional(map({ task: v.exactOptional(amount), day: v.exactOptional(amount) })),
});

const anyOf = <const T extends readonly string[]>(words: T) => v.exactOptional(v.array(word(...words), 'a list'));
const rightsWords = 'look, or at least one of answer, workspaces, tiers';
const rights = v.pipe(
  map({ answer: anyOf(questionKinds), workspaces: v.exactOptional(lines), tiers: anyOf(['prod', 'staging', 'local']) }),
  v.check((limits) => Object.keys(limits).length > 0, rightsWords),
);
const oneOfPeople = map({
  language: v.exactOptional(word('en', 'zh')),
  terminal: v.exactOptional(text),
  telegram: v.exactOptional(count),
  may: v.exactOptional(v.lazy((input) => (typeof input === 'object' && input !== null ? rights : word('look')))),
});
const people = v.pipe(
  section(oneOfPeople),
  v.check((all) => {
    const users = Object.entries(all).flatMap(([name, { terminal = name }]) => [...new Set([name, terminal])]);
    const chats = Object.values(all).flatMap(({ telegram }) => telegram ?? []);
    return [users, chats].every((known) => new Set<unknown>(known).size === known.length);
  }, 'a user of this machine, or of Telegram, for one person each'),
);

const treeWords = "hashes of trees, as `git rev-parse 'COMMIT^{tree}'` says them";
const treeHash = v.pipe(v.string(treeWords), v.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, treeWords));

export const personSchema = v.looseObject({
  surfaces: v.exactOptional(surfaces),
  workspaces: section(shortOr(folder, workspaceSchema)),
  environments: section(shortOr(connect, environmentSchema)),
  agents: section(agentSchema),
  mcp: v.exactOptional(v.nullable(mcp)),
  forges: section(forgeSchema),
  registries: v.exactOptional(map({ npm: v.exactOptional(registry), pypi: v.exactOptional(registry) })),
  policy: v.optional(
    v.lazy((input): typeof preset | typeof policyMap =>
      typeof input === 'object' && input !== null ? policyMap : preset,
    ),
    'normal',
  ),
  limits: v.optional(v.nullable(limits, {}), {}),
  hosts: v.exactOptional(map({ silence: v.exactOptional(duration), takeover: v.exactOptional(word('ask', 'auto')) })),
  browser: v.exactOptional(folder),
  sandbox: v.optional(word('auto', 'required', 'off'), 'auto'),
  proof: v.exactOptional(map({ hunks: v.exactOptional(word('ask', 'show', 'off')) })),
  sandbox_read: v.exactOptional(v.array(folder, 'a list of paths')),
  resume_after_crash: v.exactOptional(word('auto', 'ask', 'off')),
  trust: v.exactOptional(v.array(treeHash, 'a list')),
  people,
  triggers,
  step_up: v.exactOptional(word('off', 'pin', 'another')),
  store: v.optional(
    v.pipe(
      v.string('sqlite or a postgres:// address'),
      v.regex(/^(sqlite$|postgres(ql)?:\/\/)/, 'sqlite or a postgres:// address'),
    ),
    'sqlite',
  ),
});

export const repositorySchema = map({
  ...checks,
});
