#!/usr/bin/env node
import { run } from './run.ts';
// The program `drover`: one command, one exit code. Bugs are caught here and nowhere else.
import { openConsole } from './terminal/console.ts';

const here = openConsole(process);
const words = process.argv.slice(2);
// No `await` out here: the program is also bundled as CommonJS, which starts faster and has none.
void run(here, words)
  .catch(async (error: unknown) => (await import('./output/bug.ts')).tellBug(here, words, error))
  .then((code) => {
    process.exitCode = code;
    // All is said: Node's own tidying up takes a millisecond.
    if (!here.stdout.isStreamed && !here.stderr.isStreamed) process.exit();
  });
