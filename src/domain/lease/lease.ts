// The right of a task to a slot of a workspace until a time.
import type { HostId, Instant, TaskId } from '../ids.ts';

export type PhaseVisit = {
  readonly phase: string;
  readonly entered: Instant;
  readonly left: Instant | null;
  readonly outcome: string | null;
};

export type Lease = {
  readonly task: TaskId;
  readonly workspace: string;
  readonly owner: {
    readonly name: string;
    readonly host: HostId;
    readonly pid: number | null;
    readonly startedAt: number | null;
  };
  /** SHA-256 of the secret token, hex. */
  readonly tokenHash: string;
  /** Goes up with every new holder of the workspace's leases. */
  readonly fence: number;
  readonly phase: string;
  readonly history: readonly PhaseVisit[];
  readonly branch: string | null;
  readonly pushedToRemote: boolean;
  readonly artifacts: Readonly<Record<string, string>>;
  readonly takenAt: Instant;
  readonly expiresAt: Instant;
  readonly releasedAt: Instant | null;
};
