// Plays one answer or fault onto an HTTP response.
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Asked, Event, Item } from './api.ts';
import type { Heard, Play } from './play.ts';

const lineOf = ({ event, data }: Event) =>
  `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

async function write(response: ServerResponse, events: readonly Event[], pauseMs = 0): Promise<void> {
  for (const event of events) {
    response.write(lineOf(event));
    if (pauseMs > 0) await wait(pauseMs);
  }
}

const json = { 'content-type': 'application/json' };
const startStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });

function itemsOf(api: Api, play: Play, heard: Heard): readonly Item[] {
  const items: Item[] = [];
  if (play.say !== undefined) items.push({ kind: 'text', text: play.say });
  if (play.shell !== undefined) items.push({ kind: 'call', ...api.shell(play.shell, heard.tools) });
  if (play.call !== undefined) items.push({ kind: 'call', ...play.call });
  return items;
}

const piecesOf = (text: string, length: number) => text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];

/** One request, understood, with what is to be answered. */
export type Turn = { readonly api: Api; readonly asked: Asked; readonly heard: Heard; readonly id: string };

async function speak({ api, asked, heard, id }: Turn, play: Play, response: ServerResponse): Promise<void> {
  const items = itemsOf(api, play, heard);
  const whole = api.whole(asked, id, heard.model, items);
  if (whole !== null) return void response.writeHead(200, json).end(JSON.stringify(whole));
  startStream(response);
  await write(response, api.open(id, heard.model));
  for (const [index, item] of items.entries())
    await write(response, piecesOfItem(api, play, id, index, item), play.pauseMs);
  await write(response, api.close(id, heard.model, items));
  response.end();
}

function piecesOfItem(api: Api, play: Play, id: string, index: number, item: Item): readonly Event[] {
  const part = `${id}_${index}`;
  if (item.kind === 'call') return api.call(part, index, item);
  return api.text(part, index, piecesOf(item.text, play.pieceLength ?? 4096));
}

/** Half an answer: its stream was begun and is not ended. */
async function half({ api, heard, id }: Turn, response: ServerResponse): Promise<void> {
  startStream(response);
  await write(response, [...api.open(id, heard.model), ...api.text(`${id}_0`, 0, ['half', ' a w'])].slice(0, -1));
}

export async function answer(turn: Turn, play: Play, response: ServerResponse): Promise<void> {
  if (play.afterMs !== undefined) await wait(play.afterMs);
  const fault = play.fault;
  switch (fault?.kind) {
    case undefined:
      return speak(turn, play, response);
    case 'status':
      response.writeHead(fault.status, { ...json, ...fault.headers });
      response.end(JSON.stringify(fault.body ?? turn.api.error(fault.status)));
      return;
    case 'cut':
      await half(turn, response);
      setImmediate(() => response.destroy());
      return;
    case 'stall':
      return half(turn, response);
    case 'hang':
      return;
    case 'garbage':
      startStream(response).end('\u0000\u0001{{{ not an event\n\ndata: {"type":\n\n');
  }
}
