// Patterns of what an agent may do: `TOOL` or `TOOL(GLOB)`. Matched against what the agent says a permission is for, and against nothing else.
import type { PermissionRequest } from '../session/agent-question.ts';

type Pattern = {
  readonly tool: string;
  /** Null: whatever it is about. */
  readonly glob: string | null;
};

/** Null where it is none. */
export function readPattern(text: string): Pattern | null {
  const [, tool, glob] = /^\s*([^()\s][^()]*?)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  return tool === undefined ? null : { tool, glob: glob ?? null };
}

/** The one that matches this and nothing else. */
export const exactPattern = ({ tool, subject }: PermissionRequest): string =>
  subject === '' ? tool : `${tool}(${subject.replaceAll(/[\\*]/g, (sign) => `\\${sign}`)})`;

/** `*`: anything; where `slashes` part it, anything but a slash, and `**` anything. `\*` is a star. */
export function matchesGlob(glob: string, text: string, slashes: boolean): boolean {
  const source = glob.replaceAll(/\\[\s\S]|\*+|[^\\*]+|\\$/g, (part) => {
    if (part.startsWith('*')) return slashes && part === '*' ? '[^/]*' : '[\\s\\S]*';
    return literal(part.startsWith('\\') && part.length === 2 ? part.slice(1) : part);
  });
  return new RegExp(`^${source}$`).test(text);
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
