// A file's name on one line: whatever it holds cannot begin another line or hide what stands beside it.
import { stripControl } from './strip-control.ts';

export const showPath = (path: string): string =>
  stripControl(path.replace(/[\n\r\t]/g, (each) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[each] ?? ''));
