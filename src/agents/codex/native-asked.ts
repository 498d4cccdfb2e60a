// Codex's approval requests as questions, and their answers.
import type { AgentQuestion, AskedChoice, PermissionRequest } from '../../domain/session/agent-question.ts';
import type { Ask } from '../drivers/native/profile.ts';
import { asList, asRecord, asText, type Json } from '../json.ts';

const allow: AskedChoice = { id: 'allow', label: 'Allow', means: 'allow_once' };
const deny: AskedChoice = { id: 'deny', label: 'Deny', means: 'deny' };

/** `paths`: of the file change that the request names. null: it asks for something that is no permission. */
export function readAsked(line: Json, paths: readonly string[]): AgentQuestion | null {
  const params = asRecord(line.params);
  const wanted = wantedOf(asText(line.method), params, paths);
  if (wanted === null) return null;
  const text = [`${wanted.tool}: ${wanted.subject}`, asText(params.reason)].filter(Boolean).join('\n');
  return { id: String(line.id), about: 'permission', text, wanted, choices: [allow, ...alwaysOf(line), deny] };
}

function wantedOf(method: string, params: Json, paths: readonly string[]): PermissionRequest | null {
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return { tool: 'command_execution', subject: commandOf(params) };
    case 'item/fileChange/requestApproval':
      return { tool: 'file_change', subject: paths.join(', ') || asText(params.grantRoot) };
    case 'item/permissions/requestApproval':
      return { tool: 'permissions', subject: JSON.stringify(params.permissions) };
    default:
      return null;
  }
}

/** A single command without the shell around it; several as the shell is given them. */
function commandOf(params: Json): string {
  const actions = asList(params.commandActions).map((action) => asText(asRecord(action).command));
  return (actions.length === 1 ? actions[0] : '') || asText(params.command);
}

function alwaysOf(line: Json): readonly AskedChoice[] {
  const prefix = amendmentOf(asRecord(line.params));
  const what = prefix === null ? 'for this conversation' : `commands that begin with ${prefix.join(' ')}`;
  return [{ id: 'always', label: `Allow always: ${what}`, means: 'allow_always' }];
}

const amendmentOf = (params: Json): readonly string[] | null => {
  const words = asList(params.proposedExecpolicyAmendment).map(asText);
  return words.length === 0 ? null : words;
};

export function replyTo({ asked, request }: Ask, choice: string): Json | null {
  if (!asked.choices.some(({ id }) => id === choice)) return null;
  const params = asRecord(request.params);
  const result =
    request.method === 'item/permissions/requestApproval'
      ? { permissions: choice === 'deny' ? {} : params.permissions, scope: choice === 'always' ? 'session' : 'turn' }
      : { decision: decisionOf(choice, amendmentOf(params)) };
  return { id: request.id, result };
}

/** Refused, the turn goes on: `cancel` would end it. */
function decisionOf(choice: string, prefix: readonly string[] | null): unknown {
  if (choice === 'deny') return 'decline';
  if (choice === 'allow') return 'accept';
  return prefix === null ? 'acceptForSession' : { acceptWithExecpolicyAmendment: { execpolicy_amendment: prefix } };
}
