// What is settled before the first prompt: the handshake, the conversation, the agent's mode, its model.
import type { McpServer as Wire } from '@agentclientprotocol/sdk';
import type { AgentSpec, Live, Permissions } from '../../../ports/agent.ts';
import { asList, asRecord, asText, type Json } from '../../json.ts';
import type { AcpProfile } from './profile.ts';
import type { AcpState } from './state.ts';
import { forkSession, initialize, loadSession, newSession, setMode, setModel, setOption } from './write.ts';

type Want = { readonly id: string; readonly line: string };

/** The first step that was not said, or not answered; `line` null: its answer is awaited. Null: all is settled. */
export function pendingStep(state: AcpState): { readonly line: string | null } | null {
  for (const { id, line } of stepsOf(state)) {
    if (state.answered[id] === true) continue;
    return { line: state.said.some((request) => request.id === id) ? null : line };
  }
  return state.settled ? null : { line: null };
}

function stepsOf(state: AcpState): readonly Want[] {
  const { conversation } = state;
  const first = { id: 'initialize', line: initialize() };
  if (state.offers === null) return [first];
  const session = { id: 'session', line: sessionLine(state) };
  if (conversation === null) return [first, session];
  const steps = [modeStep, modelStep, effortStep].flatMap((stepOf) => stepOf(state, conversation));
  return [first, session, ...steps];
}

function sessionLine({ live, profile }: AcpState): string {
  const meta = profile.meta === undefined ? {} : { _meta: profile.meta(permissionsOf(live)) };
  const servers = profile.servers === 'argv' ? [] : serversOf(live, profile);
  if (live.resume === null) return newSession(live.cwd, servers, meta);
  return (live.fork ? forkSession : loadSession)(live.resume, live.cwd, servers, meta);
}

/** Why this conversation cannot be had as it was asked for; null: it can. */
export function setupRefusal({ live, offers, profile, session }: AcpState): string | null {
  if (offers !== null && live.resume !== null && !(live.fork ? offers.fork : offers.load))
    return `it cannot ${live.fork ? 'fork' : 'resume'} a conversation`;
  if (Object.keys(session).length === 0) return null;
  const mode = wantedMode({ live, profile });
  if (mode !== null && !offersMode(session, mode)) return `it offers no mode ${mode}`;
  const { model, effort = null } = live;
  if (effort !== null && profile.model !== 'argv' && optionWith(session, 'thought_level', effort) === null)
    return `it offers no effort ${effort}`;
  if (model !== null && profile.model !== 'argv' && !offersModel(session, model)) return `it offers no model ${model}`;
  return null;
}

const permissionsOf = ({ mode, permissions }: AcpState['live']): Permissions =>
  mode === 'analysis' ? 'read-only' : permissions;

const wantedMode = ({ live, profile }: Pick<AcpState, 'live' | 'profile'>): string | null =>
  profile.modes?.[permissionsOf(live)] ?? null;

const modesOf = (session: Json) => asRecord(session.modes);
const offersMode = (session: Json, mode: string) =>
  asList(modesOf(session).availableModes).some((one) => asRecord(one).id === mode) ||
  optionWith(session, 'mode', mode) !== null;
const offersModel = (session: Json, model: string) =>
  hasModel(session, model) || optionWith(session, 'model', model) !== null;
const hasModel = (session: Json, model: string) =>
  asList(asRecord(session.models).availableModels).some((one) => asRecord(one).modelId === model);

function modeStep(state: AcpState, conversation: string): readonly Want[] {
  const { session } = state;
  const mode = wantedMode(state);
  if (mode === null || modesOf(session).currentModeId === mode || !offersMode(session, mode)) return [];
  const option = optionWith(session, 'mode', mode);
  const byMode = asList(modesOf(session).availableModes).length > 0;
  return [
    {
      id: 'mode',
      line: byMode || option === null ? setMode(conversation, mode) : setOption('mode', conversation, option, mode),
    },
  ];
}

function modelStep({ live: { model }, session }: AcpState, conversation: string): readonly Want[] {
  if (model === null || !offersModel(session, model)) return [];
  const option = optionWith(session, 'model', model);
  if (option !== null) return [{ id: 'model', line: setOption('model', conversation, option, model) }];
  return [{ id: 'model', line: setModel(conversation, model) }];
}

function effortStep({ live: { effort = null }, session }: AcpState, conversation: string): readonly Want[] {
  const option = effort === null ? null : optionWith(session, 'thought_level', effort);
  if (effort === null || option === null) return [];
  return [{ id: 'effort', line: setOption('effort', conversation, option, effort) }];
}

/** The id of the option of this category that has the value, in a group or not. */
function optionWith(session: Json, category: string, value: string): string | null {
  const options = asList(session.configOptions).map(asRecord);
  const found = options.find((option) => option.category === category && valuesOf(option.options).includes(value));
  return found === undefined ? null : asText(found.id);
}

const valuesOf = (options: unknown): readonly string[] =>
  asList(options).flatMap((option) => {
    const { value, options: inner } = asRecord(option);
    return inner === undefined ? [asText(value)] : valuesOf(inner);
  });

// Servers of tools in the words of the protocol.

/** What is in a variable would be written down with everything that is said: it goes by name, or its server is not given. */
const serversOf = ({ mcp = [] }: Pick<Live, 'mcp'>, { variables }: Pick<AcpProfile, 'variables'>): Wire[] =>
  mcp.flatMap(({ name, reach }): Wire[] => {
    if (reach.kind === 'address') return [{ type: 'http', name, url: reach.url, headers: [] }];
    if (reach.env.length > 0 && variables === undefined) return [];
    const [command = '', ...args] = reach.argv;
    const filled = variables === 'filled' ? reach.env : [];
    return [{ name, command, args, env: filled.map((each) => ({ name: each, value: `\${${each}}` })) }];
  });

// Servers of tools in the JSON that several programs take in their argv, with names of variables in place of what is in them.

/** `inherited`: its servers have its own variables, and none is named. */
export const mcpServers = (
  servers: NonNullable<AgentSpec['mcp']>,
  variables: 'filled' | 'inherited' = 'filled',
): string =>
  JSON.stringify({
    mcpServers: Object.fromEntries(
      servers.map(({ name, reach }) => {
        if (reach.kind === 'address') return [name, { type: 'http', url: reach.url }];
        const [command, ...args] = reach.argv;
        const named = variables === 'filled' ? reach.env : [];
        const env = Object.fromEntries(named.map((variable) => [variable, `\${${variable}}`]));
        return [name, { type: 'stdio', command, args, env }];
      }),
    ),
  });
