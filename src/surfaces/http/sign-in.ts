// A browser signs in with a link, says who it is, and signs out. The link's secret stands behind `#`: no server, proxy or history of requests sees it, and no program that only looks at the address uses it up.
import type { Context, Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { type FailureReply, fail, toReply } from '../../contract/to-reply.ts';
import type { WebEntered } from '../../contract/web.ts';
import { answer, refused } from './answer.ts';
import { askingOf, refuse } from './asking.ts';
import {
  browserHint,
  cookieName,
  cookieOf,
  type FindVisit,
  type MayNot,
  pageKeyOf,
  refuseOtherPages,
  signedOut,
} from './guard.ts';
import { readBytes } from './read-bytes.ts';
import type { WayIn } from './way-in.ts';

export type WebAccess = {
  readonly find: FindVisit;
  /** Of who has the token of programs, and is nobody. */
  readonly program: MayNot;
  enter(
    link: string,
    userAgent: string,
  ): Promise<{ readonly cookie: string; readonly entered: WebEntered } | FailureReply>;
  leave(session: string): Promise<void>;
};

/** So many wrong links in a minute, of one and of all, and none is looked at for the rest of it: who guesses from elsewhere keeps nobody else out. */
const mostWrong = { each: 20, all: 400 };
const minuteMs = 60_000;

type Seen = { Variables: { way: WayIn } };

export const signInPath = '/v1/web/session';

/** Behind the guard: Host and Origin are our own. */
export function addSignIn<E extends Seen>(app: Hono<E>, { find, enter, leave }: WebAccess, port: () => number): void {
  const wrong = countWrong();
  app.post(signInPath, async (context) => {
    const way = context.get('way');
    const refusal = refuseOtherPages(askingOf(context), way);
    if (refusal !== null) return refused(context, refusal);
    if (wrong.isOver(way.client)) return refused(context, tooMany);
    const link = await readLink(context);
    if (link === null) return answer(context, toReply(fail('USAGE', 'The body is not {"link":"..."}.').failure), 400);
    const entered = await enter(link, context.req.header('user-agent') ?? '');
    if ('ok' in entered) {
      wrong.add(way.client);
      return answer(context, entered, 401);
    }
    const { until } = entered.entered;
    const rules = { ...rulesOf(way), expires: new Date(until) };
    setCookie(context, cookieName(port(), way), entered.cookie, rules);
    return answer(context, { ok: true, data: entered.entered }, 200);
  });
  app.get(signInPath, async (context) => {
    const asking = askingOf(context);
    const cookie = cookieOf(asking, port(), context.get('way'));
    const visit = cookie === null ? null : await find(cookie, pageKeyOf(asking));
    if (visit === null) return refused(context, signedOut);
    return answer(context, { ok: true, data: visit.visitor }, 200);
  });
  app.delete(signInPath, async (context) => {
    const [asking, way] = [askingOf(context), context.get('way')];
    const refusal = refuseOtherPages(asking, way);
    if (refusal !== null) return refused(context, refusal);
    const cookie = cookieOf(asking, port(), way);
    const visit = cookie === null ? null : await find(cookie, null);
    if (visit !== null) await leave(visit.session);
    deleteCookie(context, cookieName(port(), way), rulesOf(way));
    return answer(context, { ok: true, data: {} }, 200);
  });
}

function countWrong() {
  let since = performance.now();
  let all = 0;
  const each = new Map<string, number>();
  return {
    isOver(client: string): boolean {
      if (performance.now() - since > minuteMs) {
        [since, all] = [performance.now(), 0];
        each.clear();
      }
      return all >= mostWrong.all || (each.get(client) ?? 0) >= mostWrong.each;
    },
    add(client: string): void {
      all += 1;
      each.set(client, (each.get(client) ?? 0) + 1);
    },
  };
}

const rulesOf = ({ secure }: WayIn) => ({ httpOnly: true, sameSite: 'Strict', path: '/', secure }) as const;
const tooMany = refuse(429, 'Too many wrong links; wait a minute.', browserHint);

async function readLink({ req }: Context): Promise<string | null> {
  const bytes = await readBytes(req);
  try {
    const { link } = JSON.parse(Buffer.from(bytes ?? []).toString('utf8')) as { link?: unknown };
    return typeof link === 'string' && /^[A-Za-z0-9_-]{1,128}$/.test(link) ? link : null;
  } catch {
    return null;
  }
}
