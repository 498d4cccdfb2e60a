// The commands of this folder under their names.
import { listWeb, revokeWeb } from './sessions.ts';
import { linkWeb } from './sign-in.ts';

export const webCommands = {
  'web.link': linkWeb,
  'web.list': listWeb,
  'web.revoke': revokeWeb,
};
