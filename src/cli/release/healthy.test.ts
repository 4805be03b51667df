import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

/** The health check of the image, with what it is told of the server; the status that it ends with. */
async function check(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<number | null> {
  const child = execFile(process.execPath, ['deploy/image/healthy.mjs', ...args], {
    env: { NODE_ENV: 'production', ...env },
  });
  await once(child, 'exit');
  return child.exitCode;
}

/** A server that gives one answer for a while. */
async function withServer<T>(status: number, use: (port: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  try {
    return await use(String(port));
  } finally {
    server.close();
  }
}

test.each([
  [200, 0],
  [503, 1],
])(
  'the health check of the image: a server that answers %d makes it end with %d',
  async (status, end) => {
    expect(await withServer(status, (PORT) => check({ PORT }))).toBe(end);
  },
);

test('it asks the address that the server was told to listen at', async () => {
  expect(await withServer(200, (PORT) => check({ PORT, HOST: '127.0.0.1' }))).toBe(0);
});

test('it asks another path where one is named', async () => {
  const ends = ['/healthz', '/other'].map((path) =>
    withServer(200, (PORT) => check({ PORT }, path)),
  );
  expect(await Promise.all(ends)).toEqual([0, 1]);
});

test('it says no where nobody listens', async () => {
  const closed = await withServer(200, (port) => Promise.resolve(port));
  expect(await check({ PORT: closed })).toBe(1);
});
