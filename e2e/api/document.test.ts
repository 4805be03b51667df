import { describe, expect, it } from 'vitest';
import { apiDocument } from '@/server/app-router';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';

describe.each(mounts)('the document of the API on the $name mount', (mount) => {
  it('is open to everyone', async () => {
    const { status, json } = await clientOf(mount).get('/openapi.json');
    expect(status).toBe(200);
    expect(json).toEqual(JSON.parse(JSON.stringify(apiDocument())));
  });

  it('is read, not written', async () => {
    const { status, headers } = await clientOf(mount).post('/openapi.json', {});
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  it('can be read as a page, without anything from another host', async () => {
    const { status, text } = await sendHttp(mount.origin, { method: 'GET', target: '/docs/api' });
    expect(status).toBe(200);
    for (const operations of Object.values(apiDocument().paths)) {
      for (const { operationId } of Object.values(operations)) {
        expect(text).toContain(`id="operation-${operationId}"`);
      }
    }
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)];
    expect(loaded.length).toBeGreaterThan(0);
    for (const [, address] of loaded) expect(address).toMatch(/^\/(?!\/)/);
  });
});
