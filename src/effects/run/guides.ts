// How work is done with what a project is made with: its own guides in `.drover/guides` of the base, else short ones of ours.
import { guides } from '../../domain/flow/guides.ts';
import { stacks, stacksFound, stacksNamed } from '../../domain/flow/tech-stack.ts';
import type { Root } from '../../domain/root.ts';
import type { EffectPorts } from '../../ports/effect.ts';

const folder = '.drover/guides';
const longest = 16 * 1024;

/** `said`: words of the task file; where they name nothing that is known here, its files tell. Of the base, never of what an agent made of it. */
export async function readGuides(
  { git }: Pick<EffectPorts, 'git'>,
  root: Root | null,
  said: readonly string[],
): Promise<readonly string[]> {
  const { hub, base } = root?.state.known.place ?? {};
  if (hub == null || base == null) return [];
  const tree = git.tree(hub, base.tree);
  const paths = await tree.paths();
  const text = async (path: string): Promise<string | null> => {
    const bytes = paths.includes(path) ? await tree.read(path) : null;
    return bytes === null ? null : new TextDecoder().decode(bytes.subarray(0, longest));
  };
  const named = stacksNamed(said);
  const known = named.length > 0 ? named : stacksFound(paths, await text('package.json'));
  const others = said.map(slug).filter((name) => !stacks.some((stack) => stack === name));
  const own = await Promise.all(
    [...known, ...others].map(async (name) => [name, await text(`${folder}/${name}.md`)] as const),
  );
  return own.flatMap(([name, guide]) => {
    const told = guide ?? (known.some((stack) => stack === name) ? guides[name as (typeof known)[number]] : null);
    return told === null ? [] : [`GUIDE (${name}):\n\n${told.trim()}`];
  });
}

/** `Ruby on Rails` is `ruby-on-rails.md`. */
const slug = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
