import { expect, it } from 'vitest';
import { manualClock } from '@/server/platform/clock';
import type { Ask } from '@/server/platform/outbound/guarded-fetch';
import { Secret } from '@/server/platform/secrets/secret';
import { Remote, RemoteFailure } from './remote';

function remoteOf(outgoing: Ask): Remote {
  const address = { url: 'https://dtrack.example.com/base', key: new Secret('odt_key') };
  const clock = manualClock('2026-11-21T12:00:00Z');
  return new Remote({ outgoing, clock }, address, new AbortController().signal);
}

it('takes a refusal for one, of whichever bundle its class is', async () => {
  const detail = 'only public hosts are asked';
  const refusal = Object.assign(new Error(detail), { name: 'OutgoingRefusal', kind: 'address' });
  const version = remoteOf(() => Promise.reject(refusal)).version();
  await expect(version).rejects.toBeInstanceOf(RemoteFailure);
  await expect(version).rejects.toThrow('Only public hosts are asked');
});

it('takes a fault of this program for no silence of the server', async () => {
  const fault = new TypeError('x is not a function');
  await expect(remoteOf(() => Promise.reject(fault)).page(1)).rejects.toBe(fault);
});

it('shows its key to nobody who has not said what they are', async () => {
  const asked: [string, string | undefined][] = [];
  const remote = remoteOf((address, { headers }) => {
    asked.push([address.href, headers?.['x-api-key']]);
    return Promise.reject(new TypeError('fetch failed'));
  });
  await expect(remote.version()).rejects.toThrow('The connection fails or breaks off');
  await expect(remote.page(2)).rejects.toThrow();
  expect(asked).toEqual([
    ['https://dtrack.example.com/base/api/version', undefined],
    [
      'https://dtrack.example.com/base/api/v1/project?pageNumber=2&pageSize=100&excludeInactive=true',
      'odt_key',
    ],
  ]);
});
