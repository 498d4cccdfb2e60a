// What an agent wants to know before it goes on.

/** What a permission is for, as far as the agent says: patterns of policy are matched against these and nothing else. */
export type PermissionRequest = {
  /** The agent's own name of the tool: `Bash`, `apply_patch`, `WebFetch`. */
  readonly tool: string;
  /** The command line, path or address it is about; '' where it is not told. */
  readonly subject: string;
};

export type AskedChoice = {
  /** The agent's own id where it has one. */
  readonly id: string;
  readonly label: string;
  /** What it amounts to; `other` where a choice is neither. */
  readonly means: 'allow_once' | 'allow_always' | 'deny' | 'other';
};

export type AgentQuestion = {
  /** The agent's own id, or a hash of what stands on the screen: the same question has the same id. */
  readonly id: string;
  readonly about: 'permission' | 'trust' | 'login' | 'dialog';
  /** As shown, without control sequences. */
  readonly text: string;
  readonly wanted: PermissionRequest | null;
  /** At least two, or none where it wants free text. */
  readonly choices: readonly AskedChoice[];
};
