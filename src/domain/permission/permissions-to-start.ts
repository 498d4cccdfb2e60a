// What an agent is started with: a denial is heeded only where it asks, so one that has any must ask.
import type { Rules } from './judge-permission.ts';

export const permissionsToStart = (permissions: Rules['permissions'], deny: readonly string[]): Rules['permissions'] =>
  deny.length > 0 && (permissions === 'auto' || permissions === 'bypass') ? 'ask' : permissions;
