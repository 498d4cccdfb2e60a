// Asks once more for a report, naming exactly what is missing.
import { fence } from '../safe/fence.ts';
import { reportForm } from './report-form.ts';

export function askAgainPrompt(missing: readonly string[]): string {
  return [
    `Your report cannot be used yet:\n\n${missing.map((what) => `- ${what}`).join('\n')}`,
    `Send the whole report once more, as one JSON block of this form and nothing changed in the repository:\n\n${fence(reportForm, 'json')}`,
  ].join('\n\n');
}
