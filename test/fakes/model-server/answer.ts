// Plays one answer or fault onto an HTTP response.
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Event, Item } from './api.ts';
import type { Heard, Play } from './play.ts';

const write = (response: ServerResponse, events: readonly Event[]) => {
  for (const { event, data } of events) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
};

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

function stream(api: Api, play: Play, heard: Heard, id: string, response: ServerResponse): void {
  const items = itemsOf(api, play, heard);
  startStream(response);
  write(response, api.open(id, heard.model));
  items.forEach((item, index) => {
    const part = `${id}_${index}`;
    write(
      response,
      item.kind === 'text'
        ? api.text(part, index, piecesOf(item.text, play.pieceLength ?? 4096))
        : api.call(part, index, item),
    );
  });
  write(response, api.close(id, heard.model, items));
  response.end();
}

export async function answer(api: Api, play: Play, heard: Heard, id: string, response: ServerResponse): Promise<void> {
  if (play.afterMs !== undefined) await wait(play.afterMs);
  const fault = play.fault;
  switch (fault?.kind) {
    case undefined:
      return stream(api, play, heard, id, response);
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      response.end(JSON.stringify(fault.body ?? api.error(fault.status)));
      return;
    case 'cut':
      startStream(response);
      write(response, [...api.open(id, heard.model), ...api.text(id, 0, ['half a w'])].slice(0, -1));
      setImmediate(() => response.destroy());
      return;
    case 'hang':
      return;
    case 'garbage':
      startStream(response).end('\u0000\u0001{{{ not an event\n\ndata: {"type":\n\n');
  }
}
