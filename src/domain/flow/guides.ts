// A few rules for whoever works with a language or library, where the repository has no guide of its own for it.
import type { Stack } from './tech-stack.ts';

export const guides: Readonly<Record<Stack, string>> = {
  typescript: `- Keep \`strict\` on. No \`any\`, no \`as\` that hides a case, no \`!\`: narrow with a check, or parse what comes from outside.
- Model states as unions with a \`kind\`; make a \`switch\` over them complete, so that a forgotten case does not compile.
- Types of values that others hand in are \`readonly\`. Export only what another file uses.
- Await or return every promise. Pass an \`AbortSignal\` to what can last.
- Use the module style, the paths and the test runner that the files around have.`,
  react: `- A component is a function of its props and state; what can be worked out from them is no state.
- An effect is for what lies outside of React, and undoes itself. Data that is fetched has states for loading, failed and empty.
- Hooks stand at the top, with all that they use in their list. Lists have stable keys, never the place in the list.
- Buttons are buttons, fields have labels, all can be reached by keyboard.
- Test what a person sees and does, by roles and labels, not by class names.`,
  javascript: `- Use the module style (\`import\` or \`require\`), the formatter and the test runner that the files around have.
- \`const\` before \`let\`, never \`var\`; \`===\`; no new globals.
- Await or return every promise, and let a failure reach whoever can do something about it.
- Check what comes from outside before it is used; describe shapes with JSDoc where the files around do.
- No package for what the platform has.`,
  python: `- Follow the versions and tools of \`pyproject.toml\`; add type hints where the files around have them.
- Use \`pathlib\`, \`with\` for what must be closed, and timeouts for what waits on a network.
- Raise and catch the narrowest exception; never a bare \`except\`, never one that is swallowed.
- No mutable default argument, no work at import time.
- Tests are pytest functions with plain asserts, unless the files around are otherwise; fixtures instead of shared state.`,
  java: `- Follow the version and the build (Maven, Gradle) that are there; no new plugin or dependency without need.
- Fields are final where they can be; values are records. \`Optional\` is returned, never stored or taken.
- Close with try-with-resources. Catch what can be handled, keep the cause, never swallow \`InterruptedException\`.
- Inject by constructor where a framework injects; no logic in controllers that a service should have.
- Tests follow the JUnit version that is there, one behaviour each.`,
  go: `- Run it as \`gofmt\` and \`go vet\` want it. No new module without need.
- Handle every error where it comes, wrapped with \`%w\` and what was being done; no panic across packages.
- \`context.Context\` is the first argument of what can last; every goroutine has an end, and who started it knows.
- Accept small interfaces, return structs; keep zero values useful.
- Tests are tables with \`t.Run\`; the race detector is clean.`,
};
