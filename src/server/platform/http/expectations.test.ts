import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { RequestHandler } from './pipeline';
import { leaveExpectationsTo } from './expectations';
import { answerInNode } from './node-mount';

/** The status lines that a client gets which asks before it sends its body, and sends it when it is told to. */
async function statusLines(handler: RequestHandler): Promise<string[]> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    answerInNode(handler, request, response, { path: '/', remoteAddress: '' }).catch(() =>
      response.destroy(),
    );
  };
  const server = createServer(handle);
  leaveExpectationsTo(server, handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const socket = connect(port, '127.0.0.1');
  const head = ['PUT /v2/scan HTTP/1.1', 'host: localhost', 'expect: 100-continue'];
  socket.write([...head, 'connection: close', 'content-length: 4', '', ''].join('\r\n'));
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (/ 100 Continue\r\n\r\n$/.test(text)) socket.write('body');
  }
  server.close();
  return text.match(/HTTP\/1\.1 \d+/g) ?? [];
}

test('whoever asks before sending a body is told to once it is read, and not when refused', async () => {
  const reads: RequestHandler = async (request) =>
    new Response(await new Response(request.body).text());
  expect(await statusLines(reads)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  const refuses: RequestHandler = () => Promise.resolve(new Response('who?', { status: 401 }));
  expect(await statusLines(refuses)).toEqual(['HTTP/1.1 401']);
});
