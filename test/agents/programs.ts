// The programs under test, by command: which package they come from, and which of them stands behind an agent's driver.

export const packages: Readonly<Record<string, string>> = {
  claude: '@anthropic-ai/claude-code',
  'claude-agent-acp': '@agentclientprotocol/claude-agent-acp',
  codex: '@openai/codex',
  'codex-acp': '@agentclientprotocol/codex-acp',
  gemini: '@google/gemini-cli',
  qwen: '@qwen-code/qwen-code',
  opencode: 'opencode-ai',
  pi: '@mariozechner/pi-coding-agent',
  copilot: '@github/copilot',
};

const bridges: Readonly<Record<string, string>> = { 'claude acp': 'claude-agent-acp', 'codex acp': 'codex-acp' };

export const programOf = (agent: string, driver: string): string => bridges[`${agent} ${driver}`] ?? agent;
