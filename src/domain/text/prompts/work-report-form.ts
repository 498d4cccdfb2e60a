// The form in which an agent says what it did, as it is shown at the end of each prompt, and asked for again.
import { fence } from '../safe/fence.ts';

const form = `{ "report": {
  "status": "complete",
  "criteria": ["labels of criteria that are met"],
  "files": ["src/path/file.ts"],
  "tests": ["test/path/file.test.ts"],
  "results": { "passed": 12, "failed": 0 },
  "coverage": null,
  "verification": "what you ran, and what came of it",
  "assessment": "how sure you are, and what could still be wrong",
  "follow_ups": []
} }`;

/** Whoever says nothing in this form is judged by gates alone. */
export const workReportSection = `End with one JSON block of this form, once, of at most 4,000 characters; it is compared with what is measured. \`results\` and \`coverage\` (percent) are null where you ran or measured nothing. Where you cannot go on, \`status\` is "blocked", with \`reason\`, \`tried\` (a list) and \`recommendation\`; where more is left to do than fits into this turn, it is "continue", with \`left\` (a list).\n\n${fence(form, 'json')}`;

/** Names exactly what is missing. */
export function reportAgain(missing: readonly string[]): string {
  return [
    `Your report of the work is not whole:\n\n${missing.map((what) => `- ${what}`).join('\n')}`,
    'Hand in the whole report once more, and change nothing in this folder.',
    workReportSection,
  ].join('\n\n');
}

/** For who stopped before it was done. */
export function goOnWith(left: readonly string[]): string {
  return [
    `You stopped, and by your own report this is left:\n\n${fence(left.map((what) => `- ${what}`).join('\n'), 'text')}`,
    'Go on with it now, in this folder. Your work is checked when you have done it, or have said why you cannot.',
    workReportSection,
  ].join('\n\n');
}
