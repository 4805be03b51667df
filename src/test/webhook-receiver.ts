import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What it answers: a status, or whatever is done to the response. */
export type Reaction = number | ((response: ServerResponse) => void);

export interface WebhookReceiver {
  readonly url: string;
  /** Every request whose body came whole, in order, however it was answered. */
  readonly requests: readonly ReceivedRequest[];
  /** What the coming requests are answered, one after the other; the last of them stays. */
  answer(...reactions: Reaction[]): void;
  /** Resolves once there were so many requests. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Begins an answer and breaks off. */
export const dieInTheMiddle = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('half of');
  setTimeout(() => response.destroy(), 20);
};
/** Never answers. */
export const stall = () => undefined;

/** A receiver of webhooks on loopback, which keeps what it gets. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  let reactions: Reaction[] = [204];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString();
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      for (const look of waiting) look();
      const reaction = (reactions.length > 1 ? reactions.shift() : reactions[0]) ?? 204;
      if (typeof reaction === 'function') reaction(response);
      else response.writeHead(reaction).end();
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    requests,
    answer: (...next) => {
      reactions = next;
    },
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
