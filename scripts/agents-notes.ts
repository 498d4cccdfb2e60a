// What a table cannot say of an agent: how it is set up, and what does not work.

export const notes: Readonly<Record<string, readonly string[]>> = {
  claude: [
    'As root it refuses `bypass` unless `IS_SANDBOX=1` is set; Drover never sets it.',
    'A conversation that was killed before its first answer may not be there to resume.',
    'Through `acp` it is driven by `claude-agent-acp`, which brings a program of its own: another version than `claude` on PATH.',
  ],
  codex: [
    'Its own sandbox nests in bubblewrap where it may map users; `CODEX_HOME` must not lie below the temporary folder.',
    'In a terminal its hooks come by `-c` and are trusted one by one; hooks that you or a folder bring stay as they are, and new ones are asked about at the start.',
    'It obeys `retry-after` to the letter and says nothing meanwhile: only the time a run may be silent ends that.',
    'Through `acp` it is driven by `codex-acp`, which does not leave when its stdin ends and is ended by Drover.',
  ],
  gemini: [
    'Always started with a model: without one it asks another model which to take.',
    'It retries a dead service for minutes, and says so on stderr alone.',
    'It leaves reports of errors as `/tmp/gemini-client-error-*.json`.',
    'Through `acp` it loses a conversation that is loaded within the minute it was begun: a run that goes on with one starts when that minute is over.',
    'It takes an answer that repeats itself for a loop and stops, unless its setting `model.disableLoopDetection` says otherwise.',
    'Started in a terminal in a folder that it does not trust, it starts itself anew once it is told to, and may lose what is typed meanwhile.',
    'In a terminal it takes long to draw after a paste of 32 KiB.',
    'Through `plain` it waits half a second for its prompt: on a machine that has much else to do it may find none, say so and end, with nothing done.',
    'In a terminal it is known by its title and screen, not by hooks. Measured with 0.61.0: it has hooks (`AfterAgent`, `Notification` and others) in its settings, but settings for one start (`GEMINI_CLI_SYSTEM_SETTINGS_PATH`, `GEMINI_CLI_SYSTEM_DEFAULTS_PATH`) are skipped with a warning unless the file and every folder above it belong to root and nobody else may write to them; so only your own `settings.json` could hold them, which Drover does not write.',
  ],
  qwen: [
    'It asks the model for things of its own after a turn (memories, suggestions); they count as usage.',
    'Enter while it is busy steers it.',
    'Through `plain` it waits half a second for its prompt, as gemini does.',
    'A piece of an answer that is the same as the piece before it is lost on its way through it.',
  ],
  opencode: [
    'It takes about a gigabyte of memory: fewer of them run at the same time.',
    'In a terminal a plugin of that start tells what it does and takes answers; it comes by `OPENCODE_CONFIG_CONTENT`, where one of your own with comments in it is left alone, and then its screen alone is read.',
  ],
  pi: [
    'It knows no permissions: read-only means that it is given reading tools alone.',
    'Tested is the last version under its old name, `@mariozechner/pi-coding-agent`.',
  ],
  copilot: [
    "It is tested with a model of its user's own (`COPILOT_PROVIDER_BASE_URL`), without GitHub.",
    'It tells a failed turn as an answered one, with its reason as the answer: what begins with `Error:` and has no usage beside it is no answer.',
    'It puts the time before each prompt.',
  ],
};
