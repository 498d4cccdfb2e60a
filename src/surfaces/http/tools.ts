// `/mcp`: tools for agents and other clients over HTTP. Who comes with the token of programs is a program; who comes with the secret of a session is that session's agent, and nobody more.
import type { Env, Hono } from 'hono';
import { type CommandName, streams } from '../../contract/commands.ts';
import { fail, toReply } from '../../contract/to-reply.ts';
import type { McpAsk } from '../mcp/create-mcp.ts';
import { answer, refused } from './answer.ts';
import { refuse } from './asking.ts';
import { bearerOf, type HttpDispatch, isSame, toRequest } from './guard.ts';
import type { Places } from './places.ts';
import { readBytes, tooLong } from './read-bytes.ts';
import { lastOf } from './streams.ts';

export const toolsPath = '/mcp';

export type ToolsDoor = {
  readonly token: string;
  readonly dispatch: HttpDispatch;
  readonly places: Places;
  /** Whether it is the secret of a session that lives. */
  readonly isSession: (secret: string) => Promise<boolean>;
};

type Client = { readonly session: string | null };

export function addTools<E extends Env>(app: Hono<E>, door: ToolsDoor): void {
  let answers: ReturnType<typeof loadAnswers> | null = null;
  app.on(['GET', 'POST', 'DELETE'], toolsPath, async (context) => {
    const bearer = bearerOf((name) => context.req.header(name)) ?? '';
    const client = await whoIs(bearer, door);
    if (client === null) {
      context.header('www-authenticate', 'Bearer');
      return refused(context, nobody);
    }
    const body = await readBytes(context.req);
    if (body === null) return answer(context, toReply(tooLong));
    answers ??= loadAnswers();
    const take = await answers;
    return take({ request: context.req.raw, body, of: bearer }, askFor(client, door));
  });
}

const loadAnswers = async () => (await import('../mcp/answer-http.ts')).createMcpAnswers();

async function whoIs(bearer: string, { token, isSession }: ToolsDoor): Promise<Client | null> {
  if (isSame(bearer, token)) return { session: null };
  return bearer !== '' && (await isSession(bearer)) ? { session: bearer } : null;
}

const nobody = refuse(
  401,
  'The token is missing, or is neither that of this daemon nor the secret of a session.',
  'Send `Authorization: Bearer TOKEN`: what is in `http.token` of the state folder, or in the file that DROVER_SESSION_CREDENTIAL names in a session.',
);

const askFor =
  ({ session }: Client, { dispatch, places }: ToolsDoor): McpAsk =>
  async (command, input, { signal, onEvent }) => {
    const free = (streams as readonly CommandName[]).includes(command) ? places.listen() : places.ask();
    if (free === null) return toReply(fail('BUSY', '').failure);
    try {
      const asked = toRequest(command, input, 'mcp');
      const caller = session === null ? asked.caller : { ...asked.caller, session };
      const told = dispatch({ ...asked, caller }, { left: signal });
      return await ('then' in told ? told : lastOf(told, onEvent));
    } finally {
      free();
    }
  };
