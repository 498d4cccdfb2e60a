// What is the same however Qwen Code is driven.
import { join } from 'node:path';
import { findProgram } from '../drivers/find-program.ts';
import type { Environment } from '../drivers/profile.ts';

export const common = {
  name: 'qwen',
  passEnv: ['DASHSCOPE_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'QWEN_HOME', 'QWEN_MODEL'],
  dropEnv: /^(CLAUDECODE|QWEN_CODE|QWEN_CODE_SESSION_ID|SANDBOX)$/,
  hint: 'npm install -g @qwen-code/qwen-code',
  locate: (env: Environment) => findProgram('qwen', env),
  versionArgs: ['--version'],
  env: (): Environment => ({ QWEN_CODE_NO_RELAUNCH: 'true' }),
  state: (env: Environment): readonly string[] => [join(env.HOME ?? '', '.qwen')],
} as const;
