import { describe, expect, it } from 'vitest';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant } from './harness/tenants';

describe.each(mounts)('failed authentication on the $name mount', (mount) => {
  it('is answered with 429 from the 101st a minute on, for one address and for failures alone', async () => {
    const { keys } = await makeTenant();
    const client = clientOf(mount);
    const wrong = client.withKey('evt_AAAAAAAA_' + 'A'.repeat(43));
    const statuses: number[] = [];
    for (let n = 0; n < 103; n += 1) {
      // Whatever a client says of its own address is not believed.
      const headers = { 'x-eventide-remote-address': `192.0.2.${String(n)}` };
      statuses.push((await wrong.get('/v1/policy', { headers })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.slice(-3)).toEqual([429, 429, 429]);

    const { headers } = await wrong.get('/v1/policy');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await client.get('/v1/policy')).status).toBe(401);
    expect((await client.withKey(keys.viewer).get('/v1/policy')).status).toBe(200);
    const elsewhere = clientOf(mount).withKey('wrong');
    expect((await elsewhere.get('/v1/policy')).status).toBe(401);
  });
});
