// The form of the analysis report, as an agent is shown it, and asked for again.
import { fence } from '../safe/fence.ts';

export const reportForm = `{
  "cause": "why it happens, in one paragraph",
  "locations": [{ "file": "src/path/file.ts", "line": 12, "what": "what is there" }],
  "proposals": [
    { "title": "short name", "text": "what would be changed and how", "risk": "what may go wrong with it", "recommended": true },
    { "title": "another way", "text": "...", "recommended": false }
  ],
  "impact": "what else is touched by the change",
  "risk": "low",
  "wanted": ["more information that would help; an empty list when nothing is missing"],
  "criteria": [
    { "text": "one thing that is true when the work is done", "verify": "command that shows it, or null", "files": ["src/path/file.ts"], "kind": "behaviour" }
  ]
}`;

/** Names exactly what is missing. */
export function askAgainPrompt(missing: readonly string[]): string {
  return [
    `Your report cannot be used yet:\n\n${missing.map((what) => `- ${what}`).join('\n')}`,
    `Send the whole report once more, as one JSON block of this form and nothing changed in the repository:\n\n${fence(reportForm, 'json')}`,
  ].join('\n\n');
}
