// The closed set of error codes, and failure as a value. Sentences, hints, statuses and exits are contract's.

export type ErrorCode =
  | 'AGENT_AUTH'
  | 'AGENT_LIMIT'
  | 'ALREADY_EXISTS'
  | 'AMBIGUOUS'
  | 'ANSWER_NEEDED'
  | 'ATTEMPT_NOT_FOUND'
  | 'BACKUP_FOREIGN'
  | 'BASE_RED'
  | 'BASE_UNKNOWN'
  | 'BRANCH_TAKEN'
  | 'BROWSER_MISSING'
  | 'BUSY'
  | 'CANCELLED'
  | 'CHAIN_NOT_FOUND'
  | 'CHANNEL_AUTH'
  | 'CHANNEL_OFF'
  | 'CHANNEL_REFUSED'
  | 'CHANNEL_UNREACHABLE'
  | 'COMMAND_DENIED'
  | 'COMMIT_NOT_FOUND'
  | 'CONFIG_INVALID'
  | 'COPY_MISSING'
  | 'CRITERION_BLOCKED'
  | 'DAEMON_UNREACHABLE'
  | 'DELIVERY_DROPPED'
  | 'DELIVERY_EXPIRED'
  | 'DELIVERY_FAILED'
  | 'DELIVERY_UNCERTAIN'
  | 'CONTINUATION_INVALID'
  | 'CONTINUATION_MOVED'
  | 'DEPENDENCY_CYCLE'
  | 'DISK_FULL'
  | 'ENGINE_ERROR'
  | 'ENGINE_TIMEOUT'
  | 'ENVIRONMENT_NOT_FOUND'
  | 'EVIDENCE_MISSING'
  | 'EVIDENCE_STALE'
  | 'FEATURES_INVALID'
  | 'FEATURES_MISSING'
  | 'FEATURE_NOT_FOUND'
  | 'FEATURE_NOT_READY'
  | 'FLOW_INVALID'
  | 'FLOW_NOT_FOUND'
  | 'FORGE_AUTH'
  | 'FORGE_LIMITED'
  | 'FORGE_REFUSED'
  | 'FORGE_UNREACHABLE'
  | 'GIT_DIRTY'
  | 'GIT_FAILED'
  | 'HOOK_FAILED'
  | 'INBOX_FULL'
  | 'INSTALL_READ_ONLY'
  | 'INTERNAL'
  | 'ISSUE_NOT_FOUND'
  | 'KEEPER_UNREACHABLE'
  | 'LEASE_EXPIRED'
  | 'LOCK_NOT_FOUND'
  | 'MESSAGE_NOT_FOUND'
  | 'NODE_NOT_FOUND'
  | 'NODE_TOO_OLD'
  | 'NOTE_FOREIGN'
  | 'NOT_ALLOWED'
  | 'NOT_READY'
  | 'PATH_NOT_FOUND'
  | 'PIN_LOCKED'
  | 'PIN_REQUIRED'
  | 'PIN_WRONG'
  | 'PLAN_INVALID'
  | 'PLAN_TAKEN'
  | 'PORT_BUSY'
  | 'PREVIEW_FAILED'
  | 'PROGRAM_MISSING'
  | 'PROOF_BROKEN'
  | 'PROOF_DIFFERS'
  | 'PROOF_FORGED'
  | 'PROOF_KEY_UNKNOWN'
  | 'PROOF_NOT_FOUND'
  | 'PROOF_NOT_RERUN'
  | 'PROOF_OTHER_TREE'
  | 'PROOF_UNREADABLE'
  | 'PROOF_UNSIGNED'
  | 'PROOF_WANTING'
  | 'PROTECTED_BRANCH'
  | 'PUSH_REJECTED'
  | 'QUESTION_ANSWERED'
  | 'QUESTION_NOT_FOUND'
  | 'QUESTION_STALE'
  | 'REMOTE_CHANGED'
  | 'REMOTE_UNREACHABLE'
  | 'RESULT_TOO_LARGE'
  | 'RESUME_NOT_FOUND'
  | 'RUN_NOT_FOUND'
  | 'SANDBOX_MISSING'
  | 'SCREENSHOT_FAILED'
  | 'SECRET_FOUND'
  | 'SESSION_ENDED'
  | 'SESSION_NOT_FOUND'
  | 'SETUP_FAILED'
  | 'SSH_UNREACHABLE'
  | 'STATE_CORRUPT'
  | 'STATE_MISSING'
  | 'STATE_NEWER'
  | 'STATE_READ_ONLY'
  | 'STATE_UNUSABLE'
  | 'STEP_RUNNING'
  | 'STORE_FAILED'
  | 'TASK_ENDED'
  | 'TASK_NOT_FOUND'
  | 'TEST_FAILED'
  | 'TEXT_EMPTY'
  | 'TEXT_NOT_FOUND'
  | 'TEXT_TOO_LONG'
  | 'TLS_UNUSABLE'
  | 'TREE_CHANGED'
  | 'UNAUTHORIZED'
  | 'UNKNOWN_KEY'
  | 'UNKNOWN_WORD'
  | 'UNSUPPORTED'
  | 'UPGRADE_FAILED'
  | 'USAGE'
  | 'USER_NOT_FOUND'
  | 'WAIT_TIMEOUT'
  | 'WORKSPACE_LOCKED'
  | 'WORKSPACE_NOT_FOUND';

/** An expected failure. `message` says what happened here, in a sentence; the hint comes from the error table. */
export type Failure = {
  readonly error_code: ErrorCode;
  readonly message: string;
  /** Facts for programs: names, paths, lines. Plain JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
};

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const fail = (
  error_code: ErrorCode,
  message: string,
  details?: Record<string, unknown>,
): { ok: false; failure: Failure } => ({
  ok: false,
  failure: details === undefined ? { error_code, message } : { error_code, message, details },
});

/** Thrown where a value cannot travel (inside a transaction's body, through a stream); caught once at the door. */
export class Failed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

export const failed = (error_code: ErrorCode, message: string, details?: Record<string, unknown>): Failed =>
  new Failed(fail(error_code, message, details).failure);
