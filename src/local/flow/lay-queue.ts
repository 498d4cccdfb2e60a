// Issues are laid as a session folder, which is then run like any: its nodes are the items of the queue. Agents write where they stand, so no link is followed.
import { isUtf8 } from 'node:buffer';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readIssues, readQueue, readSolutions } from '../../contract/flow/issue-files.ts';
import { idOf, isDone, issueId, queueIssues } from '../../contract/flow/queue-issues.ts';
import type { Problem, SourceFile } from '../../contract/flow/read-file.ts';
import { readFlow } from '../../contract/flow/read-flow.ts';
import { fileLimit } from '../../contract/flow/read-json.ts';
import { refuseFiles, sayProblem } from '../../contract/flow/refuse-flow.ts';
import type { FlowQueued } from '../../contract/flow.ts';
import { within } from '../../disk/held-folder.ts';
import { type Failure, fail, ok, type Result } from '../../domain/error.ts';
import { rootOf } from './find-flow.ts';

type Wanted = {
  readonly given: string;
  readonly cwd: string;
  /** Of the folder. */
  readonly name: string;
  /** Of these issues; empty: of all that are open. */
  readonly only: readonly string[];
};

const usual = '.workflow/issues/issues.jsonl';
/** Issues pile up. */
const longest = 16 * 1024 * 1024;

/** Of a folder, or of an issue that has solutions. */
const plain = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

export async function layQueue({ given, cwd, name, only }: Wanted): Promise<Result<FlowQueued>> {
  if (!plain.test(name))
    return fail('USAGE', `${name} is no name of a folder: letters, digits, dots, dashes, at most 100.`);
  const path = issuesAt(resolve(cwd, given));
  const read = await readAll(path, only);
  if (!read.ok) return read;
  const { tasks, done, told, cameFrom } = read.value;
  const missing = only.filter((id) => !tasks.some((task) => task.path === `.task/${issueId(id)}.json`));
  if (tasks.length === 0 || missing.length > 0)
    return fail('FLOW_INVALID', `${given} has no open issue${missing.length === 0 ? '' : ` ${missing.join(', ')}`}.`, {
      path,
      hint:
        done.length === 0
          ? 'Nothing was written.'
          : `Done already: ${done.slice(0, 20).join(', ')}${done.length > 20 ? ' …' : ''}. Nothing was written.`,
    });
  const long = tasks.filter(({ text }) => Buffer.byteLength(text) > fileLimit);
  if (long.length > 0)
    return fail('FLOW_INVALID', long.map((task) => sayOf(cameFrom, task.path, 'is longer than 1 MiB')).join('\n'), {
      hint: correctThere,
    });
  const root = rootOf(dirname(path));
  const session = { path: 'workflow-session.json', text: sessionText(name) };
  const flow = readFlow({ name, root, alone: false, plan: null, session, tasks });
  if (flow.kind === 'wrong') return { ok: false, failure: byIssue(flow.failure, cameFrom) };
  const laid = await layFolder(root, name, [...tasks, session]);
  if (!laid.ok) return laid;
  const nodes = flow.flow.nodes.map(({ id, title, dependsOn }) => ({ id, title, depends_on: dependsOn }));
  return ok({ folder: laid.value, nodes, done, warnings: [...told, ...flow.warnings.map(sayProblem)] });
}

/** Named may be a folder that has them. */
function issuesAt(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return path;
  const own = join(path, 'issues.jsonl');
  return existsSync(own) ? own : join(path, usual);
}

const sessionText = (name: string): string =>
  `${JSON.stringify({ session_id: name, type: 'queue', description: 'Open issues', status: 'active' }, null, 2)}\n`;

/** `cameFrom`: the file in which a task is stated, by the path that it would be laid at. */
type Read = ReturnType<typeof queueIssues> & { readonly cameFrom: (path: string) => string };

const correctThere = 'Correct it there, then lay the queue again; nothing was written.';

const sayOf = (cameFrom: Read['cameFrom'], path: string, what: string): string =>
  `${cameFrom(path)}: ${basename(path, '.json')}: ${what}`;

/** What is not laid is in no file yet: told is the issue, and where that stands. */
function byIssue(failure: Failure, cameFrom: Read['cameFrom']): Failure {
  const problems = failure.details?.problems as readonly Problem[] | undefined;
  if (problems === undefined) return failure;
  const told = problems.map(({ path, what }) => sayOf(cameFrom, path, what));
  return {
    error_code: failure.error_code,
    message: told.join('\n'),
    details: { hint: correctThere },
  };
}

