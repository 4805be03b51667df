import { beforeAll, describe, expect, inject, it } from 'vitest';
import { insertOperator } from '@/server/operator/repository';
import { makePerson, makeSession } from '@/test/accounts';
import { calls } from '../fuzz/requests/recorded';
import { makeRecords } from '../fuzz/requests/records';
import { servedRoutes } from './harness/contract';
import { sendHttp, type SentRequest } from './harness/http';
import { clientOf } from './harness/mounts';
import { oddOnes } from './harness/odd-values';
import { ROUTE_INPUTS } from './harness/route-inputs';
import { deps } from './harness/tenants';
import { TenantWorld } from './harness/tenant-world';

const { node } = inject('startedServers');
const ODD_QUERIES = [
  'a%00b',
  'constructor',
  '__proto__',
  '%c0%80',
  '-1',
  '9e99',
  'a'.repeat(3_000),
  ...['0001-01-01', '9999-12-31', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00%2B14:00'],
];
const JSON_TYPE = { 'content-type': 'application/json' };

const { headers: site } = clientOf(node);

async function faultOf(what: string, sent: SentRequest): Promise<string[]> {
  const headers = { ...site, ...sent.headers };
  const { status } = await sendHttp(node.origin, { ...sent, headers });
  // Whoever is not let in reaches nothing.
  return status < 500 && status !== 401 && status !== 429 ? [] : [`${String(status)} ${what}`];
}

describe('a route of the API', () => {
  let world: TenantWorld;
  let key: string;
  beforeAll(async () => {
    world = await TenantWorld.create(clientOf(node), 'Odd');
    key = `ApiKey ${world.tenant.keys.admin}`;
  });

  it.each(servedRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s refuses odd values, or takes them, wherever they stand',
    async (name, { method, path, queryKinds }) => {
      const inputs = ROUTE_INPUTS[name];
      expect(inputs).toBeDefined();
      if (!inputs || inputs.endsTenant) return;
      const { parameters = {}, query = {}, body } = await inputs.call(world, 'admin');
      const target = `/api${path.replaceAll(/\{(.+?)\}/g, (_all, part: string) =>
        encodeURIComponent(parameters[part] ?? part),
      )}`;
      const faults: string[] = [];
      const headers = { authorization: key, ...(body === undefined ? {} : JSON_TYPE) };
      for (const { value, what } of body === undefined ? [] : oddOnes(body)) {
        const sent = { method, target, headers, body: JSON.stringify(value) };
        faults.push(...(await faultOf(what, sent)));
      }
      for (const parameter of queryKinds.keys()) {
        for (const odd of ODD_QUERIES) {
          const others = Object.entries(query).filter(([other]) => other !== parameter);
          const pairs = [
            ...others.map(([other, value]) => `${other}=${encodeURIComponent(String(value))}`),
            `${parameter}=${odd}`,
          ];
          const asked = { method, target: `${target}?${pairs.join('&')}`, headers };
          const sent = body === undefined ? asked : { ...asked, body: JSON.stringify(body) };
          faults.push(...(await faultOf(`${parameter}=${odd.slice(0, 20)}`, sent)));
        }
      }
      expect(faults).toEqual([]);
    },
  );
});

it('a call of the dashboard refuses odd values, or takes them', { timeout: 600_000 }, async () => {
  const client = clientOf(node);
  const world = await TenantWorld.create(client, 'Odd calls');
  const { organizationId } = world.tenant;
  const keyed = client.withKey(world.tenant.keys.admin);
  const doomed = await makeRecords(world, keyed, deps);
  const records = await makeRecords(world, keyed, deps);
  const person = await makePerson(deps, { organizationId, role: 'admin' });
  await insertOperator(deps.db, person.id, deps.clock.now());
  const { cookie } = await makeSession(deps, person.id);
  const all = calls({ cookie, origin: node.origin, records, doomed });
  expect(all.length).toBeGreaterThan(200);
  const faults: string[] = [];
  for (const { name, method, target, headers, body } of all) {
    const [path = '', query = ''] = target.split('?');
    const text = body === null ? new URLSearchParams(query).get('input') : body.toString();
    const input: unknown = JSON.parse(text ?? 'null');
    for (const { value, what } of oddOnes(input)) {
      const given = JSON.stringify(value);
      const sent =
        body === null
          ? {
              method,
              target: `${path}?${new URLSearchParams({ input: given }).toString()}`,
              headers,
            }
          : { method, target, headers, body: given };
      faults.push(...(await faultOf(`${name} ${what}`, sent)));
    }
  }
  expect(faults).toEqual([]);
});
