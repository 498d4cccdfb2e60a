// Plays the steps of one turn in the real world and tells them as lines.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askAboutEdit } from '../edits/ask.ts';
import { foundEdits } from '../edits/found.ts';
import { asList, asNumber, asRecord, asText } from '../json.ts';
import type { Step } from './script.ts';

export type Tell = (line: Readonly<Record<string, unknown>>) => void;

/** `done`: the last line's payload; null: ends without one. */
export type Played = { readonly code: number; readonly done: Readonly<Record<string, unknown>> | null };

/** What stands around a turn: whom it can ask, and whether it is to stop. */
export type Host = {
  /** Whether it may; null where nobody can be asked, which refuses. */
  readonly ask: ((tool: string, subject: string) => Promise<boolean>) | null;
  readonly stop: AbortSignal;
};

const alone: Host = { ask: null, stop: new AbortController().signal };
const interrupted: Played = { code: 0, done: { outcome: 'interrupted', text: '' } };

export async function perform(steps: readonly Step[], cwd: string, tell: Tell, host: Host = alone): Promise<Played> {
  let answer = '';
  let refused = false;
  for (const [index, { name, value }] of steps.entries()) {
    if (host.stop.aborted) return interrupted;
    if (refused) {
      refused = false;
      continue;
    }
    const given = asRecord(value);
    const tool = (what: string, path: string | null, act: () => Promise<number | null> | null) =>
      play(tell, { id: `t${index + 1}`, tool: name, what, path }, act);
    switch (name) {
      case 'say':
      case 'report':
        answer = name === 'say' ? asText(value) : `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
        tell({ type: 'text', text: answer });
        break;
      case 'write':
        await tool(asText(given.path), asText(given.path), () =>
          writeText(resolve(cwd, asText(given.path)), asText(given.text)),
        );
        break;
      case 'edit':
        await tool(asText(given.path), asText(given.path), async () => {
          writeText(resolve(cwd, asText(given.path)), asText(given.text));
          const edits = foundEdits();
          const words = edits === null ? null : await askAboutEdit(edits, [asText(given.path)]);
          if (words !== null) tell({ type: 'text', text: words });
          return null;
        });
        break;
      case 'replace':
        await tool(asText(given.path), asText(given.path), () =>
          replaceText(resolve(cwd, asText(given.path)), asText(given.old), asText(given.new)),
        );
        break;
      case 'remove':
        await tool(asText(value), asText(value), () => {
          rmSync(resolve(cwd, asText(value)), { recursive: true });
          return null;
        });
        break;
      case 'run':
      case 'git': {
        const argv = [...(name === 'git' ? ['git'] : []), ...asList(value).map(asText)];
        await tool(argv.join(' '), null, () => run(argv, cwd, host.stop));
        break;
      }
      case 'ask':
        refused = !(await host.ask?.(asText(given.tool), asText(given.subject)));
        break;
      case 'wait':
        while (!existsSync(resolve(cwd, asText(given.file))) && !host.stop.aborted) await wait(20);
        break;
      case 'sleep':
        await wait(asNumber(value) ?? 0, undefined, { signal: host.stop }).catch(() => undefined);
        break;
      case 'crash':
        process.stderr.write('the scripted agent crashed as its script says\n');
        return { code: asNumber(value) ?? 1, done: null };
      case 'exit':
        return {
          code: asNumber(given.code) ?? 0,
          done: given.silent === true ? null : { outcome: 'answered', text: answer },
        };
      case 'garbage':
        process.stdout.write(`${'\u0001}{"'.repeat(Math.ceil((asNumber(value) ?? 0) / 4))}\n`);
        break;
      case 'hang':
        if (given.ignoreTerm === true)
          for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
        tell({ type: 'hanging' });
        await forever(host.stop);
        break;
      case 'escape':
        await breakAway(resolve(cwd, asText(given.file) || 'escaped.log'), given.cleanEnv === true);
        break;
      case 'usage':
        tell({ type: 'usage', ...given });
        break;
      case 'apiError':
        return {
          code: 1,
          done: {
            outcome: 'api_error',
            status: given.status,
            text: `API error ${asNumber(given.status) ?? '(no status)'}`,
          },
        };
      case 'limited':
        return { code: 1, done: { outcome: 'limited', until: given.until, text: 'usage limit reached' } };
      case 'authMissing':
        return { code: 1, done: { outcome: 'auth_missing', text: 'not logged in' } };
    }
  }
  return host.stop.aborted ? interrupted : { code: 0, done: { outcome: 'answered', text: answer } };
}

async function forever(stop: AbortSignal): Promise<void> {
  const busy = setInterval(() => undefined, 1 << 30);
  await new Promise((resolved) => stop.addEventListener('abort', resolved, { once: true }));
  clearInterval(busy);
}

/** A failing act is told as a failed tool and the script goes on, as a model would. */
async function play(
  tell: Tell,
  { id, tool, what, path }: { id: string; tool: string; what: string; path: string | null },
  act: () => Promise<number | null> | null,
): Promise<void> {
  tell({ type: 'tool_started', id, tool, what });
  let exit: number | null = null;
  let fine = true;
  try {
    exit = await act();
    fine = exit === null || exit === 0;
  } catch (error) {
    fine = false;
    process.stderr.write(`${error}\n`);
  }
  tell({ type: 'tool_ended', id, ok: fine, exit, paths: fine && path !== null ? [path] : [] });
}

async function run([program = '', ...args]: readonly string[], cwd: string, stop: AbortSignal): Promise<number> {
  const child = spawn(program, args, { cwd, stdio: 'ignore', signal: stop });
  const { promise, resolve } = Promise.withResolvers<number>();
  child.once('error', () => resolve(127));
  child.once('exit', (code) => resolve(code ?? 127));
  return promise;
}

function writeText(path: string, text: string): null {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return null;
}

function replaceText(path: string, old: string, next: string): null {
  const text = readFileSync(path, 'utf8');
  // Its turn may have been cut after this step.
  if (next !== '' && text.includes(next) && (next.includes(old) || !text.includes(old))) return null;
  if (!text.includes(old)) throw new Error(`${path} does not contain ${JSON.stringify(old)}`);
  return writeText(
    path,
    text.replace(old, () => next),
  );
}

const stray = (file: string) =>
  `setInterval(() => require('fs').appendFileSync(${JSON.stringify(file)}, process.pid + '\\n'), 100)`;

/** A grandchild with a session of its own, whose parent is gone: what a keeper must still find. `cleanEnv`: without the environment's marks. */
async function breakAway(file: string, cleanEnv: boolean): Promise<void> {
  const inner = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stray(file))}], { detached: true, stdio: 'ignore' }).unref()`;
  const child = spawn(process.execPath, ['-e', inner], {
    detached: true,
    stdio: 'ignore',
    ...(cleanEnv ? { env: {} } : {}),
  });
  await new Promise((resolved) => child.once('exit', resolved));
  while (!existsSync(file)) await wait(20);
}
