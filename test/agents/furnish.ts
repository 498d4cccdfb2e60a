// A home in which a real program has been used before: settings that make it ask the model on loopback and nobody else, and its environment.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export type Furnished = 'gemini' | 'qwen' | 'opencode' | 'pi' | 'copilot';

type Files = Readonly<Record<string, object>>;

const quietSettings = (selectedType: string, general: object = {}) => ({
  security: { auth: { selectedType } },
  general: { enableAutoUpdate: false, ...general },
  privacy: { usageStatisticsEnabled: false },
});

const impatient = { model: { generationConfig: { maxRetries: 1, retryInitialDelayMs: 20, retryMaxDelayMs: 20 } } };

const opencode = (url: string) => ({
  autoupdate: false,
  share: 'disabled',
  model: 'mock/mock-model',
  small_model: 'mock/mock-small',
  provider: {
    mock: {
      npm: '@ai-sdk/openai-compatible',
      name: 'mock',
      options: { baseURL: `${url}/v1`, apiKey: '{env:MODEL_KEY}' },
      models: {
        'mock-model': { name: 'Mock', limit: { context: 100_000, output: 8000 } },
        'mock-small': { name: 'Small' },
      },
    },
  },
});

const pi = (url: string) => ({
  providers: {
    mock: {
      baseUrl: `${url}/v1`,
      api: 'openai-completions',
      apiKey: 'MODEL_KEY',
      models: [
        {
          ...{ id: 'mock-model', name: 'Mock', reasoning: false, input: ['text'] },
          ...{ contextWindow: 100_000, maxTokens: 8000 },
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    },
  },
});

const files: Readonly<Record<Furnished, (url: string) => Files>> = {
  gemini: () => ({
    // A text that repeats itself would be a loop of the model.
    '.gemini/settings.json': {
      ...quietSettings('gemini-api-key', { maxAttempts: 2 }),
      model: { disableLoopDetection: true },
    },
  }),
  qwen: () => ({ '.qwen/settings.json': { ...quietSettings('openai'), ...impatient } }),
  opencode: (url) => ({
    '.config/opencode/opencode.json': opencode(url),
    // Else each start installs a package from the registry.
    '.config/opencode/package-lock.json': { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } },
    '.config/opencode/node_modules/none.json': {},
  }),
  pi: (url) => ({
    '.pi/agent/models.json': pi(url),
    '.pi/agent/settings.json': {
      ...{ defaultProvider: 'mock', defaultModel: 'mock-model' },
      retry: { maxRetries: 1, baseDelayMs: 100 },
    },
  }),
  // All is told it by its environment.
  copilot: () => ({}),
};

export function furnish(name: Furnished, url: string, home: string): void {
  for (const [path, content] of Object.entries(files[name](url))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), JSON.stringify(content));
  }
}

const keys: Readonly<Record<Furnished, (url: string) => Record<string, string>>> = {
  gemini: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'sk-dummy' }),
  qwen: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-dummy', OPENAI_MODEL: 'mock-model' }),
  opencode: () => ({ MODEL_KEY: 'sk-dummy', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  pi: () => ({ MODEL_KEY: 'sk-dummy', PI_OFFLINE: '1' }),
  copilot: (url) => ({
    ...{ COPILOT_OFFLINE: 'true', COPILOT_MODEL: 'mock-model' },
    ...{ COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_API_KEY: 'sk-dummy' },
  }),
};

export const environmentOf = (name: Furnished, url: string, bin: string, home: string): Record<string, string> => ({
  DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '',
  PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: home,
  LANG: 'C.UTF-8',
  ...keys[name](url),
});
