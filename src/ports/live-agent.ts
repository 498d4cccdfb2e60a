// The agent of a session or of a run, and what finds its program again: told by the row alone, so that it is the same after any restart.
import { type AnyThing, ofKind } from '../domain/any-thing.ts';
import type { RunId } from '../domain/ids.ts';
import { permissionsToStart } from '../domain/permission/permissions-to-start.ts';
import { permissionsOfOnce } from '../domain/run/once.ts';
import type { Run } from '../domain/run/run.ts';
import type { UsageBefore } from '../domain/run/turn.ts';
import type { Session } from '../domain/session/session.ts';
import type { Agent, Agents, Driver, Live } from './agent.ts';
import type { Files } from './files.ts';

export type LiveAgent = { readonly agent: Agent; readonly live: Live };

type Ports = { readonly agents: Agents; readonly files: Files };

export const agentOfSession = ({ agents }: Pick<Ports, 'agents'>, { spec }: Session): Agent =>
  agents.get(spec.agent, spec.driver) ?? agents.program(spec.agent);

export const noUsage: UsageBefore = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

export function liveSessionAgent(ports: Ports, session: Session): LiveAgent {
  const { spec } = session;
  const { files } = ports;
  return {
    agent: agentOfSession(ports, session),
    live: {
      runId: spec.run,
      usageBefore: noUsage,
      once: false,
      promptFile: spec.context == null ? null : files.path('runs', spec.run, 'prompt.md'),
      folder: files.path('runs', spec.run, 'agent'),
      cwd: spec.cwd,
      permissions: permissionsToStart(spec.permissions, spec.deny),
      mode: spec.permissions === 'read-only' ? 'analysis' : 'write',
      resume: spec.resume,
      fork: spec.fork,
      model: spec.model,
      effort: spec.effort,
    },
  };
}

/** Null where the run is no agent's, or its agent is not known any more. `before`: what its conversation had used, for programs that count on. */
export function liveRunAgent(
  { agents, files }: Ports,
  { id, spec, state }: Run,
  before: UsageBefore,
): LiveAgent | null {
  const { purpose } = spec;
  if (purpose.kind !== 'agent' && purpose.kind !== 'once') return null;
  const hired = state.kind === 'running' ? state.hired : undefined;
  const driver = purpose.kind === 'once' ? purpose.driver : (hired?.driver ?? null);
  const agent = agents.get(purpose.agent, driver ?? unsaidDriver(agents, purpose.agent));
  if (agent === null) return null;
  const shared = {
    runId: id as RunId,
    once: true,
    promptFile: files.path('runs', id, 'prompt.md'),
    folder: files.path('runs', id, 'agent'),
    mode: purpose.mode,
    resume: purpose.resume,
    fork: false,
  };
  const live: Live =
    purpose.kind === 'agent'
      ? {
          ...shared,
          usageBefore: before,
          cwd: purpose.copy,
          permissions: hired?.permissions ?? 'auto',
          model: hired?.model ?? null,
          effort: hired?.effort ?? null,
          ...(hired?.mcp && { mcp: hired.mcp }),
        }
      : {
          ...shared,
          usageBefore: purpose.usageBefore,
          cwd: purpose.cwd,
          permissions: permissionsOfOnce(purpose),
          model: purpose.model,
          effort: purpose.effort,
          ...(purpose.mcp && { mcp: purpose.mcp }),
        };
  return { agent, live };
}

/** Of rows that name none: one process a turn where there is that, else what is preferred. */
export function unsaidDriver(agents: Agents, name: string): Driver | undefined {
  const [first, ...others] = agents.drivers(name);
  return first === 'native' && others.includes('plain') ? 'plain' : first;
}

/** Where what a person allows for good holds; null where there is no such place. */
export function repositoryOf(thing: AnyThing): string | null {
  if (thing.kind === 'session') return thing.spec.repository;
  const { purpose } = ofKind(thing, 'run').spec;
  return purpose.kind === 'agent' ? purpose.hub.checkout : purpose.kind === 'once' ? purpose.cwd : null;
}
