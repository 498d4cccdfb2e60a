// The end of what a run's program wrote, as text.
import { type Answered, pageKey, unreachable } from './ask.ts';
import { readLines } from './read-lines.ts';

export async function readTranscript(run: string, lines: number): Promise<Answered<string>> {
  try {
    const response = await fetch('/v1/service.logs', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson', ...pageKey() },
      body: JSON.stringify({ id: run, lines }),
      credentials: 'same-origin',
    });
    return readLines(await response.text());
  } catch {
    return unreachable();
  }
}
