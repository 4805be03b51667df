import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<ServerResponse>();

/**
 * Leaves it to the handler when a client that asks first (`Expect: 100-continue`) is told to send its body: node
 * would tell it at once, also a client that is refused with the body unread. See {@link askForBody}.
 */
export function leaveExpectationsTo(
  server: Server,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(response);
    handle(request, response);
  });
}

/** Tells a client that waits for it to send its body; to be called before the body is read. */
export function askForBody(response: ServerResponse): void {
  if (waiting.delete(response) && !response.headersSent) response.writeContinue();
}
