// Secrets in text, replaced before anything is stored or sent. Every pattern is linear; what is hidden is the value, never the name.

const HIDDEN = '[redacted]';
const name =
  '[A-Za-z0-9_.-]{0,80}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|credentials?)[A-Za-z0-9_-]{0,80}';

const rules: readonly (readonly [RegExp, string])[] = [
  [
    /-----BEGIN ([A-Z ]*)PRIVATE KEY( BLOCK)?-----(?:[\s\S]{0,16384}?-----END [A-Z ]*PRIVATE KEY( BLOCK)?-----|[^-]*)/g,
    HIDDEN,
  ],
  [/(?:^[A-Za-z0-9+/=]{16,80}[ \t]*\n){1,100}-----END [A-Z ]*PRIVATE KEY/gm, HIDDEN],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/:@'"<>]{0,256}:[^\s/@'"<>]{1,256}@/gi, `$1${HIDDEN}@`],
  [/\b(authorization["']?\s*[:=]\s*["']?(?:basic|bearer|token|digest)\s+)[^\s"',;]+/gi, `$1${HIDDEN}`],
  [/\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${HIDDEN}`],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})/g, HIDDEN],
  [/\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/g, HIDDEN],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{30,}/g, HIDDEN],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g, HIDDEN],
  [/\b\d{8,10}:AA[A-Za-z0-9_-]{30,}/g, HIDDEN],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, HIDDEN],
];

const quotedValue = new RegExp(
  String.raw`(?<![A-Za-z0-9_.-])(${name}\\?["']?\s{0,8}(?::|=>?)\s{0,8})(\\?["'])(?:(?!\2)[^\n])*\2?`,
  'gi',
);
const bareValue = new RegExp(
  String.raw`(?<![A-Za-z0-9_.-])(${name}\s{0,8}[:=]\s{0,8})(?!\[redacted\]|\*\*(?:passed|failed|skipped|timeout|not_configured)\*\*)[^\s"',;&)}\]\\]+`,
  'gi',
);

/** `TOKEN=x`, `PASSWORD: y`, the same in JSON, Bearer and Basic headers, credentials in addresses, private keys and the common key formats. */
export function redact(text: string): string {
  const formats = rules.reduce((done, [pattern, into]) => done.replace(pattern, into), text);
  return formats.replace(quotedValue, `$1$2${HIDDEN}$2`).replace(bareValue, `$1${HIDDEN}`);
}
