// Where Claude Code Workflow keeps which programs are switched on, below a person's home.
export const toolsList = ['.claude', 'cli-tools.json'] as const;
