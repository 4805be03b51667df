import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerClientError } from './client-error';

let server: Server;
beforeAll(async () => {
  server = createServer({ maxHeaderSize: 1024 }, (_request, response) => response.end());
  server.on('clientError', answerClientError).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

async function answerTo(text: string): Promise<string> {
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

it('answers headers that are too large with JSON', async () => {
  const answer = await answerTo(`GET /${'a'.repeat(2000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toMatch(/\{"detail":"Request Header Fields Too Large"\}$/);
});

it('answers what is no HTTP with JSON', async () => {
  const answer = await answerTo('hello\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/json\r\n/);
  expect(answer).toMatch(/\{"detail":"Bad Request"\}$/);
});
