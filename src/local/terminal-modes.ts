// What a program switched on in the person's terminal, so that it can be switched off when they leave it.

/** Those that a terminal does not have on by itself; 25 (the cursor) and 7 (wrapping) it has. */
const off = [1, 9, 47, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004, 2026, 2031];
const on = [7, 25];

export type TerminalModes = {
  see(bytes: Uint8Array): void;
  /** Back to what a shell expects; '' where nothing was changed. */
  undo(): string;
};

/** Bytes of a sequence that the next chunk may finish. */
const longest = 64;

export function createTerminalModes(): TerminalModes {
  const changed = new Set<number>();
  let levels = 0;
  let styled = false;
  let rest = '';
  return {
    see(bytes) {
      const text = rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
      for (const [, modes = '', how] of text.matchAll(/\u001b\[\?([\d;]+)([hl])/g))
        for (const mode of modes.split(';').map(Number)) {
          if (off.includes(mode)) set(changed, mode, how === 'h');
          if (on.includes(mode)) set(changed, mode, how === 'l');
        }
      for (const [, how] of text.matchAll(/\u001b\[([<>])\d*(?:;\d+)?u/g))
        levels = Math.max(0, levels + (how === '>' ? 1 : -1));
      styled ||= text.includes('\u001b[');
      const open = text.lastIndexOf('\u001b');
      rest =
        open !== -1 && text.length - open < longest && !/^\u001b\[[?<>]?[\d;]*[@-~]/.test(text.slice(open))
          ? text.slice(open)
          : '';
    },
    undo() {
      if (!styled) return '';
      const screen = [...changed].filter((mode) => off.includes(mode)).map((mode) => `\u001b[?${mode}l`);
      const back = [...changed].filter((mode) => on.includes(mode)).map((mode) => `\u001b[?${mode}h`);
      return `${levels > 0 ? `\u001b[<${levels}u` : ''}\u001b[>4;0m${back.join('')}\u001b[0m${screen.join('')}`;
    },
  };
}

const set = (changed: Set<number>, mode: number, isChanged: boolean): void => {
  if (isChanged) changed.add(mode);
  else changed.delete(mode);
};
