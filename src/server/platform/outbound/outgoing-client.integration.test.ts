import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_PEERS, type AllowedPeers } from './address-rules';
import { fetchWithinOrigin, OutgoingRefusal, readAtMost } from './guarded-fetch';
import { outgoingClient } from './outgoing-client';

/** A server on this machine, which nobody may be led to. */
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/elsewhere') response.writeHead(302, { location: 'http://127.0.0.1:1/' });
  else if (request.url === '/again') response.writeHead(302, { location: '/' });
  response.end('inside');
});
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };
const SOMEWHERE: LookupAddress = { address: '198.51.99.1', family: 4 };

/** Resolves every name to the next of some answers, and counts how often it was asked. */
function resolver(...answers: readonly LookupAddress[][]) {
  let count = 0;
  return {
    count: () => count,
    resolve: (
      _name: string,
      _options: { readonly all: true },
      callback: (err: null, addresses: LookupAddress[]) => void,
    ) => callback(null, answers[Math.min(count++, answers.length - 1)] ?? []),
  };
}

const allowing = (hosts: readonly string[], networks: readonly string[] = []): AllowedPeers => ({
  hosts: new Set(hosts),
  networks,
});

async function bodyOf(url: string, ...args: Parameters<typeof outgoingClient>): Promise<string> {
  const signal = AbortSignal.timeout(5_000);
  const answer = await fetchWithinOrigin(outgoingClient(...args), new URL(url), { signal });
  return (await readAtMost(answer, 1_000)).toString();
}

describe('an address that was typed in', () => {
  it.each([
    ['a number', '127.0.0.1'],
    ['a number in one piece', '2130706433'],
    ['a number in octal', '0177.0.0.1'],
    ['IPv6', '[::1]'],
    ['IPv4 in IPv6', '[::ffff:127.0.0.1]'],
    ['where a cloud keeps its secrets', '169.254.169.254'],
  ])('leads nowhere inside: %s', async (_what, host) => {
    asked.length = 0;
    for (const protocol of ['http', 'https']) {
      const url = `${protocol}://${host}:${String(port)}/`;
      await expect(bodyOf(url, NO_PEERS)).rejects.toBeInstanceOf(OutgoingRefusal);
    }
    await expect(bodyOf(`https://${host}/`, NO_PEERS)).rejects.toBeInstanceOf(OutgoingRefusal);
    expect(asked).toEqual([]);
  });

  it('leads nowhere inside by a name either, though one of its addresses is public', async () => {
    const { resolve } = resolver([SOMEWHERE, LOOPBACK]);
    await expect(bodyOf('https://rebound.example/', NO_PEERS, resolve)).rejects.toMatchObject({
      kind: 'address',
    });
  });

  it('says nothing of what a name resolved to', async () => {
    const { resolve } = resolver([LOOPBACK]);
    const refused = bodyOf('https://inside.example/', NO_PEERS, resolve);
    await expect(refused).rejects.toThrow(/OUTGOING_ALLOW/);
    await expect(refused).rejects.not.toThrow(/127/);
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://example.com/',
    'https://8.8.8.8:8080/',
  ])('is asked by https at port 443 alone: not %s', async (url) => {
    const { resolve } = resolver([SOMEWHERE]);
    await expect(bodyOf(url, NO_PEERS, resolve)).rejects.toMatchObject({ kind: 'address' });
  });
});

describe('what the operator allows', () => {
  it('is asked by its name, whatever that resolves to', async () => {
    const { resolve } = resolver([LOOPBACK]);
    const url = `http://mattermost.internal:${String(port)}/`;
    expect(await bodyOf(url, allowing(['mattermost.internal']), resolve)).toBe('inside');
  });

  it('is asked where its address lies in a network', async () => {
    const { resolve } = resolver([LOOPBACK]);
    const url = `http://any.internal:${String(port)}/`;
    expect(await bodyOf(url, allowing([], ['127.0.0.0/8']), resolve)).toBe('inside');
    expect(await bodyOf(`http://127.0.0.1:${String(port)}/`, allowing(['127.0.0.1']))).toBe(
      'inside',
    );
  });

  it('does not open what lies beside it', async () => {
    const { resolve } = resolver([LOOPBACK]);
    const url = `http://other.internal:${String(port)}/`;
    await expect(
      bodyOf(url, allowing(['mattermost.internal'], ['10.0.0.0/8']), resolve),
    ).rejects.toMatchObject({ kind: 'address' });
  });

  it('is followed within its origin, and not beyond', async () => {
    const at = (path: string) => `http://127.0.0.1:${String(port)}${path}`;
    const allowed = allowing([], ['127.0.0.0/8']);
    expect(await bodyOf(at('/again'), allowed)).toBe('inside');
    await expect(bodyOf(at('/elsewhere'), allowed)).rejects.toMatchObject({ kind: 'redirect' });
  });
});

it('resolves a name once, and connects to what it resolved to', async () => {
  const names = resolver([LOOPBACK], [{ address: '127.0.0.2', family: 4 }]);
  const url = `http://turning.internal:${String(port)}/`;
  expect(await bodyOf(url, allowing([], ['127.0.0.1/32']), names.resolve)).toBe('inside');
  expect(names.count()).toBe(1);
});
