// What was seen of a change, named in the text of its pull request; the pictures themselves stay here.
import { type Screenshot, sayScreenshot } from '../place/screenshot.ts';
import type { Run } from '../run/run.ts';

const most = 20;

/** The oldest first. */
export const screenshotsOf = (runs: readonly Run[]): readonly Screenshot[] =>
  runs.flatMap(({ state }) =>
    state.kind === 'ended' && state.result.kind === 'screenshot' ? [state.result.screenshot] : [],
  );

/** A forge reads names, numbers and links in what stands open. */
const asCode = (path: string): string => `\`${path.replaceAll('`', '%60')}\``;

/** Where there are none the text stays as it is. */
export function withScreenshots(body: string, screenshots: readonly Screenshot[]): string {
  if (screenshots.length === 0) return body;
  const lines = screenshots
    .slice(-most)
    .map((each) => `- ${sayScreenshot({ ...each, path: asCode(each.path) })}, SHA-256 \`${each.sha256}\``);
  return `${body.trimEnd()}\n\n## Screenshots\n${lines.join('\n')}\n`;
}
