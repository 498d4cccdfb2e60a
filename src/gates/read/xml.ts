// XML that programs under test wrote: read within bounds, attributes as `@name`, text as `#text`.
import { XMLParser } from 'fast-xml-parser';
import { isObject } from '../detect/package-json.ts';

/** `lists`: elements that are told as lists, however many there are. null: it cannot be read. */
export function parseXml(text: string, lists: ReadonlySet<string> = new Set()): Record<string, unknown> | null {
  try {
    const root: unknown = parser(lists).parse(text);
    return isObject(root) ? root : null;
  } catch {
    return null;
  }
}

/** Entities are opened by us: the library bounds how many it opens. */
const parser = (lists: ReadonlySet<string>): XMLParser =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    maxNestedTags: 1000,
    isArray: (name, _path, _leaf, attribute) => !attribute && lists.has(name),
  });

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const openEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
