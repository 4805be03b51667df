import { createHash } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { sendHttp } from './harness/http';
import { mounts } from './harness/mounts';

const { apiHost, node } = inject('startedServers');
const LISTING = '/xeol/databases/listing.json';

interface Listing {
  readonly available: { readonly 1: readonly [{ built: string; url: string; checksum: string }] };
}

async function listed(origin: string) {
  const { status, text } = await sendHttp(origin, { method: 'GET', target: LISTING });
  expect(status).toBe(200);
  // The service's own tests hold the shape.
  return (JSON.parse(text) as Listing).available[1][0];
}

describe.each(mounts)('the database for scanners on the $name mount', ({ origin }) => {
  it('is listed and served to everyone, with and without a slash at the end', async () => {
    const { url, checksum } = await listed(origin);
    for (const address of [url, `${url}/`]) {
      const response = await fetch(address);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBeNull();
      const content = Buffer.from(await response.arrayBuffer());
      expect(checksum).toBe(`sha256:${createHash('sha256').update(content).digest('hex')}`);
    }
  });

  it('is served whichever process listed it', async () => {
    for (const mount of mounts) {
      const { url } = await listed(mount.origin);
      const target = new URL(url).pathname;
      const answer = await sendHttp(origin, { method: 'HEAD', target });
      expect(answer).toMatchObject({ status: 200, text: '' });
      expect(answer.headers['accept-ranges']).toBe('bytes');
    }
  });

  it('answers JSON to what it does not have', async () => {
    const wrongVerb = await sendHttp(origin, { method: 'POST', target: LISTING, body: '{}' });
    expect(wrongVerb).toMatchObject({ status: 405, text: '{"detail":"Method Not Allowed"}' });
    expect(wrongVerb.headers.allow).toBe('GET, HEAD');
    const nothing = await sendHttp(origin, { method: 'GET', target: '/xeol/databases/x.tar.gz' });
    expect(nothing).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
    expect(nothing.headers['x-request-id']).toBeTruthy();
  });
});

it('is served on the host of the API too', async () => {
  const answer = await sendHttp(node.origin, {
    method: 'HEAD',
    target: LISTING,
    headers: { host: apiHost },
  });
  expect(answer.status).toBe(200);
});
