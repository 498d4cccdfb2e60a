// Text of agents and strangers on its way into a page: nothing invisible acts, nothing is markup.

/** Terminal sequences and control characters go; what would turn or hide text is shown by its number. Line breaks and tabs stay. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
    .replace(/[\u001b\u009b]\[?[0-?]*[ -/]*[@-~]?/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/g, (one) => `⟨U+${hex(one)}⟩`);
}

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Cleaned and escaped, for text and attribute values in double quotes. */
export const escapeHtml = (text: string): string => clean(text).replace(/[&<>"']/g, (one) => entities[one] ?? one);
