// A feature as a task of its own: which part of which task, and what its branch stands on.

/** The feature that a task is, of which task. */
export type PartOf = {
  readonly parent: string;
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly of: number;
  /** It does all of that task, beside others that do the same. Absent: a part of it. */
  readonly rival?: true;
  /** With this model of its agent; absent: as configured. */
  readonly model?: string;
};

/** Who does it, where several do, with the model that was named for it: `AGENT (MODEL)`. */
export const sayWorker = (agent: string, { model }: Pick<PartOf, 'model'> = {}): string =>
  model === undefined ? agent : `${agent} (${model})`;

export const isRival = ({ part }: { readonly part?: PartOf }): boolean => part?.rival === true;

/** Its branch starts from that of another feature, whose pull request is not merged yet. */
export type StackedOn = { readonly task: string; readonly branch: string };
