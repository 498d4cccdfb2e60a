// The person's configuration as it stands.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { line } from './fields.ts';

export const listConfig = v.strictObject({});
export const pathConfig = v.strictObject({});
const key = line(512);
export const getConfig = v.strictObject({ key });
/** Where `step_up: pin` is configured and no terminal asks. */
const pin = v.optional(line(64));
export const setConfig = v.strictObject({ key, value: v.pipe(v.string(), v.maxLength(16_384, 'is too long')), pin });
export const unsetConfig = v.strictObject({ key, pin });
export const textConfig = v.strictObject({});
/** `before`: what the file said when the text was begun; null: there was none. */
export const replaceConfig = v.strictObject({
  text: v.pipe(v.string(), v.maxLength(1_048_576, 'is too long')),
  before: v.nullable(v.string()),
  pin,
});

/** null takes it away. `old`: the one that is set now. */
export const pinConfig = v.strictObject({
  pin: v.nullable(
    v.pipe(v.string(), v.minLength(4, 'must have at least 4 characters'), v.maxLength(64, 'is too long')),
  ),
  old: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** `set`: it stands in the file; else `value` is what holds where it does not, null where nothing does. */
export type ConfigValue = { readonly key: string; readonly value: unknown; readonly set: boolean };
export type ConfigChanged = { readonly key: string; readonly value: string };
export type ConfigUnset = { readonly key: string; readonly was_set: boolean };
export type ConfigText = { readonly path: string; readonly text: string | null };
/** `changed`: false where the editor left it as it was. */
export type ConfigReplaced = { readonly path: string; readonly changed?: false };
export type PinSet = { readonly set: boolean };
/** What makes tasks by itself; one of `cron`, `label`, `mention`, `webhook`. Where its secret is found is not told. */
export type TriggerView = {
  readonly workspace: string;
  readonly text?: string;
  readonly per_hour: number;
  readonly cron?: string;
  readonly zone?: string;
  readonly label?: string;
  readonly mention?: string;
  readonly webhook?: 'signed';
};
export type ConfigList = {
  readonly file: { readonly path: string; readonly exists: boolean };
  readonly workspaces: Readonly<Record<string, unknown>>;
  readonly environments: Readonly<Record<string, unknown>>;
  readonly agents: Readonly<Record<string, unknown>>;
  /** What works where nothing is configured: the first agent found (null: none), and its turns. */
  readonly defaults: { readonly agent: string | null; readonly turns: number };
  readonly policy: unknown;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly sandbox: string;
  readonly step_up?: string;
  /** Absent: nobody is named. */
  readonly people?: Readonly<Record<string, unknown>>;
  readonly store: string;
  /** Absent: there are none. */
  readonly triggers?: Readonly<Record<string, TriggerView>>;
};
export type ConfigPath = { readonly path: string; readonly exists: boolean };

export const commands = {
  'config.get': { input: getConfig, reply: type<ConfigValue>() },
  'config.list': { input: listConfig, reply: type<ConfigList>() },
  'config.path': { input: pathConfig, reply: type<ConfigPath>() },
  'config.pin': { input: pinConfig, reply: type<PinSet>() },
  'config.replace': { input: replaceConfig, reply: type<ConfigReplaced>() },
  'config.set': { input: setConfig, reply: type<ConfigChanged>() },
  'config.text': { input: textConfig, reply: type<ConfigText>() },
  'config.unset': { input: unsetConfig, reply: type<ConfigUnset>() },
} satisfies Declarations;
