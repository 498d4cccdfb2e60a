// The branch of a task, from the workspace's pattern.
import type { ThingId } from '../ids.ts';

/** What a branch is named after; `branch`: as the person wants it. */
type Named = {
  readonly branch: string | null;
  readonly title: string | null;
  readonly text: string;
  readonly issue?: { readonly number: number };
  readonly settings: { readonly workspace: { readonly branch: string } };
};

/** `{task} {slug} {kind} {issue}` are replaced; `tried` > 0 adds a number after a collision; `flat`: in no folder. Never longer than 100 characters. */
export function branchName(spec: Named, task: ThingId, tried: number, flat = false): string {
  const asked =
    spec.branch ??
    fill(spec.settings.workspace.branch, {
      task,
      slug: slug(spec.title ?? spec.text),
      kind: 'fix',
      issue: String(spec.issue?.number ?? task),
    });
  const wanted = flat ? asked.replaceAll('/', '-') : asked;
  const number = tried === 0 ? '' : `-${tried + 1}`;
  return `${wanted.slice(0, 100 - number.length).replace(/[-/.]+$/, '')}${number}`;
}

const fill = (pattern: string, words: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);

export function slug(text: string): string {
  const words = (text.split('\n')[0] ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words.slice(0, 40).replace(/-+$/, '') || 'task';
}
