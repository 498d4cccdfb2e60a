// What a confined run did with what its agent keeps of its own: told, and in force nowhere.
import type { Said } from '../fact/fact.ts';

export type OwnChanges = {
  /** Absolute paths of settings that it changed in its copy. */
  readonly changed: readonly string[];
  /** Logins that it left otherwise than it got them; `why`: it was not carried back, null: it was. */
  readonly logins: readonly { readonly path: string; readonly why: string | null }[];
};

/** A login that was refreshed is as it should be; all else somebody should look at. */
export function sayOwnChanges(own: OwnChanges | undefined): readonly Said[] {
  if (own === undefined) return [];
  const { changed, logins } = own;
  const settings: readonly Said[] =
    changed.length === 0 ? [] : [{ kind: 'agent_settings_changed', data: { paths: changed } }];
  return [
    ...settings,
    ...logins.map(
      ({ path, why }): Said =>
        why === null ? { kind: 'login_refreshed', data: { path } } : { kind: 'login_refused', data: { path, why } },
    ),
  ];
}
