// The error table as a page of the documentation.

import type { ErrorCode } from '../../domain/error.ts';
import { type ErrorRow, errors } from './errors.ts';
import { usageOfHint } from './fill-hint.ts';

const head = `# Errors

Made from \`src/contract/errors/errors.ts\` by \`node scripts/write-error-page.ts\`; do not edit.

Every refusal has a sentence, a hint and one of these codes; with \`--json\` it is
\`{"ok":false,"error":"sentence","error_code":"CODE","hint":"what to do next"}\`. No code is ever renamed.

Exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 refused as things stand, 5 claimed done but not proven, 6 waits for a person,
7 the agent's service limits it, 8 unreachable, 124 timeout, 130 cancelled.

| code | exit | HTTP | retry helps | means | what to do |
|---|---|---|---|---|---|
`;

export function errorPage(): string {
  const rows = Object.entries(errors).map(([code, row]) => lineOf(code, row));
  const waiting = Object.entries(unemitted).map(([code, work]) => `- \`${code}\`: ${work}`);
  const list = waiting.length === 0 ? '' : `\n## Not emitted yet\n\n${waiting.join('\n')}\n`;
  return `${head}${rows.join('\n')}\n${list}`;
}

const lineOf = (code: string, { exit, status, retry, sentence, hint }: ErrorRow): string =>
  `| \`${code}\` | ${exit} | ${status} | ${retry ? 'yes' : 'no'} | ${cell(sentence)} | ${cell(usageOfHint(hint))} |`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

// Codes of the error table that no test shows yet, with the work they wait for. This list may only shrink.

export const unemitted: Readonly<Partial<Record<ErrorCode, string>>> = {
  BASE_RED: 'the gates run on the base before an agent is paid',
  SECRET_FOUND: 'the scan before the commit',
  TREE_CHANGED: 'the tree compared after an analysis',
};
