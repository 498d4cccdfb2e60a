// The form of the analysis report, as an agent is shown it.

export const reportForm = `{
  "cause": "why it happens, in one paragraph",
  "locations": [{ "file": "src/path/file.ts", "line": 12, "what": "what is there" }],
  "proposals": [
    { "title": "short name", "text": "what would be changed and how", "risk": "what may go wrong with it", "recommended": true },
    { "title": "another way", "text": "...", "recommended": false }
  ],
  "impact": "what else is touched by the change",
  "risk": "low",
  "wanted": ["more information that would help; an empty list when nothing is missing"],
  "criteria": [
    { "text": "one thing that is true when the work is done", "verify": "command that shows it, or null", "files": ["src/path/file.ts"], "kind": "behaviour" }
  ]
}`;
