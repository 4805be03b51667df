import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, vi } from 'vitest';
import { call } from './service';

vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

it('says of a service that takes too long that it gave no answer in time', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}`;
  const service = { url: new URL(`http://${host}/`), key: 'evt_x', isBuild: false, ca: null };
  try {
    await expect(
      call({ ...service, timeoutMs: 50 }, { method: 'GET', path: 'api/x', parameters: [] }),
    ).rejects.toThrow(`${host} was not reached: no answer in time`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
