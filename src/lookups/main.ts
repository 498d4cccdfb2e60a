// `main REQUEST`: does what the file says, and writes what it found. Its exit says how it went (`exits`); why not, its errors.
import { readFileSync } from 'node:fs';
import { partsOf } from '../disk/held-folder.ts';
import { lookupExits } from '../domain/run/lookup.ts';
import { linesWith, namesOf, readText } from './files.ts';
import { type FoundText, type LookupRequest, NotFound } from './request.ts';

const request = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LookupRequest;

async function lookUp({ command, folder, below = '', server }: LookupRequest): Promise<FoundText> {
  const place = { folder, below: partsOf(below) };
  switch (command.kind) {
    case 'read':
      return readText(place, command.path);
    case 'search':
      return linesWith(place, command.pattern, command.path);
    case 'glob':
      return namesOf(place, command.pattern);
    case 'mcp': {
      if (server === undefined) throw new NotFound(`there is no server ${command.server} in mcp.servers`);
      const { askServer } = await import('./ask-server.ts');
      return askServer({ server, tool: command.tool, args: command.args });
    }
  }
}

try {
  const { text, cut } = await lookUp(request);
  process.exitCode = cut ? lookupExits.cut : lookupExits.whole;
  process.stdout.write(text);
} catch (error) {
  if (!(error instanceof NotFound)) throw error;
  process.stderr.write(error.message);
  process.exitCode = lookupExits.notFound;
}
