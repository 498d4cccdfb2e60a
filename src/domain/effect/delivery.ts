// What was proven becomes a commit, a branch on the remote, a pull request or page.
import type { Base, BaseMoved, Hub } from '../place/hub.ts';
import type { PullRequestWish } from '../task/settings/settings.ts';

export type DeliveryEffects = {
  /** Refused without fresh passing evidence of this very tree, base and definitions; `override`: who takes it upon them all the same. */
  commit: {
    input: {
      hub: Hub;
      tree: string;
      /** The base that the evidence is about. */
      parent: string;
      /** What the commit stands on; absent: `parent`. */
      parents?: readonly string[];
      definitions: string;
      message: string;
      atSeconds: number;
      branch: string;
      override: string | null;
    };
    /** `gone`: where the checkout was. */
    output: { commit: string; gone?: string };
  };
  /** What is pushed nowhere: a commit of it, and its branch in the person's own repository. */
  'leave-branch': {
    input: {
      hub: Hub;
      tree: string;
      parent: string;
      message: string;
      atSeconds: number;
      branch: string;
      /** The commit that it was left at before; it is what this one stands on. null: none. */
      before: string | null;
    };
    /** `why`: the branch was not made; the commit is in the hub. null: it is there. */
    output: { commit: string; why: string | null };
  };
  /** Is the branch there on the remote already? If not it is noted as made by this task, before it is. `pushed`: it was there by us before. `base`: looked for first; told, and nothing is noted, where it is not what it was. */
  'claim-branch': {
    input: { hub: Hub; branch: string; commit: string; pushed: boolean; base?: { branch: string; commit: string } };
    output: { fresh: boolean; base?: BaseMoved };
  };
  'confirm-push': {
    input: { hub: Hub; branch: string; commit: string };
    output: { there: boolean; at: string | null };
  };
  'open-pull-request': {
    input: {
      hub: Hub;
      title: string;
      body: string;
      branch: string;
      base: Base;
      commit: string;
      tree: string;
      /** Absent in tasks of earlier versions. */
      wish?: PullRequestWish;
      /** `page`: whatever the remote is, only the page is written. */
      as?: 'page';
    };
    /** `notes`: what was asked for and could not be had. `body`: as it is written, with screenshots; absent: as it was handed in. */
    output: { address: string; body?: string; notes?: readonly string[] };
  };
};
