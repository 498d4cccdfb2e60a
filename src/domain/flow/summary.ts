// What a node came to, by git and by what was parsed: for the person as a file, and for the nodes that depend on it in their prompts.
import { titleLine } from './title-line.ts';

/** Something that was added and that others can use. */
export type Component = {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'type' | 'constant';
  readonly path: string;
  readonly line: number;
  readonly exported: boolean;
};

export type ChangedFile = {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed';
  readonly from: string | null;
  readonly added: number;
  readonly removed: number;
};

/** Lists are bounded; `more...`: so many are left out. */
export type NodeSummary = {
  readonly files: readonly ChangedFile[];
  readonly moreFiles: number;
  readonly components: readonly Component[];
  readonly moreComponents: number;
  /** What its gates said of the tree. */
  readonly gates: readonly { readonly gate: string; readonly verdict: string }[];
  /** What a person saw to hold; absent: nobody was to look. */
  readonly looked?: readonly { readonly check: string; readonly by: string }[];
};

const mostFiles = 40;
const mostComponents = 40;
const longestPath = 300;

type Measured = {
  readonly files: readonly ChangedFile[];
  readonly components: readonly Component[];
  readonly gates: NodeSummary['gates'];
};

/** What can be used from elsewhere comes first. */
export function boundSummary({ files, components, gates }: Measured): NodeSummary {
  const named = files.filter(({ path }) => path.length <= longestPath);
  const first = components
    .filter(({ path }) => path.length <= longestPath)
    .sort((one, other) => Number(other.exported) - Number(one.exported));
  return {
    files: named.slice(0, mostFiles),
    moreFiles: files.length - Math.min(named.length, mostFiles),
    components: first.slice(0, mostComponents),
    moreComponents: components.length - Math.min(first.length, mostComponents),
    gates,
  };
}

type Named = { readonly id: string; readonly title: string };

/** The file in `.summaries`. */
export function summaryText({ id, title }: Named, summary: NodeSummary): string {
  const { files, components, gates, looked = [] } = summary;
  const usable = components.filter(({ exported }) => exported);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['### Files Modified', [...files.map(sayFile), ...more(summary.moreFiles, 'file')]],
    ['### Content Added', [...components.map(sayComponent), ...more(summary.moreComponents, 'component')]],
    ['## Outputs for Dependent Tasks', usable.map(sayComponent)],
    ['### Integration Points', [...new Set(usable.map(({ path }) => `- \`${path}\``))]],
    ['### Usage Examples', usageOf(usable)],
    [
      '## Evidence',
      [
        ...gates.map(({ gate, verdict }) => `- ${gate}: ${verdict.replaceAll('_', ' ')}`),
        ...looked.map(({ check, by }) => `- seen by ${by}: ${check.replace(/\s+/g, ' ')}`),
      ],
    ],
  ];
  const told = sections.map(([heading, lines]) => `${heading}\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}`);
  return `${[`# Task: ${id} ${titleLine(title)}`, '## Implementation Summary', ...told, '## Status: ✅ Complete'].join('\n\n')}\n`;
}

const sayFile = ({ path, kind, from, added, removed }: ChangedFile): string =>
  `- \`${path}\`: ${kind}${from === null ? '' : ` from \`${from}\``} (+${added} -${removed})`;

const sayComponent = ({ name, kind, path, line, exported }: Component): string =>
  `- **${name}** (\`${path}:${line}\`): ${kind}${exported ? '' : ', of its file alone'}`;

const more = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`- and ${count} more ${what}${count === 1 ? '' : 's'}`];

/** Where a language says by the path alone how something is reached. */
function usageOf(usable: readonly Component[]): readonly string[] {
  return [...Map.groupBy(usable, ({ path }) => path)].flatMap(([path, all]) => {
    const names = all.map(({ name }) => name).join(', ');
    if (/\.[cm]?[jt]sx?$/.test(path)) return [`- \`import { ${names} } from '${path}'\``];
    const [, module] = /^(?:src\/)?(.+)\.py$/.exec(path) ?? [];
    return module === undefined ? [] : [`- \`from ${module.replaceAll('/', '.')} import ${names}\``];
  });
}

const longestTold = 24_000;

/** For whoever depends on them: what there is now, where. Nearest last, as they are named; the first go where it is too much. */
export function sayForDependants(done: readonly (Named & { readonly summary: NodeSummary })[]): string {
  const each = done.map(({ id, title, summary: { files, components } }) => {
    const usable = components.filter(({ exported }) => exported).map(sayComponent);
    const paths = files.map(({ path, kind }) => `${path} (${kind})`).join(', ');
    return [`### ${id}: ${titleLine(title)}`, `Files: ${paths === '' ? 'none' : paths}`, ...usable].join('\n');
  });
  let left = longestTold;
  const kept = each.reverse().filter((text) => {
    left -= text.length;
    return left >= 0;
  });
  return kept.reverse().join('\n\n');
}
