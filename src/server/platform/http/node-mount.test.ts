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
