// A test of the base in the words of the change: what it imports is taken from where it is now, under the name it has now. What it expects stays as it was.
import { codeText, type Language, languageOf } from '../tamper/code-text.ts';
import { pythonBeside, pythonModule, pythonName, scriptModule, scriptSpecifier } from './module-paths.ts';
import { homeOf, type Renames } from './renames.ts';

export type Carried = {
  readonly text: string;
  /** What the test calls what is nowhere any more. */
  readonly dropped: readonly string[];
};

type Ways = { readonly [Name in Language]?: (path: string, text: string, renames: Renames) => Carried };

export function carryOver(path: string, text: string, renames: Renames): Carried {
  const language = languageOf(path);
  const carried = ways[language]?.(path, text, renames) ?? { text, dropped: [] };
  return { ...carried, text: renameMembers(carried.text, language, renames.names) };
}

/** `cart.total`, where nothing is called `total` any more. */
function renameMembers(text: string, language: Language, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  const found = [...codeText(text, language).matchAll(/(?<=[\w)\]]\.)[A-Za-z_$][\w$]*/g)].toReversed();
  return found.reduce((all, { 0: name, index }) => {
    const called = names.get(name);
    return called === undefined ? all : `${all.slice(0, index)}${called}${all.slice(index + name.length)}`;
  }, text);
}

/** One name that is taken from a module, and what it is called here. */
type Taken = { readonly name: string; readonly local: string };
type TakenFrom = { readonly path: string; readonly taken: readonly Taken[] };

/** null: all of it is where it was, under the same name. */
function sortOut(renames: Renames, module: string, wanted: readonly Taken[]) {
  const found = wanted.map((each) => ({ ...each, home: homeOf(renames, module, each.name) }));
  if (found.every(({ home, name }) => home?.path === module && home.name === name)) return null;
  const there = found.flatMap(({ home, local }) => (home === null ? [] : [{ ...home, local }]));
  const places: readonly TakenFrom[] = [...Map.groupBy(there, ({ path }) => path)].map(([path, taken]) => ({
    path,
    taken,
  }));
  return { places, dropped: found.flatMap(({ home, local }) => (home === null ? [local] : [])) };
}

const namesIn = (list: string, as: RegExp): readonly Taken[] =>
  list
    .split(',')
    .map((each) => each.replace(/#.*|\/\/.*/g, '').trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [name = '', local = name] = each.split(as);
      return { name: name.trim(), local: local.trim() };
    });

const ways: Ways = { script, python };

