import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { addDays, dayOf } from '@/domain/eol/calendar';
import { RECORD_KINDS, type RecordKind } from '@/domain/organization';
import { createContract } from '@/server/contract/service/contracts';
import { createTeam } from '@/server/team/service/teams';
import { authenticate } from '@/server/platform/auth/authenticate';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { PersonCaller } from '@/server/platform/auth/principal';
import { backgroundDone } from '@/server/platform/jobs/background';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { insertMembership } from '@/server/organization/repository';
import { deleteProject } from '@/server/project/service';
import { askForWaiver } from '@/server/waiver/service/ask';
import {
  makeActor,
  makeOrganization,
  makePerson,
  makeSession,
  type TestPerson,
} from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { createPack } from '@/server/pack/service/packs';
import { makePolicy, scanImage } from '@/test/factories';
import { recordStatements } from '@/test/recordings';
import { placesOfRecord } from './service';

const NOWHERE = '019a0000-0000-7000-8000-000000000000';

let db: TestDatabase;
let deps: TestDeps;
let acme: OrganizationId;
let labs: OrganizationId;
/** A member of both, who acts in Acme; a member of Acme alone; a person of a third organization. */
let both: PersonCaller;
let colleague: PersonCaller;
let stranger: PersonCaller;
/** Records of Labs, by kind, as the addresses of pages name them. */
let inLabs: Record<RecordKind, string>;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  acme = await makeOrganization(deps, 'Acme');
  labs = await makeOrganization(deps, 'Labs');
  const elsewhere = await makeOrganization(deps, 'Elsewhere');
  const person = await makePerson(deps, { organizationId: acme, role: 'admin' });
  await join(person, labs);
  both = await callerIn(acme, person);
  const mate = await makePerson(deps, { organizationId: acme, role: 'admin' });
  colleague = await callerIn(acme, mate);
  const other = await makePerson(deps, { organizationId: elsewhere, role: 'admin' });
  stranger = await callerIn(elsewhere, other);
  inLabs = await makeRecords(labs, 'labs-runtime');
  // Mail on the waiver asks the database too.
  await backgroundDone(deps);
});
afterAll(() => db.close());

const join = ({ id }: TestPerson, organizationId: OrganizationId) =>
  insertMembership(organizationId, db, {
    userId: id,
    role: 'viewer',
    joinedAt: deps.clock.now(),
  });

async function callerIn(organizationId: OrganizationId, { id }: TestPerson): Promise<PersonCaller> {
  const { cookie, sessionId } = await makeSession(deps, id);
  await db.query('UPDATE user_session SET active_organization_id = $2 WHERE id = $1', [
    sessionId,
    organizationId,
  ]);
  const outcome = await authenticate(new Headers({ cookie }), deps);
  if (outcome.result !== 'accepted' || outcome.caller.kind !== 'person')
    throw new Error('not a person');
  return outcome.caller;
}

