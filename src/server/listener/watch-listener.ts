import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerClientError } from '@/server/platform/http/client-error';
import { originForm, pathnameOf } from '@/server/platform/http/request-target';
import { closeServer } from '@/server/platform/http/shutdown';

export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
) => void;

export interface WatchListener {
  /** Hands requests to `handler` from now on. */
  serve(handler: NodeHandler): void;
  close(hurry?: AbortSignal): Promise<void>;
}

/**
 * Listens for those who watch the service, at an address of their own, from the first moment on: while the rest is
 * being started it says so.
 */
export async function startWatchListener({
  port,
  host,
}: {
  readonly port: number;
  readonly host: string;
}): Promise<WatchListener> {
  let handle: NodeHandler = whileStarting;
  const server = createServer((request, response) => {
    request.url = originForm(request.url);
    handle(request, response, pathnameOf(request.url));
  });
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    serve: (handler) => {
      handle = handler;
    },
    close: (hurry) => closeServer(server, hurry),
  };
}

/** The process lives, and nothing else is known of it yet. */
function whileStarting(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): void {
  const isAlive = pathname === '/livez';
  const body = JSON.stringify(isAlive ? { status: 'ok' } : { detail: 'starting' });
  response.writeHead(isAlive ? 200 : 503, {
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(method === 'HEAD' ? undefined : body);
}
