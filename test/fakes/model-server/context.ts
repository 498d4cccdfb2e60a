// What programs put among the user's texts by themselves: their surroundings, reminders, hints. Nobody said it.

const openings = [
  /^\s*<(system-reminder|environment_context|user_instructions|permissions|session_context|skills|hook_context)/,
  /^# AGENTS\.md/,
  /^This is the (Gemini CLI|Qwen Code)\b/,
];

export const isContext = (text: string): boolean => openings.some((opening) => opening.test(text));
