import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';
import { RestClient, type RestCall } from '@/test/rest-client';
import { projectOwnerRecord, teamRecord } from '@/server/team/dto';

/** What a test of teams stands on: an organization of its own, and an admin's key to it. */
interface World {
  readonly deps: TestDeps;
  readonly rest: RestClient;
  readonly organization: OrganizationId;
  readonly admin: RestCall;
}

/** Sets the tests of a file up, and gives them what they do with teams over REST. */
export function teamTests() {
  let world: World;
  beforeAll(async () => {
    const deps = testDeps(await testDatabase());
    const rest = new RestClient(deps);
    const organization = await makeOrganization(deps);
    world = { deps, rest, organization, admin: await rest.as(organization, 'admin') };
  });
  afterAll(() => world.deps.db.close());
  beforeEach(async () => {
    const { deps, rest } = world;
    const organization = await makeOrganization(deps);
    world = { deps, rest, organization, admin: await rest.as(organization, 'admin') };
  });
  const admin: RestCall = (...call) => world.admin(...call);

  async function team(name: string, more: object = {}) {
    const { status, body } = await admin('POST', '/teams', { name, ...more });
    expect(status).toBe(201);
    return teamRecord.parse(body);
  }
  /** Gives the number of projects that the rules changed. */
  async function saveRules(rules: readonly object[]) {
    const { status, body } = await admin('PUT', '/owner_rules', { rules });
    expect([status, body]).toMatchObject([200, {}]);
    return z.object({ changed: z.number() }).parse(body).changed;
  }
  async function ownerOf(projectId: string) {
    const { status, body } = await admin('GET', `/projects/${projectId}/owner`);
    expect(status).toBe(200);
    return projectOwnerRecord.parse(body);
  }
  /** Gives the owner and where it came from, such as `Payments by label`. */
  async function ownerName(projectId: string) {
    const { owner, source } = await ownerOf(projectId);
    return owner && `${owner.name} by ${source ?? ''}`;
  }
  /** Gives the id of the project of an image that was scanned. */
  async function scanned(project: string, more: ScannedImage = {}) {
    const image = { project, image: `${project}-image`, ...more };
    return (await scanImage(world.deps, world.organization, image)).project_id;
  }
  const audited = (action: string) =>
    world.deps.db.query<{ before: object | null; after: object | null }>(
      'SELECT before, after FROM audit_event WHERE organization_id = $1 AND action = $2 ORDER BY id',
      [world.organization, action],
    );
  return { here: () => world, admin, team, saveRules, ownerOf, ownerName, scanned, audited };
}
