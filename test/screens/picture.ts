// A recorded screen as a picture for a page: an SVG of its text, in the colours of a terminal.
import type { Cell } from './recorder.ts';

const cell = { width: 8.4, height: 18 };
const edge = 14;
const ground = '#14161a';
const plain = '#d7dae0';
const colours: Readonly<Record<string, string>> = {
  31: '#f2777a',
  32: '#8cc98c',
  33: '#e6c36a',
  34: '#6ea8e0',
  36: '#68c3c9',
};

export function toSvg(rows: readonly (readonly Cell[])[], columns: number): string {
  const last = rows.findLastIndex((row) => row.some(({ text }) => text.trim() !== ''));
  const shown = rows.slice(0, last + 1);
  const [width, height] = [columns * cell.width + 2 * edge, shown.length * cell.height + 2 * edge];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`,
    `<rect width="100%" height="100%" rx="8" fill="${ground}"/>`,
    ...shown.flatMap((row, at) => partsOf(row).map((part) => textOf(part, at))),
    '</svg>\n',
  ].join('\n');
}

type Part = { readonly column: number; readonly style: string; text: string };

/** Cells beside one another that look the same. */
function partsOf(row: readonly Cell[]): readonly Part[] {
  const parts: Part[] = [];
  for (const [column, { text, style }] of row.entries()) {
    const open = parts.at(-1);
    if (open !== undefined && open.style === style) open.text += text;
    else parts.push({ column, style, text });
  }
  return parts.filter(({ text }) => text.trim() !== '');
}

function textOf({ column, style, text }: Part, row: number): string {
  const codes = style.split(';');
  const fill = codes.map((code) => colours[code]).find((colour) => colour !== undefined) ?? plain;
  const weight = codes.includes('1') ? ' font-weight="bold"' : '';
  const faint = codes.includes('2') ? ' opacity="0.6"' : '';
  const x = (edge + (column + text.length - text.trimStart().length) * cell.width).toFixed(1);
  const y = edge + row * cell.height + 13;
  return `<text x="${x}" y="${y}" fill="${fill}"${weight}${faint} xml:space="preserve">${escaped(text.trim())}</text>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
