import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can, canBuild, ROLES, type Role } from '@/domain/roles/permissions';
import { writtenError } from '@/server/platform/http/errors';
import type { Route } from '@/server/platform/trpc/route-table';
import type { ApiAnswer, ApiClient } from './harness/api-client';
import { BuildIssuer } from '@/test/build-issuer';
import { TrustedBuild } from './harness/builds';
import { servedRoutes } from './harness/contract';
import { clientOf, mounts } from './harness/mounts';
import { ROUTE_INPUTS, type RouteCall, type RouteInputs } from './harness/route-inputs';
import { makeDeadKey } from './harness/tenants';
import { TenantWorld } from './harness/tenant-world';

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const routes = servedRoutes.map((route) => [nameOf(route), route] as const);

function inputsOf(route: Route): RouteInputs {
  const inputs = ROUTE_INPUTS[nameOf(route)];
  if (!inputs) throw new Error(`${nameOf(route)} is new: say in route-inputs.ts how it is called`);
  return inputs;
}

function send(client: ApiClient, route: Route, call: RouteCall): Promise<ApiAnswer> {
  const { parameters = {}, query, body } = call;
  const path = route.path.replaceAll(/\{(.+?)\}/g, (_all, name: string) =>
    encodeURIComponent(parameters[name] ?? name),
  );
  const text = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  return client.send({
    method: route.method,
    target: `/api${path}${text === '' ? '' : `?${text}`}`,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
}

/** Whether a role may call a route, by the table of roles and what the route declares. */
function isAllowed(route: Route, { permission }: RouteInputs, role: Role): boolean {
  const needed = route.permission ?? permission;
  if (route.access === 'public') return true;
  if (needed) return can(role, needed);
  throw new Error(`${nameOf(route)}: say in route-inputs.ts what it takes to call it`);
}

/** Calls that name a project which is not the build's own. */
const OF_OTHER_PROJECTS = new Set([
  ...['PUT /v1/scan', 'PUT /v2/scan', 'PUT /sbom', 'PUT /v1/bom', 'POST /v1/bom'],
  'PUT /projects/{id}/codeowners',
]);
const otherProject = ({ project }: TrustedBuild) =>
  `The token of this build is good for the project ${project} alone`;

/** Whether a build may call a route: what a scanner may, if it concerns one project. */
function isOpenToBuilds(route: Route, inputs: RouteInputs): boolean {
  const needed = route.permission ?? inputs.permission;
  if (route.access !== 'organization' && needed) return false;
  return (
    isAllowed(route, inputs, 'scanner') &&
    (needed === undefined || canBuild(needed, { mayUpload: true }))
  );
}

it('knows how to call every route', () => {
  expect(servedRoutes.filter((route) => !ROUTE_INPUTS[nameOf(route)]).map(nameOf)).toEqual([]);
});

it('finds every other path of the contract served', () => {
  const served = new Set(servedRoutes.map(nameOf));
  const missing = Object.keys(ROUTE_INPUTS).filter((name) => !served.has(name));
  expect(missing).toEqual([]);
});

describe.each(mounts)('roles and tenants on the $name mount', (mount) => {
  let own: TenantWorld;
  let other: TenantWorld;
  let deadKeys: Record<'expired' | 'revoked', string>;
  let issuer: BuildIssuer;
  let builds: Record<'own' | 'other', TrustedBuild>;
  afterAll(() => issuer.close());
  beforeAll(async () => {
    issuer = await BuildIssuer.start();
    own = await TenantWorld.create(clientOf(mount), 'A');
    other = await TenantWorld.create(clientOf(mount), 'B');
    deadKeys = {
      expired: await makeDeadKey(own.tenant, 'expires_at'),
      revoked: await makeDeadKey(own.tenant, 'revoked_at'),
    };
    builds = {
      own: await TrustedBuild.create(clientOf(mount), own.tenant, issuer),
      other: await TrustedBuild.create(clientOf(mount), other.tenant, issuer),
    };
  });

  describe.each(routes)('%s', (_name, route) => {
    const inputs = inputsOf(route);

    it('is closed to callers whose key does not hold', async () => {
      const call = await inputs.call(own);
      const { expired, revoked } = deadKeys;
      const untrusted = await builds.own.token({ repository: 'acme/other' });
      const callers: [string, ApiClient][] = [
        ['no key', clientOf(mount)],
        ['an empty key', clientOf(mount).withKey('')],
        ['a wrong key', clientOf(mount).withKey(`evt_AAAAAAAA_${'A'.repeat(43)}`)],
        ['an expired key', clientOf(mount).withKey(expired)],
        ['a revoked key', clientOf(mount).withKey(revoked)],
        ['a build that nobody trusts', clientOf(mount).withKey(untrusted)],
      ];
      for (const [who, client] of callers) {
        const answer = await send(client, route, call);
        const expected = route.access === 'public' ? route.successStatus : 401;
        expect([who, answer.status]).toEqual([who, expected]);
      }
    });

    it.each(ROLES)('answers a %s as the table of roles says', async (role) => {
      const isOpen = isAllowed(route, inputs, role);
      const world = inputs.endsTenant ? await TenantWorld.create(clientOf(mount), 'Ends') : own;
      const answer = await send(
        clientOf(mount).withKey(world.tenant.keys[role]),
        route,
        await inputs.call(world, role),
      );
      expect([role, answer.status, isOpen ? '' : answer.text]).toEqual(
        isOpen
          ? [role, inputs.answers ?? route.successStatus, '']
          : [role, 403, writtenError({ status: 403, detail: 'Forbidden' }, route.errorBody).text],
      );
    });

    it('answers a build as a scanner of one project', async () => {
      const world = inputs.endsTenant ? await TenantWorld.create(clientOf(mount), 'Ends') : own;
      const answer = await send(await builds.own.client(), route, await inputs.call(world));
      if (!isOpenToBuilds(route, inputs)) {
        if (route.access === 'public') expect(answer.status).toBe(route.successStatus);
        else expect(answer.status).toBe(inputs.endsTenant ? 404 : 403);
      } else if (OF_OTHER_PROJECTS.has(nameOf(route))) {
        const refusal = { status: 403, detail: otherProject(builds.own) };
        expect(answer.text).toBe(writtenError(refusal, route.errorBody).text);
      } else {
        expect([answer.status, answer.text]).toEqual([
          inputs.answers ?? route.successStatus,
          expect.any(String),
        ]);
      }
    });

    const { nowhere } = inputs;
    it.skipIf(!nowhere)('answers a build elsewhere as one that asks for nothing', async () => {
      const call = await inputs.call(own);
      const stranger = await builds.other.client();
      const [foreign, unknown] = [
        await send(stranger, route, call),
        await send(stranger, route, nowhere?.(call) ?? call),
      ];
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
      expect([403, 404]).toContain(foreign.status);
    });

    it.skipIf(!nowhere)('answers a foreign id exactly like one that does not exist', async () => {
      const call = await inputs.call(own);
      const stranger = clientOf(mount).withKey(other.tenant.keys.admin);
      const [foreign, unknown] = [
        await send(stranger, route, call),
        await send(stranger, route, nowhere?.(call) ?? call),
      ];
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
      if (Object.keys(call.parameters ?? {}).length > 0) expect(foreign.status).toBe(404);
    });
  });

  it('one tenant sees nothing of another in any list', async () => {
    const marked = await TenantWorld.create(clientOf(mount), 'Marked');
    const { project, image, product } = await marked.scanned();
    const stranger = clientOf(mount).withKey(other.tenant.keys.admin);
    for (const route of servedRoutes.filter(
      ({ method, path }) => method === 'GET' || path === '/images',
    )) {
      const { text } = await send(stranger, route, await inputsOf(route).call(other));
      for (const name of [project, image, product, marked.organizationId]) {
        expect(text, nameOf(route)).not.toContain(name);
      }
    }
  });

  it('what a stranger tried changed nothing', async () => {
    const scanned = await own.scanned();
    const stranger = clientOf(mount).withKey(other.tenant.keys.admin);
    const mine = clientOf(mount).withKey(own.tenant.keys.admin);
    const look = async () => (await mine.get(`/projects/${scanned.projectId}/eol_software`)).text;
    const before = await look();
    expect((await stranger.delete(`/projects/${scanned.projectId}`)).status).toBe(404);
    // The same names in the other tenant are other records.
    const theirs = await other.scanned();
    expect(theirs.projectId).not.toBe(scanned.projectId);
    expect(await look()).toBe(before);
    expect((await mine.delete(`/projects/${randomUUID()}`)).status).toBe(404);
    expect((await mine.delete(`/projects/${scanned.projectId}`)).status).toBe(204);
    expect((await mine.delete(`/projects/${scanned.projectId}`)).status).toBe(404);
  });
});
