// `can_use_tool` as a question, and its answers as lines.
import type { Asked, AskedChoice } from '../../domain/session/asked.ts';
import type { Ask } from '../drivers/native-profile.ts';
import { asList, asRecord, asText, type Json } from '../json.ts';

const allow: AskedChoice = { id: 'allow', label: 'Allow', means: 'allow_once' };
const deny: AskedChoice = { id: 'deny', label: 'Deny', means: 'deny' };

/** Rules it proposes itself, for this conversation alone: its settings are a person's. */
const rulesOf = (request: Json): readonly Json[] =>
  asList(request.permission_suggestions)
    .map(asRecord)
    .filter(({ type }) => type === 'addRules');

const wordsOf = (rule: Json) =>
  asList(rule.rules)
    .map(asRecord)
    .map(({ toolName, ruleContent }) =>
      ruleContent ? `${asText(toolName)}(${asText(ruleContent)})` : asText(toolName),
    )
    .join(', ');

export function readAsked(line: Json): Asked {
  const request = asRecord(line.request);
  const input = asRecord(request.input);
  const tool = asText(request.tool_name);
  const subject = subjectOf(input);
  const rules = rulesOf(request).map(wordsOf).join(', ');
  const always: readonly AskedChoice[] =
    rules === '' ? [] : [{ id: 'always', label: `Always here: ${rules}`, means: 'allow_always' }];
  return {
    id: asText(line.request_id),
    about: 'permission',
    text: [`${tool}: ${subject}`, asText(request.decision_reason)].filter(Boolean).join('\n'),
    wanted: { tool, subject },
    choices: [allow, ...always, deny],
  };
}

const subjectOf = (input: Json) =>
  asText(input.command) ||
  asText(input.file_path) ||
  asText(input.notebook_path) ||
  asText(input.url) ||
  asText(input.pattern) ||
  asText(input.query) ||
  (Object.keys(input).length === 0 ? '' : JSON.stringify(input));

const reply = (id: string, response: Json): Json => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});

/** The input goes back as it came: another one would be another act than the one that was shown. */
export function replyTo({ asked, request }: Ask, choice: string, note: string | null): Json | null {
  const { input, ...rest } = asRecord(request.request);
  switch (choice) {
    case 'allow':
      return reply(asked.id, { behavior: 'allow', updatedInput: input });
    case 'always': {
      const rules = rulesOf(rest).map((rule) => ({ ...rule, destination: 'session' }));
      if (rules.length === 0) return null;
      return reply(asked.id, { behavior: 'allow', updatedInput: input, updatedPermissions: rules });
    }
    case 'deny':
      return reply(asked.id, { behavior: 'deny', message: note ?? 'The person said no to this.' });
    default:
      return null;
  }
}
