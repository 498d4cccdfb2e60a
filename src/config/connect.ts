// Where an environment is: a folder here, or `user@host:/path` by ssh.

export type Connect =
  | { readonly type: 'local'; readonly user_host: null; readonly path: string }
  | { readonly type: 'ssh'; readonly user_host: string; readonly path: string };

const remote = /^((?:[\w.][\w.+-]*@)?(?:[\w][\w.-]*|\[[0-9a-f:]+\])):([/~].*)$/i;

/** null where it is neither, or could be taken for a flag by a program. */
export function parseConnect(value: string): Connect | null {
  if (value.startsWith('-') || hasControls(value)) return null;
  if (/^(\/|~$|~\/)/.test(value)) return { type: 'local', user_host: null, path: value };
  const [, user_host, path] = remote.exec(value) ?? [];
  return user_host === undefined || path === undefined ? null : { type: 'ssh', user_host, path };
}

const hasControls = (value: string) => [...value].some((letter) => letter < ' ' || letter === '\x7f');
