// What programs put among the user's texts by themselves: their surroundings, reminders, what became of a turn. Nobody said it.

const openings = [
  /^\s*<(system-reminder|environment_context|user_instructions|permissions|session_context|skills|hook_context|turn_aborted)\b/,
  /^# AGENTS\.md/,
  /^This is the (Gemini CLI|Qwen Code)\b/,
  /^\s*\[Request interrupted by user/,
];

export const isContext = (text: string): boolean => openings.some((opening) => opening.test(text));
