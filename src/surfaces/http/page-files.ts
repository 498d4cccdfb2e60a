// The built page as files: served to everybody of this machine, for nothing of a person is in them. Only files that stood there when the door opened are known.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, posix, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Env, Hono, MiddlewareHandler } from 'hono';
import { signInFiles } from './sign-in-page.ts';
import type { WayIn } from './way-in.ts';

const gzip = promisify(gzipWithCallback);

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};
const packed = new Set(['.ico', '.png', '.woff2']);

/** Programs are in files of ours alone. Styles may be set by programs: a terminal draws with them. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On whatever is answered, errors too. */
export const browserGuards: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** A frame shows what a copy's own program serves on this machine, under the name that is not the page's: cookies know no port, and a frame that were led to another port of the page's own name would be sent them. */
const framesOf = ({ origin }: WayIn): string =>
  `; frame-src http://${new URL(origin).hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:*`;

type Guarded = { readonly Bindings: HttpBindings; readonly Variables: { readonly way?: WayIn } };

/** What a stream has begun to tell has them already. */
export const guardBrowsers: MiddlewareHandler<Guarded> = async (context, next) => {
  await next();
  if (context.env.outgoing.headersSent) return;
  const way = context.get('way');
  for (const [name, value] of Object.entries(browserGuards))
    if (name !== 'cache-control' || context.res.headers.get(name) === null) context.header(name, value);
  if (way !== undefined) context.header('content-security-policy', `${policy}${framesOf(way)}`);
};

/** `read`: whole. */
type PageFile = { readonly type: string; readonly cache: string; readonly packs: boolean; read(): Promise<Buffer> };

/** `folder`: of the built page; where there is none, only signing in is shown. */
export function addPage<E extends Env>(app: Hono<E>, folder: string): void {
  const files = new Map([...signInFiles].map(([path, text]) => [path, fileOf(path, async () => Buffer.from(text))]));
  for (const path of pathsIn(folder))
    files.set(
      path,
      fileOf(path, () => readFile(join(folder, path))),
    );
  const zipped = new Map<PageFile, Promise<Buffer>>();
  app.get('*', async (context, next) => {
    const file = files.get(pathOf(context)) ?? (isPlace(context) ? files.get('/index.html') : undefined);
    if (file === undefined) return next();
    const zip = file.packs && /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
    if (zip && !zipped.has(file))
      zipped.set(
        file,
        file.read().then((bytes) => gzip(bytes, { level: 9 })),
      );
    const bytes = zip ? await zipped.get(file) : await file.read();
    return context.body(new Uint8Array(bytes ?? []), 200, {
      'content-type': file.type,
      'cache-control': file.cache,
      vary: 'accept-encoding',
      ...(zip ? { 'content-encoding': 'gzip' } : {}),
    });
  });
}

const pathOf = ({ req }: Context): string =>
  req.path === '/' ? '/index.html' : req.path === '/sign-in' ? '/sign-in.html' : req.path;

/** An address of the page's own, which the page makes something of: no file, and no request of programs. */
const isPlace = ({ req }: Context): boolean => extname(req.path) === '' && !req.path.startsWith('/v1/');

/** What carries a hash of its content in its name never changes. */
const fileOf = (path: string, read: PageFile['read']): PageFile => ({
  type: types[extname(path)] ?? 'application/octet-stream',
  cache: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  packs: !packed.has(extname(path)),
  read,
});

function pathsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.join('/', join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/')));
  } catch {
    return [];
  }
}
