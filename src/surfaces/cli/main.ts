#!/usr/bin/env node
// The program `drover`: one command, one exit code. Bugs are caught here and nowhere else.
import { openConsole } from './console.ts';
import { run } from './run.ts';

const here = openConsole(process);
try {
  process.exitCode = await run(here, process.argv.slice(2));
} catch (error) {
  const { tellBug } = await import('./tell-bug.ts');
  process.exitCode = await tellBug(here, process.argv.slice(2), error);
}
