// What a person must have seen before it is used: programs of a repository where nothing holds them, and files that look like holding secrets.

import type { Applied } from '../../decision.ts';
import { showPath } from '../../text/safe/show-path.ts';
import { ask, choice } from '../ask.ts';
import { advance, go, known, type TaskDecision, type TaskView } from '../moves.ts';
import type { Done, Given, StepKind } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';

/** Only what this person has not agreed to before. */
export type ToTrust = {
  /** Run with all of the person's rights, for there is no sandbox. null: none do. */
  readonly programs: { readonly hash: string; readonly lines: readonly string[] } | null;
  /** Of `copy`; `hash` is that of their content. */
  readonly secrets: readonly { readonly path: string; readonly hash: string }[];
  /** Agreed to and not yet on record. */
  readonly agreed?: { readonly grants: readonly string[]; readonly by: string };
};

/** As it is remembered. */
export const programsGrant = (hash: string): string => `programs ${hash}`;
export const secretGrant = ({ path, hash }: ToTrust['secrets'][number]): string => `copy ${hash} ${path}`;

/** Before a copy is made; null: nothing is left to be seen. */
export function trustFirst({ thing }: TaskView): TaskDecision | null {
  const { state, spec } = thing;
  const { toTrust } = state.known;
  if (toTrust === undefined) return null;
  const { agreed, programs, secrets } = toTrust;
  if (agreed !== undefined)
    return {
      kind: 'perform',
      effect: { name: 'remember-trust', input: { checkout: known(state, 'hub').checkout, ...agreed } },
    };
  if (programs !== null)
    return ask(
      state,
      spec,
      {
        kind: 'permission',
        text: `There is no sandbox here: these programs of ${spec.settings.workspace.name} would run with all your rights, and are new or have changed.\n${programs.lines.map((line) => `- ${showPath(line)}`).join('\n')}`,
        choices: [choice('trust', 'trust them'), choice('cancel', 'cancel the task')],
        binding: programs.hash,
        shown: { programs: programs.lines, hash: programs.hash },
        auto: null,
      },
      state.at,
    );
  if (secrets.length > 0)
    return ask(
      state,
      spec,
      {
        kind: 'permission',
        text: `These files look like holding secrets, and the copy that agents work in would be given them:\n${secrets.map(({ path }) => `- ${showPath(path)}`).join('\n')}`,
        choices: [
          choice('take', 'give them to the copy'),
          choice('leave', 'go on without them'),
          choice('cancel', 'cancel the task'),
        ],
        binding: secrets.map(({ hash }) => hash).join(' '),
        shown: { files: secrets },
        auto: null,
      },
      state.at,
    );
  return null;
}

/** What was agreed to is on record. */
export function remembered({
  state,
  input,
}: Pick<Done<StepKind, 'remember-trust'>, 'state' | 'input'>): Applied<TaskState> {
  const { agreed: _, ...toTrust } = state.known.toTrust ?? { programs: null, secrets: [] };
  return go(state, state.at, [{ kind: 'trusted', data: { what: input.grants } }], { toTrust });
}

/** Where the answers to it lead. */
export const trustAnswers = { trust: trusted, take: trusted, leave: trusted };

export function trusted({ thing: { state } }: TaskView, back: TaskStep, { choice: chosen, by }: Given): TaskDecision {
  const { toTrust, copyFiles } = state.known;
  if (toTrust === undefined) return advance(state, back);
  const { programs, secrets } = toTrust;
  if (chosen === 'trust' && programs !== null)
    return advance(state, back, [], {
      toTrust: { ...toTrust, programs: null, agreed: { grants: [programsGrant(programs.hash)], by } },
    });
  if (chosen === 'take')
    return advance(state, back, [], {
      toTrust: { ...toTrust, secrets: [], agreed: { grants: secrets.map(secretGrant), by } },
    });
  const left = secrets.map(({ path }) => path);
  return advance(state, back, [{ kind: 'secrets_left_out', data: { paths: left } }], {
    toTrust: { ...toTrust, secrets: [] },
    copyFiles: withoutSecrets(copyFiles, left),
  });
}

/** A folder with one of them in it is left out as a whole. */
export const withoutSecrets = (files: readonly string[], secrets: readonly string[]): readonly string[] =>
  files.filter((path) => !secrets.some((one) => one === tidied(path) || one.startsWith(`${tidied(path)}/`)));

const tidied = (path: string): string => copiedPaths({ copyFiles: [path] })[0] ?? path;

// What a copy was given from the person's checkout, as git names it: part of no tree of ours.

export const copiedPaths = ({ copyFiles }: { readonly copyFiles?: readonly string[] }): readonly string[] =>
  (copyFiles ?? []).map((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  );
