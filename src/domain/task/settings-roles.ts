// What is configured for a role of a task beyond its agents: models, words, rights, how full a conversation may become, and whether a role is filled at all.
import type { PolicyPreset, Role, RoleSettings, Settings } from './settings.ts';

/** As written. A model that is one text is of the role's first agent. */
export type RoleWords = {
  readonly model?: string | Readonly<Record<string, string>>;
  readonly prompt?: string;
  readonly allow?: readonly string[];
  /** `40%`. */
  readonly context?: string;
  readonly network?: RoleSettings['network'];
};

type Words = {
  readonly agents?: Partial<Readonly<Record<Role, readonly string[]>>>;
  readonly roles?: Partial<Readonly<Record<Role, RoleWords>>>;
  readonly review?: 'on' | 'off';
};

type Given = {
  readonly workspace: Words;
  readonly roles: Readonly<Record<Role, readonly string[]>>;
  readonly preset: PolicyPreset;
  /** Chosen for this task alone: wins over the models of roles. */
  readonly model: string | null;
};

export function settingsOfRoles(given: Given): Pick<Settings, 'review' | 'appointed' | 'role'> {
  const { workspace, preset } = given;
  const appointed = appointedOf(given);
  const review =
    workspace.review === undefined ? preset === 'careful' || appointed.includes('review') : workspace.review === 'on';
  const role = Object.fromEntries(
    Object.entries(workspace.roles ?? {}).map(([name, words]) => [name, ofRole(words, given, name as Role)]),
  );
  return {
    ...(review && { review }),
    ...(appointed.length > 0 && { appointed }),
    ...(Object.keys(role).length > 0 && { role }),
  };
}

/** Whom a flag puts in everybody's place was not appointed. */
const appointedOf = ({ workspace, roles }: Given): readonly Role[] =>
  (Object.entries(workspace.agents ?? {}) as [Role, readonly string[]][])
    .filter(([role, wanted]) => roles[role].length > 0 && roles[role].every((agent) => wanted.includes(agent)))
    .map(([role]) => role);

function ofRole(words: RoleWords, { roles, model: flag }: Given, role: Role): RoleSettings {
  const { model, prompt, allow, context, network } = words;
  const first = roles[role][0];
  const models = typeof model === 'string' ? (first === undefined ? {} : { [first]: model }) : model;
  return {
    ...(models !== undefined && flag === null && { models }),
    ...(prompt !== undefined && { prompt }),
    ...(allow !== undefined && { allow }),
    ...(context !== undefined && { context: Number.parseInt(context, 10) }),
    ...(network !== undefined && { network }),
  };
}
