// Text of strangers without what a terminal or page would obey: escape sequences, control characters, bidi overrides.

const sequences =
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*(?:\u001b\\)?|[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[A-Za-z@~<=>]|\u001b./g;
const characters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Keeps newlines and tabs; a carriage return becomes a newline. */
export function stripControl(text: string): string {
  return text.replace(sequences, '').replace(/\r\n?/g, '\n').replace(characters, '');
}
