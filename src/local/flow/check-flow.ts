// Can a flow be run as it is? Its files are read, and what they name is looked for; nothing is run, and no daemon asked.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalled } from '../../agents/find-installed.ts';
import type { Problem } from '../../contract/flow/read-file.ts';
import { readFlow } from '../../contract/flow/read-flow.ts';
import type { Mention } from '../../contract/flow/read-node.ts';
import { refuseFiles } from '../../contract/flow/refuse-flow.ts';
import type { FlowChecked } from '../../contract/flow.ts';
import { ok, type Result } from '../../domain/error.ts';
import { containersIn } from '../../domain/flow/flow.ts';
import type { NodeRecord } from '../../domain/flow/node.ts';
import { type Carry, carriesIn } from '../../domain/flow/strategy.ts';
import { stacksNamed } from '../../domain/flow/tech-stack.ts';
import { findFlow } from './find-flow.ts';
import { findTools } from './find-tools.ts';
import { readGiven } from './read-files.ts';
import { readFolder } from './read-folder.ts';

type Wanted = {
  readonly given: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export async function checkFlow({ given, cwd, env }: Wanted): Promise<Result<FlowChecked>> {
  const found = findFlow(given, cwd);
  if (!found.ok) return found;
  const { folder, root } = found.value;
  const files = await readFolder(found.value);
  if (!files.ok) return files;
  const tools = findTools(env);
  if (!tools.ok) return tools;
  const read = readFlow({ ...files.value, tools: tools.value });
  if (read.kind === 'wrong') return { ok: false, failure: read.failure };
  const { name, nodes } = read.flow;
  const named = read.mentions
    .filter(({ kind }) => kind === 'path')
    .map((mention) => ({ mention, is: placeOf(mention, root) }));
  const outside = named.filter(({ is }) => is === 'outside');
  if (outside.length > 0)
    return {
      ok: false,
      failure: refuseFiles(
        outside.map(({ mention }) => mention.problem(`leads out of ${root} by a link: ${mention.name}`)),
      ),
    };
  const along = await readGiven(files.value, read.flow);
  if (!along.ok) return along;
  const missing = named
    .filter(({ is }) => is === 'missing')
    .map(({ mention }) => mention.problem(`is not there: ${mention.name}`));
  const containers = containersIn(nodes);
  const carryOf = carriesIn(read.flow);
  return ok({
    name,
    root,
    folder,
    nodes: nodes.map((node) => viewNode(node, carryOf(node), containers)),
    warnings: [...read.warnings, ...missing, ...(await missingAgents(read.mentions, env))],
    unknown_fields: read.unknown,
  });
}

function viewNode(
  node: NodeRecord,
  { strategy, parents }: Carry,
  containers: ReadonlySet<string>,
): FlowChecked['nodes'][number] {
  const { id, title, status, dependsOn } = node;
  return {
    id,
    title,
    status,
    depends_on: dependsOn,
    container: containers.has(id),
    strategy,
    goes_on_with: parents,
    tech_stack: stacksNamed(node.techStack),
  };
}

/** A pattern names no file. */
function placeOf({ name }: Mention, root: string): 'inside' | 'outside' | 'missing' {
  if (/[*?{[]/.test(name)) return 'inside';
  try {
    const real = realpathSync(join(root, name));
    const home = realpathSync(root);
    return real === home || real.startsWith(home === '/' ? home : `${home}/`) ? 'inside' : 'outside';
  } catch {
    return 'missing';
  }
}

async function missingAgents(mentions: readonly Mention[], env: Wanted['env']): Promise<readonly Problem[]> {
  const named = mentions.filter(({ kind }) => kind === 'agent');
  if (named.length === 0) return [];
  const installed = (await findInstalled(env as Readonly<Record<string, string>>)).filter(
    ({ version }) => version !== null,
  );
  return named
    .filter(({ name }) => !installed.some((each) => each.name === name))
    .map(({ name, problem }) => problem(`names an agent that is not installed: ${name}`));
}
