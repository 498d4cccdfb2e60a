// An address of a registry as it may be told to what others wrote: without who asks there.
import { speaksOfSecret } from '../domain/text/safe/secret-variables.ts';

/** null: none. One that holds a login stays an address without it: what needs it is refused there, and never asked of another registry. */
export function asAddress(text: string): string | null {
  if (!/^(?:sparse\+)?https?:\/\/\S+$/.test(text)) return null;
  const [, kind = '', rest = ''] = /^((?:sparse\+)?https?:\/\/)(.*)$/.exec(text) ?? [];
  return `${kind}${rest.replace(/^[^/?#]*@/, '')}`;
}

/** `${NAME}` as npm and pip read it; one that is named as a secret is empty. */
export const expand = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)\??\}/g, (_, name: string) => (speaksOfSecret(name) ? '' : (env[name] ?? '')));
