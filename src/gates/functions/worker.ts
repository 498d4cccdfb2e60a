// Parses files in a thread of its own: a long parse holds nobody up, and one that never ends is ended with the thread.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import { Language, Parser } from 'web-tree-sitter';
import { bodiesOf } from './bodies-of.ts';
import { declarationsOf } from './declarations-of.ts';
import { functionsOf, type Roles, rolesIn } from './functions-of.ts';
import { type GrammarName, grammars } from './grammars.ts';
import type { FileReading, ToParse } from './read-functions.ts';

type Loaded = { readonly language: Language; readonly roles: Roles };

const post = (at: number, reading: FileReading) => parentPort?.postMessage({ at, reading });

const { resolve } = createRequire(import.meta.url);

/** Beside the bundle and packed, or in the package that it comes with. */
async function binaryOf(name: string): Promise<Uint8Array> {
  const packed = fileURLToPath(new URL(`./grammars/${name}.wasm.br`, import.meta.url));
  if (existsSync(packed)) return brotliDecompressSync(await readFile(packed));
  const own = name === 'parser' ? 'web-tree-sitter/web-tree-sitter.wasm' : null;
  return readFile(resolve(own ?? `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`));
}

async function load(name: GrammarName): Promise<Loaded> {
  const language = await Language.load(await binaryOf(name));
  return { language, roles: rolesIn(language, grammars[name]) };
}

function parse(
  parser: Parser,
  { language, roles }: Loaded,
  { grammar, text, limitMs, declares, bodies }: ToParse,
): FileReading {
  parser.setLanguage(language);
  const until = performance.now() + limitMs;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
  if (tree === null) {
    parser.reset();
    return { kind: 'unread', why: `it is not parsed within ${limitMs / 1000} s` };
  }
  try {
    return {
      kind: 'read',
      ...functionsOf(tree, roles),
      ...(declares && { declarations: declarationsOf(tree, grammar) }),
      ...(bodies && { bodies: bodiesOf(tree, grammar) }),
    };
  } finally {
    tree.delete();
  }
}

const files = workerData as readonly ToParse[];
await Parser.init({ wasmBinary: await binaryOf('parser') });
const parser = new Parser();
const known = new Map<GrammarName, Loaded | null>();
for (const [at, file] of files.entries()) {
  if (!known.has(file.grammar)) known.set(file.grammar, await load(file.grammar).catch(() => null));
  const loaded = known.get(file.grammar) ?? null;
  post(
    at,
    loaded === null
      ? { kind: 'unread', why: `the grammar of ${file.grammar} is not there` }
      : parse(parser, loaded, file),
  );
}
