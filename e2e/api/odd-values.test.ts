import { beforeAll, expect, it } from 'vitest';
import { servedRoutes } from './harness/contract';
import { clientOf, mounts } from './harness/mounts';
import { ROUTE_INPUTS } from './harness/route-inputs';
import { TenantWorld } from './harness/tenant-world';

/** What every object has, what no schema can measure, and what is neither a text nor a list. */
const ODD_VALUES: readonly unknown[] = [
  ...['constructor', '__proto__', 'toString'],
  { length: { toString: 1 }, size: { toString: 1 } },
];
/** A document is full of the same. */
const MOST_PLACES = 30;

const routes = servedRoutes.filter(({ method }) => method !== 'GET');
const [{ origin }] = [mounts[0] ?? { origin: '' }];

type Place = readonly (string | number)[];

/** Where a body has a value, itself first. */
function placesIn(value: unknown, at: Place = []): Place[] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    at,
    ...within.flatMap(([key, inner]) =>
      placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function withValueAt(body: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  const copy: unknown = structuredClone(body);
  if (typeof copy !== 'object' || copy === null) return value;
  Reflect.set(copy, key, withValueAt(Reflect.get(copy, key), rest, value));
  return copy;
}

let world: TenantWorld;
beforeAll(async () => {
  world = await TenantWorld.create(clientOf({ origin }), 'Odd');
});

it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s refuses odd values, or takes them, wherever they stand',
  async (name, route) => {
    const inputs = ROUTE_INPUTS[name];
    expect(inputs).toBeDefined();
    if (!inputs || inputs.endsTenant) return;
    const { parameters = {}, body } = await inputs.call(world, 'admin');
    const client = clientOf({ origin }).withKey(world.tenant.keys.admin);
    const path = route.path.replaceAll(/\{(.+?)\}/g, (_all, part: string) =>
      encodeURIComponent(parameters[part] ?? part),
    );
    const faults: unknown[] = [];
    const places = body === undefined ? [] : placesIn(body).slice(0, MOST_PLACES);
    for (const place of places) {
      for (const value of ODD_VALUES) {
        const { status } = await client.send({
          method: route.method,
          target: `/api${path}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(withValueAt(body, place, value)),
        });
        if (status >= 500) faults.push([status, place.join('.'), value]);
      }
    }
    expect(faults).toEqual([]);
  },
);
