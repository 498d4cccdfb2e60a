// Variables that hold secrets by their names: the one list for what is hidden in texts, what a file's secrets are, and what agents are not given.

/** Wherever they stand in a name, also grown together with another word: `PGPASSWORD`. */
const grown = /password|passwd|passphrase|secret|credential|api_?key|token(?!i[sz])/;
/** Words of their own. */
const whole = /(?:^|_)(?:passcode|(?:access|private)_?key)(?:_|$)|_pwd(?:_|$)|^(?!old)[a-z]+pwd(?:_|$)/;
/** A last word that tells of the secret and is none: where it lies, how long it is, until when it holds. */
const tellsOf =
  /_(?:counts?|limits?|length|size|types?|names?|paths?|files?|url|uri|endpoint|expiry|expir(?:es|ed|ation|y)|ttl|at|env|usage|used|budget|index|field|input|label|hint|placeholder|policy|rules?|required|strength|reset|valid|enabled|manager|provider|service|store|format|header|prefix|pattern|regex|error|kind|class|status|found|out|lost)$/;
/** In code and in sentences mostly how many there are, or a list of something. */
const many = /(?:tokens|secrets|passwords|credentials|keys)$/;
/** `*_KEY` names that open nothing. */
const openedByAll =
  /(?:^|_)(?:public|primary|foreign|unique|partition|sort|composite|storage|cache|lookup|index|row|map|query|group|order|object|queue|job|arrow|hot|shortcut|modifier|idempotency|dedupe|state|config|settings?|option|i18n|translation|message|label|field|column|record|entry|item|node|route|parent|data|pub|test|any|no|press|last|first|next|json|dict|hash|path|host|known)_key$/;
const keyOf =
  /(?:^|_)(?:signing|encryption|decryption|master|account|service|deploy|ssh|shared|hmac|session|auth|client|app|application|stripe|license|webhook|admin|root|server|cookie|jwt|aes|rsa)_key$/;

/** `certain`: hidden whatever it holds. `likely`: hidden where the value looks drawn by chance. */
export type SecretVariable = 'certain' | 'likely';

/** By the last part of a name with dots; null: nothing in the name says so. */
export function secretVariable(name: string): SecretVariable | null {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const words = wordsOf(last);
  if (tellsOf.test(words)) return null;
  if (grown.test(words) || whole.test(words)) return isShouted(last) || !many.test(words) ? 'certain' : 'likely';
  if (!/_(?:key|auth|salt|dsn|pat)$|^auth$|(?<!com|by|sur|over|tres|ask)pass$/.test(words) || openedByAll.test(words))
    return null;
  return isShouted(last) || keyOf.test(words) ? 'certain' : 'likely';
}

/** For what is rather kept back once too often: a secret, or where one lies. */
export const speaksOfSecret = (name: string): boolean => {
  const words = wordsOf(name);
  return /(?:^|_)tokenizers?(?:_|$)/.test(words)
    ? false
    : grown.test(words) || whole.test(words) || secretVariable(name) === 'certain';
};

/** `apiKey`, `API_KEY` and `api-key` are the same words. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** As variables of an environment are written. */
export const isShouted = (name: string): boolean => /[A-Z]/.test(name) && name === name.toUpperCase();

/** Letters and digits mixed, long, and not an address or path. */
export const looksRandom = (value: string, shortest = 20): boolean =>
  value.length >= shortest &&
  /^[A-Za-z0-9+/=_.~-]+$/.test(value) &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !/^[./]|\/\/|\.\w{2,4}$/.test(value);