/** `path`: of issues, or of a queue beside which they stand. */
async function readAll(path: string, only: readonly string[]): Promise<Result<Read>> {
  const isQueue = basename(dirname(path)) === 'queues' && path.endsWith('.json');
  const folder = isQueue ? dirname(dirname(path)) : dirname(path);
  const file = await sourceIn(folder, isQueue ? 'issues.jsonl' : basename(path));
  if ('what' in file && file.what === missing)
    return fail('PATH_NOT_FOUND', `There are no issues at ${join(folder, file.path)}.`, {
      path: join(folder, file.path),
      hint: 'Name a file of them: `gh issue list --json number,title,body,state,url > issues.json`, then `drover flow queue issues.json`.',
    });
  if ('what' in file) return { ok: false, failure: refuseFiles([file]) };
  const issues = readIssues(file);
  const queue = isQueue ? await sourceIn(folder, `queues/${basename(path)}`) : null;
  const items = queue === null ? nothing : 'what' in queue ? { values: [], problems: [queue] } : readQueue(queue);
  const open = new Map(issues.values.filter((issue) => !isDone(issue)).map((issue) => [idOf(issue), issue]));
  const bound = await Promise.all(
    [...open].map(async ([id, issue]) => [id, await solutionsOf(folder, String(issue.id ?? id), id)] as const),
  );
  const problems = [...issues.problems, ...items.problems, ...bound.flatMap(([, { problems: wrong }]) => wrong)];
  if (problems.length > 0) return { ok: false, failure: refuseFiles(problems) };
  const solutions = new Map(bound.map(([id, { values }]) => [id, values]));
  const cameFrom = (laid: string) => {
    const [id = '', part] = basename(laid, '.json').split('.');
    return part === undefined ? file.path : (bound.find(([each]) => each === id)?.[1].path ?? file.path);
  };
  return ok({ ...queueIssues({ issues: issues.values, solutions, items: items.values }, only), cameFrom });
}

const nothing = { values: [], problems: [] };
const missing = 'is not there';

/** By the name that the issue has there, or has here. */
async function solutionsOf(folder: string, ...names: readonly string[]) {
  const path = (name: string) => `solutions/${name}.jsonl`;
  for (const name of names.filter((each) => plain.test(each))) {
    const file = await sourceIn(folder, path(name));
    if ('text' in file) return { ...readSolutions(file), path: file.path };
    if (file.what !== missing) return { values: [], problems: [file], path: file.path };
  }
  return { ...nothing, path: path(names[0] ?? '') };
}

async function sourceIn(folder: string, path: string): Promise<SourceFile | Problem> {
  const wrong = (what: string): Problem => ({ path, line: 1, column: 1, what });
  const parts = path.split('/');
  const bytes = await within(folder, parts.slice(0, -1), async (held) => held.short(parts.at(-1) ?? '', longest));
  if (bytes === 'missing') return wrong(missing);
  if (bytes === 'link') return wrong('is a link or no file, which is not followed');
  if (bytes === 'long') return wrong('is longer than 16 MiB');
  return isUtf8(bytes) ? { path, text: bytes.toString('utf8') } : wrong('is no UTF-8');
}

/** Whole or not at all: it is made under another name and then called so. */
async function layFolder(root: string, name: string, files: readonly SourceFile[]): Promise<Result<string>> {
  const folder = join(root, '.workflow', 'active', name);
  const laid = await within(
    root,
    ['.workflow', 'active'],
    async (active) => {
      if ((await active.look(name)) !== null) return 'taken' as const;
      const made = mkdtempSync(active.at('.queue-'));
      try {
        mkdirSync(join(made, '.task'));
        for (const { path, text } of files) writeFileSync(join(made, path), text, { flag: 'wx' });
        renameSync(made, active.at(name));
        return 'laid' as const;
      } finally {
        rmSync(made, { recursive: true, force: true });
      }
    },
    0o755,
  );
  if (laid === 'laid') return ok(folder);
  if (laid === 'taken')
    return fail('ALREADY_EXISTS', `${folder} is there already.`, {
      path: folder,
      hint: `Run it (\`drover flow run ${folder}\`), put it away (\`drover flow archive ${folder}\`), or say another \`--name\`.`,
    });
  return fail('PATH_NOT_FOUND', `${root}/.workflow holds a link, or went meanwhile; nothing was written.`, {
    path: root,
  });
}
