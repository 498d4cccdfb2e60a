// What a table cannot say of an agent: how it is set up, and what does not work.

export const notes: Readonly<Record<string, readonly string[]>> = {
  claude: [
    'As root it refuses `bypass` unless `IS_SANDBOX=1` is set; Drover never sets it.',
    'A conversation that was killed before its first answer may not be there to resume.',
    'Through `acp` it is driven by `claude-agent-acp`, which brings a program of its own: another version than `claude` on PATH.',
  ],
  codex: [
    'Its own sandbox nests in bubblewrap where it may map users; `CODEX_HOME` must not lie below the temporary folder.',
    'It obeys `retry-after` to the letter and says nothing meanwhile: only the time a run may be silent ends that.',
    'Through `acp` it is driven by `codex-acp`, which does not leave when its stdin ends and is ended by Drover.',
  ],
  gemini: [
    'Always started with a model: without one it asks another model which to take.',
    'It retries a dead service for minutes, and says so on stderr alone.',
    'It leaves reports of errors as `/tmp/gemini-client-error-*.json`.',
  ],
  qwen: [
    'It asks the model for things of its own after a turn (memories, suggestions); they count as usage.',
    'Enter while it is busy steers it.',
  ],
  opencode: ['It takes about a gigabyte of memory: fewer of them run at the same time.'],
  pi: [
    'It knows no permissions: read-only means that it is given reading tools alone.',
    'Tested is the last version under its old name, `@mariozechner/pi-coding-agent`.',
  ],
};
