// Every way to drive it.
import { createAcpAgent } from '../drivers/acp/acp.ts';
import { helloAcp, type OwnKit } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain/plain.ts';
import { createTerminalAgent } from '../drivers/pty/pty.ts';
import { opencodeAcp } from './acp.ts';
import { opencodeHeadless as plain } from './headless.ts';
import { pluginFile } from './plugin/plugin-file.ts';
import { opencodeTerminal } from './terminal.ts';

const quiet = { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' };

export const opencode = (): OwnKit => ({
  name: plain.name,
  footprint: {
    instructionFiles: [],
    protectedFiles: ['**/.opencode/**', 'opencode.json'],
    skillsFolder: { repository: '.opencode/skills', home: '.config/opencode/skills' },
    foreign: /^OPENCODE(?:$|_(?!CONFIG|DISABLE_|API_KEY$))/,
    homes: ['.local/share/opencode'],
  },
  agents: [createAcpAgent(opencodeAcp), createPlainAgent(plain), createTerminalAgent(opencodeTerminal(pluginFile()))],
  programs: { opencode: { helps: true, handshake: helloAcp('acp'), quiet } },
});
