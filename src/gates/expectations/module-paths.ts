// How a test names a module of the repository, and how it would name another one.
import { posix } from 'node:path';

/** The file among `known` that a relative specifier of script means; null: none of them. */
export function scriptModule(from: string, specifier: string, known: (path: string) => boolean): string | null {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return null;
  const plain = posix.join(posix.dirname(from), specifier).replace(/\/$/, '');
  const typed = plain.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  const ends = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.jsx', '.tsx', '/index.js', '/index.ts'];
  return [...ends.map((end) => posix.normalize(`${plain}${end}`)), typed].find(known) ?? null;
}

/** In the manner of the specifier that named `was`. */
export function scriptSpecifier(from: string, to: string, specifier: string, was: string): string {
  const relative = posix.relative(posix.dirname(from), to);
  const path = relative.startsWith('.') ? relative : `./${relative}`;
  const end = /\.[cm]?[jt]sx?$/;
  if (!end.test(specifier)) return path.replace(end, '').replace(/\/index$/, '');
  return end.exec(specifier)?.[0] === end.exec(was)?.[0] ? path : path.replace(/\.([cm]?)ts(x?)$/, '.$1js$2');
}

/** The file among `known` that a dotted name of Python means, wherever its root is. */
export function pythonModule(from: string, dotted: string, known: readonly string[]): string | null {
  const dots = /^\.*/.exec(dotted)?.[0].length ?? 0;
  const parts = dotted.slice(dots).split('.').filter(Boolean);
  const up = dots === 0 ? '' : posix.join(posix.dirname(from), ...Array<string>(dots - 1).fill('..'));
  const path = posix.join(up, ...parts);
  const names = [`${path}.py`, `${path}/__init__.py`];
  return known.find((each) => names.some((name) => each === name || (dots === 0 && each.endsWith(`/${name}`)))) ?? null;
}

/** Seen from the same root as `dotted` sees `was`. */
export function pythonName(dotted: string, was: string, to: string): string {
  const own = (was.endsWith('/__init__.py') ? posix.dirname(was) : was).split('/');
  const root = own.slice(0, Math.max(0, own.length - dotted.split('.').filter(Boolean).length));
  const target = to.replace(/(?:\/__init__)?\.py$/, '').split('/');
  const isBelow = root.every((part, at) => target[at] === part);
  return target.slice(isBelow ? root.length : 0).join('.');
}

/** As a module of the same package sees it: the folder with its dots, and the name in it. */
export function pythonBeside(from: string, to: string): { readonly folder: string; readonly name: string } {
  const target = to.replace(/(?:\/__init__)?\.py$/, '');
  const steps = posix.relative(posix.dirname(from), posix.dirname(target)).split('/').filter(Boolean);
  const up = steps.filter((step) => step === '..').length;
  return { folder: `${'.'.repeat(up + 1)}${steps.slice(up).join('.')}`, name: posix.basename(target) };
}
