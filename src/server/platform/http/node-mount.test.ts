import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { answerInNode } from './node-mount';

/** Sends one request to a server with nothing but the mount, and returns its status line. */
async function statusLineOf(method: string): Promise<string> {
  const server = createServer((request, response) => {
    const handler = (asked: Pick<Request, 'method'>) =>
      Promise.resolve(new Response(asked.method, { status: 405 }));
    answerInNode(handler, request, response, { path: '/', remoteAddress: '' }).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const socket = connect(port, '127.0.0.1');
  socket.write(`${method} /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  server.close();
  return text.split('\r\n')[0] ?? '';
}

test.each(['GET', 'OPTIONS', 'PROPFIND', 'TRACE'])('a %s is answered', async (method) => {
  expect(await statusLineOf(method)).toBe('HTTP/1.1 405 Method Not Allowed');
});

test.each(['GET', 'HEAD'])('a file is sent while it is written (%s)', async (method) => {
  let pieces = 0;
  const file = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pieces += 1;
          if (pieces > 3) controller.close();
          else controller.enqueue(Buffer.from(`piece ${String(pieces)}\n`));
        },
      },
      { highWaterMark: 0 },
    );
  const headers = { 'content-disposition': 'attachment; filename="a.json"' };
  const server = createServer((request, response) => {
    const handler = () => Promise.resolve(new Response(file(), { headers }));
    void answerInNode(handler, request, response, { path: '/', remoteAddress: '' });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const answer = await fetch(`http://127.0.0.1:${String(port)}/`, { method });
  const isRead = method === 'GET';
  expect(await answer.text()).toBe(isRead ? 'piece 1\npiece 2\npiece 3\n' : '');
  expect(answer.headers.get('content-length')).toBeNull();
  expect(pieces).toBe(isRead ? 4 : 0);
  server.close();
});
