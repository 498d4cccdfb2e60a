// A bug of ours, as a sentence: the stack goes to a file that the id names.
import { appendFileSync, mkdirSync } from 'node:fs';
import { parse } from '../parse/parse.ts';
import type { Console } from '../terminal/console.ts';
import { tellFailure } from './reply.ts';

export function tellBug(console: Console, argv: readonly string[], error: unknown): Promise<number> {
  const id = `b${console.now().toString(36)}`;
  const kept = keep(`${console.places.state}/cli.log`, id, error);
  const message = `Drover itself failed: ${error instanceof Error ? error.message : String(error)}`;
  const hint = kept === null ? 'Please report it.' : `Please report it; the details are under ${id} in ${kept}.`;
  return tellFailure(console, { error_code: 'INTERNAL', message, details: { log_id: id, hint } }, parse(argv).output);
}

function keep(file: string, id: string, error: unknown): string | null {
  try {
    mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 });
    appendFileSync(file, `${id} ${error instanceof Error ? error.stack : String(error)}\n`, { mode: 0o600 });
    return file;
  } catch {
    return null;
  }
}
