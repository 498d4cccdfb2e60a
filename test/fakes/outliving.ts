// What a server of the tests does where its caller is gone in the middle, as a daemon is that was killed: nothing. Without it that would be an error of the whole run of tests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A request that came whole and cannot be answered is still a fault, which nobody catches, while its caller waits. */
export const outliving =
  (answer: Answer) =>
  (request: IncomingMessage, response: ServerResponse): void =>
    void answer(request, response).catch((error: unknown) => {
      const waits = request.complete && !response.destroyed;
      response.destroy();
      if (waits) throw error;
    });

/** Of a socket that no request stands on: whoever is at its other end may end without a farewell. */
export const mayBeCut = <Socket extends Writable>(socket: Socket): Socket => socket.on('error', () => undefined);