/** Makes one record of each kind. */
async function makeRecords(
  organizationId: OrganizationId,
  slug: string,
): Promise<Record<RecordKind, string>> {
  const software = [{ product: 'Perl', cycle: '5', eol: '2020-01-01' }];
  const scan = await scanImage(deps, organizationId, { image: 'labs/api:1', software });
  const [found] = await db.query<{ id: string }>(
    'SELECT id FROM software WHERE organization_id = $1',
    [organizationId],
  );
  const [finding] = await db.query<{ id: string }>(
    'SELECT id FROM finding WHERE organization_id = $1',
    [organizationId],
  );
  const product = starterProduct.parse({
    slug,
    name: slug,
    category: 'app',
    cycles: [{ name: '1', supportedUntil: '2030-01-01' }],
  });
  const actor = await makeActor(deps, organizationId);
  await saveOwnProduct(deps, actor, { product, reason: 'ours' });
  const [cluster] = await db.query<{ id: string }>(
    `INSERT INTO cluster (organization_id, id, name, name_key, search_text, sort_key, first_heard_at, heard_at)
     VALUES ($1, gen_random_uuid(), 'prod', gen_random_uuid(), 'prod', 'prod', now(), now()) RETURNING id`,
    [organizationId],
  );
  const waiver = await askForWaiver(deps, actor, {
    ...{ scope: 'organization', projectName: null, teamId: null, imageName: null, imageTag: null },
    ...{ productName: 'Perl', cycle: '5', reason: 'It moves', control: null, links: [] },
    ...{ endsOn: addDays(dayOf(deps.clock.now()), 30), ownerEmail: null },
  });
  const team = await createTeam(deps, actor, {
    ...{ name: slug, email: null, link: null, handles: [] },
  });
  const [plan] = await db.query<{ id: string }>(
    `INSERT INTO plan (organization_id, id, scope, product_name, cycle, cycle_key, subject_key, target_product,
                       target_cycle, due_on, created_by_kind, created_by_id, created_by_name, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), 'organization', 'Perl', '5', gen_random_uuid(), gen_random_uuid(), 'Perl', '7',
             '2030-01-01', 'person', $2, 'Ada', now(), now()) RETURNING id`,
    [organizationId, actor.id],
  );
  const contract = await createContract(deps, actor, {
    ...{ vendor: 'Vendor', scope: 'organization', projectId: null, teamId: null },
    lines: [{ productName: 'Perl', cycle: '5' }],
    ...{ startsOn: dayOf(deps.clock.now()), endsOn: addDays(dayOf(deps.clock.now()), 30) },
    ...{ noticeDays: 10, cost: null, documentUrl: null, note: null },
  });
  const pack = await createPack(deps, actor, 'general');
  return {
    contract: contract.id,
    pack: pack.id,
    team: team.id,
    waiver: waiver.id,
    cluster: cluster?.id ?? '',
    plan: plan?.id ?? '',
    image: scan.image_tag_id,
    project: scan.project_id,
    software: found?.id ?? '',
    finding: finding?.id ?? '',
    policy: await makePolicy(deps, organizationId, { warnDays: 30 }),
    product: slug,
  };
}

describe.each(RECORD_KINDS)('a link to %s of another organization', (kind) => {
  it('leads there for a member of both, and for nobody else', async () => {
    const name = inLabs[kind];
    const there = [{ organizationId: labs, organizationName: 'Labs' }];
    expect(await placesOfRecord(deps, both, kind, name)).toEqual(there);
    expect(await placesOfRecord(deps, colleague, kind, name)).toEqual([]);
    expect(await placesOfRecord(deps, stranger, kind, name)).toEqual([]);
    expect(await placesOfRecord(deps, { ...both, active: null }, kind, name)).toEqual(there);
  });

  it('leads nowhere when it is here, or nowhere', async () => {
    const here = { ...both, active: { organizationId: labs, role: 'viewer' as const } };
    expect(await placesOfRecord(deps, here, kind, inLabs[kind])).toEqual([]);
    for (const name of [NOWHERE, 'not-an-id', "' OR true --", '']) {
      expect(await placesOfRecord(deps, both, kind, name)).toEqual([]);
    }
  });

  it('costs one query of the same words, whether it exists elsewhere or not', async () => {
    const asked = recordStatements(db);
    await placesOfRecord(deps, stranger, kind, inLabs[kind]);
    await placesOfRecord(deps, stranger, kind, kind === 'product' ? 'none' : NOWHERE);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toBe(asked[1]);
  });
});

it('no longer leads to an image or a project that was deleted', async () => {
  const gone = await makeOrganization(deps, 'Gone');
  const person = await makePerson(deps, { organizationId: acme, role: 'viewer' });
  await join(person, gone);
  const caller = await callerIn(acme, person);
  const scan = await scanImage(deps, gone, { image: 'gone/api:1' });
  expect(await placesOfRecord(deps, caller, 'project', scan.project_id)).toHaveLength(1);
  await deleteProject(deps, await makeActor(deps, gone), scan.project_id);
  expect(await placesOfRecord(deps, caller, 'project', scan.project_id)).toEqual([]);
  expect(await placesOfRecord(deps, caller, 'image', scan.image_tag_id)).toEqual([]);
});

it('names every organization of the person that has a product by the slug', async () => {
  const person = await makePerson(deps, { organizationId: acme, role: 'viewer' });
  const [one, two] = [await makeOrganization(deps, 'One'), await makeOrganization(deps, 'Two')];
  for (const organizationId of [two, one]) {
    await join(person, organizationId);
    await makeRecords(organizationId, 'shared-runtime');
  }
  const caller = await callerIn(acme, person);
  const places = await placesOfRecord(deps, caller, 'product', 'shared-runtime');
  expect(places.map(({ organizationName }) => organizationName)).toEqual(['One', 'Two']);
});