const scriptImport = /\bimport\s+(?!type\b)([\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*(["'])([^"'\n]+)\3[ \t]*;?/g;
const scriptRequire =
  /\b(const|let|var)\s+\{([^}]*)\}\s*=\s*(await\s+import|require)\s*\(\s*(["'])([^"'\n]+)\4\s*\)[ \t]*;?/g;

function script(path: string, text: string, renames: Renames): Carried {
  const dropped: string[] = [];
  const moduleOf = (specifier: string) => scriptModule(path, specifier, (each) => renames.before.has(each));
  const rewrite = (
    whole: string,
    { list, as, specifier }: { readonly list: string; readonly as: RegExp; readonly specifier: string },
    write: (names: readonly Taken[], from: string) => string,
    rest: (from: string | null) => string = () => '',
  ): string => {
    const module = moduleOf(specifier);
    const sorted = module === null ? null : sortOut(renames, module, namesIn(list, as));
    if (module === null || sorted === null) return whole;
    dropped.push(...sorted.dropped);
    const named = (to: string) => scriptSpecifier(path, to, specifier, module);
    const there = renames.paths.has(module) ? (renames.paths.get(module) ?? null) : module;
    return [
      rest(there === null ? null : named(there)),
      ...sorted.places.map((place) => write(place.taken, named(place.path))),
    ].join(' ');
  };
  const one = text.replaceAll(scriptImport, (whole, own: string | undefined, list: string, quote: string, specifier) =>
    rewrite(
      whole,
      { list, specifier, as: /\s+as\s+/ },
      (taken, from) =>
        `import { ${taken.map(({ name, local }) => `${name} as ${local}`).join(', ')} } from ${quote}${from}${quote};`,
      (from) =>
        own === undefined || from === null ? '' : `import ${own.replace(',', '')}from ${quote}${from}${quote};`,
    ),
  );
  const two = one.replaceAll(
    scriptRequire,
    (whole, word: string, list: string, how: string, quote: string, specifier) =>
      rewrite(
        whole,
        { list, specifier, as: /\s*:\s*/ },
        (taken, from) =>
          `${word} { ${taken.map(({ name, local }) => `${name}: ${local}`).join(', ')} } = ${how}(${quote}${from}${quote});`,
      ),
  );
  return { text: scriptPaths(path, two, renames), dropped };
}

/** Whatever else names a file that is somewhere else now: whole modules, mocks. What is nowhere is not imported. */
function scriptPaths(path: string, text: string, { paths }: Renames): string {
  const target = (specifier: string) => scriptModule(path, specifier, (each) => paths.has(each));
  const without = text.replaceAll(
    /^[ \t]*import\s+(?:[\w$*{}\s,]+\sfrom\s*)?(["'])([^"'\n]+)\1[ \t]*;?/gm,
    (whole, _, specifier: string) => {
      const was = target(specifier);
      return was !== null && paths.get(was) === null ? '' : whole;
    },
  );
  return without.replaceAll(/(["'])(\.{1,2}\/[^"'\n]*)\1/g, (whole, quote: string, specifier: string) => {
    const was = target(specifier);
    const to = was === null ? null : (paths.get(was) ?? null);
    return was === null || to === null ? whole : `${quote}${scriptSpecifier(path, to, specifier, was)}${quote}`;
  });
}

const pythonImport = /^([ \t]*)from[ \t]+([.\w]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n#(]+))/gm;

function python(path: string, text: string, renames: Renames): Carried {
  const known = [...renames.before.keys()];
  const dropped: string[] = [];
  const named = text.replaceAll(pythonImport, (whole, indent: string, dotted: string, many?: string, one?: string) => {
    const wanted = namesIn(many ?? one ?? '', /\s+as\s+/);
    const module = pythonModule(path, dotted, known);
    if (module === null) return pythonModules(path, whole, { indent, dotted, wanted }, renames, dropped);
    const sorted = sortOut(renames, module, wanted);
    if (sorted === null) return whole;
    dropped.push(...sorted.dropped);
    const plain = dotted.replace(/^\.+/, '');
    const lines = sorted.places.map(
      ({ path: to, taken }) =>
        `from ${dotted === plain ? pythonName(plain, module, to) : besideAsOne(path, to)} import ${taken.map(({ name, local }) => `${name} as ${local}`).join(', ')}`,
    );
    return `${indent}${lines.length === 0 ? 'pass' : lines.join('; ')}`;
  });
  return { text: pythonPaths(path, named, renames), dropped };
}

function besideAsOne(path: string, to: string): string {
  const { folder, name } = pythonBeside(path, to);
  return `${folder}${folder.endsWith('.') ? '' : '.'}${name}`;
}

/** `from shop import cart`, where `cart` is a file that is somewhere else now. */
function pythonModules(
  path: string,
  whole: string,
  { indent, dotted, wanted }: { readonly indent: string; readonly dotted: string; readonly wanted: readonly Taken[] },
  { paths }: Renames,
  dropped: string[],
): string {
  const found = wanted.map((each) => {
    const full = `${dotted}${dotted.endsWith('.') ? '' : '.'}${each.name}`;
    const was = pythonModule(path, full, [...paths.keys()]);
    return { ...each, full, was, to: was === null ? null : (paths.get(was) ?? null) };
  });
  if (found.every(({ was }) => was === null)) return whole;
  dropped.push(...found.flatMap(({ was, to, local }) => (was !== null && to === null ? [local] : [])));
  const stay = found.filter(({ was }) => was === null).map(({ name, local }) => `${name} as ${local}`);
  const moved = found.flatMap(({ was, to, full, local }) => {
    if (was === null || to === null) return [];
    if (!dotted.startsWith('.')) return [`import ${pythonName(full, was, to)} as ${local}`];
    const { folder, name } = pythonBeside(path, to);
    return [`from ${folder} import ${name} as ${local}`];
  });
  const lines = [...(stay.length > 0 ? [`from ${dotted} import ${stay.join(', ')}`] : []), ...moved];
  return `${indent}${lines.length === 0 ? 'pass' : lines.join('; ')}`;
}

/** Dotted names of files that are somewhere else now, in code and in the texts that patch them. */
function pythonPaths(path: string, text: string, { paths }: Renames): string {
  return [...paths].reduce((all, [was, to]) => {
    const parts = was.replace(/(?:\/__init__)?\.py$/, '').split('/');
    if (!was.endsWith('.py') || was.startsWith(path)) return all;
    const roots = parts.map((_, at) => parts.slice(at).join('.'));
    return roots.reduce(
      (each, dotted) => replaceModule(each, dotted, to === null ? null : pythonName(dotted, was, to)),
      all,
    );
  }, text);
}

function replaceModule(text: string, dotted: string, called: string | null): string {
  const word = dotted.replaceAll('.', '\\.');
  const line = new RegExp(`^([ \\t]*)import[ \\t]+${word}(?![\\w.])([ \\t]+as[ \\t]+\\w+)?`, 'gm');
  const imported = text.replaceAll(line, (_, indent: string, as?: string) =>
    called === null
      ? `${indent}pass`
      : `${indent}import ${called}${as ?? (dotted.includes('.') ? '' : ` as ${dotted}`)}`,
  );
  if (called === null || !dotted.includes('.')) return imported;
  return imported.replaceAll(new RegExp(`(?<![\\w.])${word}(?!\\w)`, 'g'), called);
}
