import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSession } from '@/server/backup/repository/session';
import { createLogger } from '@/server/platform/log';
import { followServers } from './follow-servers';
import { listenTo } from './listen';

/** Takes connections and says nothing, as a database does that is just starting, or whose machine is too busy. */
let mute: Server;
const sockets = new Set<Socket>();
let connection: { readonly host: string; readonly port: number };
beforeAll(async () => {
  mute = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
  });
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  const address = mute.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  connection = { host: '127.0.0.1', port: address.port };
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  mute.close();
});

test('listening can be ended while the connection is being made', async () => {
  const direct = followServers([connection]);
  const arrived = once(mute, 'connection');
  const listening = listenTo({
    ...{ db: { direct }, logger: createLogger('silent'), channel: 'nothing' },
    ...{ onMessage: () => undefined, onListening: () => undefined },
  });
  await arrived;
  await listening.stop();
  await direct.close();
});

test('so can it before anybody has said where to', async () => {
  const known = Promise.withResolvers<typeof connection>();
  const direct = { ...followServers([connection]), find: () => known.promise };
  const listening = listenTo({
    ...{ db: { direct }, logger: createLogger('silent'), channel: 'nothing' },
    ...{ onMessage: () => undefined, onListening: () => undefined },
  });
  const stopped = listening.stop();
  const before = sockets.size;
  known.resolve(connection);
  await stopped;
  expect(sockets.size).toBe(before);
});

test('work on a connection of its own ends with its signal while the connection is being made', async () => {
  const arrived = once(mute, 'connection');
  const ending = new AbortController();
  const working = withSession(connection, () => Promise.resolve(), ending.signal);
  await arrived;
  ending.abort();
  await expect(working).rejects.toThrow('Connection terminated');
});
