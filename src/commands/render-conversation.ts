// The end of a conversation as text, for agents that have no screen.
import type { Happening } from '../domain/run/turn.ts';
import type { Session } from '../domain/session/session.ts';
import { stripControl } from '../domain/text/strip-control.ts';
import { happeningsOf } from './happenings-of.ts';
import type { CommandPorts } from './ports.ts';

/** The last so many lines. */
export async function renderConversation(
  ports: Pick<CommandPorts, 'keeper' | 'agents' | 'files'>,
  session: Session,
  lines: number,
): Promise<readonly string[]> {
  let text = '';
  for await (const happening of happeningsOf(ports, session, false, new AbortController().signal)) {
    text += textOf(happening, text);
    // Only the end is wanted, and a conversation may be of any length.
    if (text.length > 4 * keptLetters) text = text.slice(-keptLetters);
  }
  return stripControl(text).split('\n').slice(-lines);
}

const keptLetters = 256 * 1024;

function textOf(happening: Happening, before: string): string {
  const begin = before === '' || before.endsWith('\n') ? '' : '\n';
  switch (happening.kind) {
    case 'text':
      return happening.text;
    case 'turn_started':
      return `${begin}> ${happening.message ?? 'a turn'}\n`;
    case 'tool_started':
      return `${begin}* ${happening.tool}: ${happening.what}\n`;
    case 'permission_asked':
      return `${begin}? ${happening.asked.text}\n`;
    case 'turn_ended':
      return happening.outcome.kind === 'answered' ? begin : `${begin}! ${happening.outcome.kind}\n`;
    default:
      return '';
  }
}
