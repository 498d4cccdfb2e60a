// `config edit`: the person's editor on a copy of the configuration, which takes the place of the file once it is valid.
import type { ChildProcess } from 'node:child_process';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellRefusal, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { type Console, fs, isInteractive, loadOs, path } from '../terminal/console.ts';

export async function runConfigEdit(console: Console, ask: Ask, _values: Values, manner: Manner): Promise<number> {
  const named = console.env.VISUAL || console.env.EDITOR;
  // One that draws on a terminal would wait for ever.
  if (!named && !isInteractive(console))
    return refuse(console, 'There is no terminal to edit in, and no editor is named; nothing was changed.', manner);
  const editor = named || 'vi';
  const now = await ask('config.text', {});
  if (!now.ok) return tellRefusal(console, now, manner.output);
  const before = now.data.text;
  const folder = fs.mkdtempSync(path.join(loadOs().tmpdir(), 'drover-config-'));
  const copy = path.join(folder, 'config.yaml');
  fs.writeFileSync(copy, before ?? '', { mode: 0o600 });
  const drop = () => fs.rmSync(folder, { recursive: true, force: true });
  for (;;) {
    const code = await runEditor(editor, copy, manner.output === 'text');
    const text = fs.readFileSync(copy, 'utf8');
    if (code !== 0 || text === (before ?? '')) {
      drop();
      if (code !== 0) return refuse(console, `${editor} ended with ${code}; nothing was changed.`, manner);
      if (manner.output === 'text') return say(console, 'Nothing was changed.', 0);
      return tellReply(console, 'config.replace', { ok: true, data: { path: now.data.path, changed: false } }, manner);
    }
    const reply = await ask('config.replace', { text, before });
    if (reply.ok) drop();
    if (reply.ok || !(await again(console, reply, manner))) {
      if (!reply.ok) console.stderr.write(`Your text is kept: ${copy}\n`);
      return tellReply(console, 'config.replace', reply, manner);
    }
  }
}

const editorHint = 'Name an editor in VISUAL or EDITOR, one that ends when you are done, like `code --wait`.';

const refuse = (console: Console, message: string, { output }: Manner) =>
  tellFailure(console, { error_code: 'USAGE', message, details: { hint: editorHint } }, output);

const say = ({ stderr }: Console, line: string, code: number): number => {
  stderr.write(`${line}\n`);
  return code;
};

/** Words of a shell, as git and others take it. `plain`: else standard output belongs to the one document. */
async function runEditor(editor: string, file: string, plain: boolean): Promise<number> {
  const { spawn } = await import('node:child_process');
  const child: ChildProcess = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], {
    stdio: ['inherit', plain ? 'inherit' : 2, 'inherit'],
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** On a terminal what is wrong can be mended at once. */
async function again(console: Console, refused: Parameters<typeof tellRefusal>[1], manner: Manner): Promise<boolean> {
  if (manner.output !== 'text' || !isInteractive(console)) return false;
  if (refused.error_code !== 'CONFIG_INVALID' && refused.error_code !== 'UNKNOWN_KEY') return false;
  await tellRefusal(console, refused, 'text');
  const { createPrompt } = await import('../terminal/prompt.ts');
  const prompt = await createPrompt(console, new AbortController().signal);
  const line = await prompt.ask('Edit it again? [Y/n] ');
  prompt.close();
  return line !== null && !/^n/i.test(line.trim());
}
