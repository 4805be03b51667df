import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer } from './shutdown';

test('a request that goes on is cut as soon as its server is told to hurry', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const asking = request({ port, host: '127.0.0.1' }).end();
  const cut = once(asking, 'response').catch((error: unknown) => error);
  await once(server, 'request');
  const hurry = new AbortController();
  const begun = performance.now();
  const closing = closeServer(server, hurry.signal);
  hurry.abort();
  await closing;
  expect(await cut).toMatchObject({ code: 'ECONNRESET' });
  expect(performance.now() - begun).toBeLessThan(5_000);
});
