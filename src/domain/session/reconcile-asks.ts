// The questions an agent has open, brought onto its row: new ones are judged, those that went by themselves are gone.
import type { Said } from '../fact/fact.ts';
import type { Verdict } from '../permission/judge-permission.ts';
import type { AgentQuestion } from './agent-question.ts';
import type { Ask, Asks } from './ask.ts';
import { settledKey } from './settle-ask.ts';

type AskJudge = { readonly judge: (asked: AgentQuestion) => Verdict; readonly sha256: (text: string) => string };

type AsksSeen = {
  readonly asks: readonly { readonly asked: AgentQuestion; readonly from: Ask['from'] }[];
  readonly closed: readonly string[];
  readonly over: boolean;
};

/** Null where nothing is new. */
export function reconcileAsks(
  before: Asks,
  { asks: open, closed, over }: AsksSeen,
  { judge, sha256 }: AskJudge,
): { readonly asks: Asks; readonly gone: readonly number[]; readonly said: readonly Said[] } | null {
  const isOpen = (key: string) => open.some((each) => settledKey(each) === key);
  // A journal that is read again has not come to it yet: an ask of a protocol is gone when that is said.
  const left = before.asks.filter(
    (ask) => over || (ask.from === 'screen' ? !isOpen(settledKey(ask)) : closed.includes(ask.asked.id)),
  );
  const news = open.filter(
    (each) =>
      !before.settled.includes(settledKey(each)) && !before.asks.some((ask) => settledKey(ask) === settledKey(each)),
  );
  // What a screen shows no more may be asked again.
  const settled = before.settled.filter((key) => !key.startsWith('screen ') || isOpen(key));
  if (left.length === 0 && news.length === 0 && settled.length === before.settled.length) return null;
  const added = news.map(
    ({ asked, from }, index): Ask => ({
      asked,
      from,
      nth: before.asked + index + 1,
      verdict: judge(asked),
      hash: sha256(JSON.stringify([asked.about, asked.text, asked.wanted, asked.choices])),
    }),
  );
  return {
    asks: {
      asks: [...before.asks.filter((ask) => !left.includes(ask)), ...added],
      settled: [...settled, ...left.filter(({ from }) => from === 'protocol').map(settledKey)].slice(-100),
      asked: before.asked + added.length,
    },
    gone: left.map(({ nth }) => nth),
    said: left.map(({ asked }) => ({ kind: 'permission_gone', data: { text: asked.text } })),
  };
}
