// What the hooks of all agents have in common, as a program and inside of one: what they tell of an edit, what they give back, and that nobody waits for who is not there.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askAboutEdit } from '../../src/agents/edits/ask.ts';
import { foundEdits } from '../../src/agents/edits/found.ts';
import { pathsOf } from '../../src/agents/edits/paths-of.ts';
import { editHooks } from '../../src/agents/opencode/plugin/edits.ts';
import { watchFolder } from '../../src/daemon/system/watch-folder.ts';
import { askIds } from '../../src/ports/edits.ts';
import { mayBeCut } from '../fakes/outliving.ts';

let folder = '';
let over: AbortController;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edits-'));
  for (const name of ['asked', 'told']) mkdirSync(join(folder, name));
  over = new AbortController();
});
afterEach(() => {
  over.abort();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers the first that is asked; resolves with its paths. */
async function answer(words: string | null, taken = false): Promise<readonly string[]> {
  for await (const _ of watchFolder(join(folder, 'asked'), over.signal)) {
    const name = readdirSync(join(folder, 'asked')).find((each) => askIds.test(each));
    if (name === undefined) continue;
    if (taken) writeFileSync(join(folder, 'told', name.replace('.json', '.taken')), '');
    else writeFileSync(join(folder, 'told', name), JSON.stringify({ words }));
    return JSON.parse(readFileSync(join(folder, 'asked', name), 'utf8')).paths;
  }
  return [];
}

const main = fileURLToPath(new URL('../../src/agents/edits/main.ts', import.meta.url));
/** As an agent starts it. */
async function hook(event: object, takenMs = 60_000): Promise<string> {
  const child = spawn(process.execPath, [main, folder, String(takenMs), '60000']);
  mayBeCut(child.stdin).end(JSON.stringify(event));
  return text(child.stdout);
}

describe('PC-14 the hook of an agent', () => {
  it('tells what its tool wrote, and prints the words in the form of the agent', async () => {
    const told = answer('all passed');
    const out = await hook({ tool_name: 'Write', tool_input: { file_path: '/w/a.js', content: 'x' } });
    expect(await told).toEqual(['/w/a.js']);
    expect(JSON.parse(out)).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'all passed' },
    });
  });

  it.each([
    ['a tool that writes nothing', { tool_name: 'Read', tool_input: { file_path: '/w/a.js' } }],
    ['a tool without words', { tool_name: 'Write' }],
    ['what is no tool', {}],
  ])('asks nothing of %s', async (_, event) => {
    expect(await hook(event)).toBe('');
    expect(readdirSync(join(folder, 'asked'))).toEqual([]);
  });

  it('prints nothing where there are no words, where nobody takes it, and where there is no folder', async () => {
    const event = { tool_name: 'Edit', tool_input: { file_path: '/w/a.js' } };
    void answer(null);
    expect(await hook(event)).toBe('');
    expect(await hook(event, 1)).toBe('');
    rmSync(folder, { recursive: true });
    expect(await hook(event)).toBe('');
  });

  it('waits for who has taken it, and no longer than it may', async () => {
    void answer(null, true);
    expect(await askAboutEdit({ folder, takenMs: 600_000, waitMs: 1 }, ['a.js'])).toBe(null);
  });

  it('hears of an answer also where its folder cannot be watched', async () => {
    rmSync(join(folder, 'told'), { recursive: true });
    const asked = (async () => {
      for await (const _ of watchFolder(join(folder, 'asked'), over.signal))
        if (readdirSync(join(folder, 'asked')).some((each) => askIds.test(each))) break;
      mkdirSync(join(folder, 'told'));
      return answer('1 failed');
    })();
    expect(await askAboutEdit({ folder, takenMs: 60_000, waitMs: 60_000 }, ['a.js'])).toBe('1 failed');
    await asked;
  });

  it('waits for nobody once its agent has gone', async () => {
    expect(await askAboutEdit({ folder, takenMs: 600_000, waitMs: 600_000 }, ['a.js'], () => true)).toBe(null);
  });

  it('in OpenCode puts the words behind what the tool came to', async () => {
    const output: Record<string, unknown> = { output: 'Wrote it.', metadata: { filepath: '/w/b.js' } };
    const after = (editHooks({ folder, takenMs: 60_000, waitMs: 60_000 }) as Record<string, CallableFunction>)[
      'tool.execute.after'
    ];
    const told = answer('1 failed');
    await after?.({ tool: 'write', args: {} }, output);
    expect(await told).toEqual(['/w/b.js']);
    expect(output.output).toBe('Wrote it.\n\n1 failed');
  });
});

describe('what a tool wrote', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.js\n@@\n-x\n+y\n*** Add File: b/c.js\n+z\n*** Move to: d.js\n*** End Patch';
  it.each([
    ['Edit', { file_path: '/w/a.js', old_string: 'a' }, ['/w/a.js']],
    ['NotebookEdit', { notebook_path: '/w/a.ipynb' }, ['/w/a.ipynb']],
    ['write_file', { file_path: '/w/a.js' }, ['/w/a.js']],
    ['write', { filePath: 'a.js' }, ['a.js']],
    ['edit', { path: 'a.js' }, ['a.js']],
    ['apply_patch', { command: patch }, ['a.js', 'b/c.js', 'd.js']],
    ['apply_patch', patch, ['a.js', 'b/c.js', 'd.js']],
    ['Bash', { command: `apply_patch <<'EOF'\n${patch}\nEOF` }, ['a.js', 'b/c.js', 'd.js']],
    ['Bash', { command: 'cat a.js', path: 'a.js' }, []],
    ['Edit', null, []],
    ['Edit', { file_path: 7 }, []],
  ])('%s %j: %j', (tool, input, paths) => {
    expect(pathsOf(tool, input)).toEqual(paths);
  });
});

it.each([
  ['{"folder":"/f","takenMs":1,"waitMs":2}', { folder: '/f', takenMs: 1, waitMs: 2 }],
  [undefined, null],
  ['no JSON', null],
  ['{}', null],
])('what an agent finds in its environment: %s', (value, found) => {
  expect(foundEdits({ DROVER_EDITS: value })).toEqual(found);
});
