import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityOf } from '@/domain/identifiers/identity';
import { keepContracts } from '@/server/contract/jobs';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Database } from '@/server/platform/db/db';
import { setProjectOwner } from '@/server/team/service/owners';
import { createTeam } from '@/server/team/service/teams';
import { makeActor, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, endsOf, makeContract, wrongsOf } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { changeContract, deleteContract } from './service/contracts';

/** More than twice as many as are covered in one transaction. */
const IMAGES = 2_100;
const ENDED = '2024-06-30';

let deps: TestDeps;
let acme: OrganizationId;
let admin: Actor;
let shop: string;

const debian = importedProduct({
  name: 'Debian',
  cycles: [
    { name: '10', supportedUntil: ENDED },
    { name: '11', supportedUntil: ENDED },
  ],
});
const found = (...cycles: string[]) => ({
  software: cycles.map((cycle) => ({ product: 'Debian', cycle, eol: ENDED })),
});
const scan = (project: string, image: string, ...cycles: string[]) =>
  scanImage(deps, acme, { project, image: `${project}/${image}`, ...found(...cycles) });

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [debian]);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  acme = await makeOrganization(deps);
  admin = await makeActor(deps, acme);
  const { project_id: projectId, image_tag_id: imageTagId } = await scan('shop', 'app:1', '10');
  shop = projectId;
  await multiply(imageTagId);
}, 60_000);
afterEach(async () => {
  expect(await wrongsOf(deps, acme)).toEqual([]);
});

/** Copies an image with its findings and their intervals, as so many uploads would have stored it. */
async function multiply(imageTagId: string): Promise<void> {
  const [image] = await deps.db.query<{ name: string; key: string }>(
    'SELECT name, reference_key AS key FROM image_tag WHERE id = $1',
    [imageTagId],
  );
  const keyOf = (tag: number) => identityOf(image?.name ?? '', String(tag));
  // An upload of one of them finds it.
  expect(image?.key).toBe(keyOf(1));
  const keys = Array.from({ length: IMAGES - 1 }, (_, index) => keyOf(index + 2));
  await deps.db.query(
    `WITH copy AS MATERIALIZED (
       SELECT uuidv7() AS image_id, uuidv7() AS finding_id, uuidv7() AS interval_id, key, n + 1 AS n
         FROM unnest($2::uuid[]) WITH ORDINALITY AS given(key, n)),
     image AS (
       INSERT INTO image_tag
       SELECT (jsonb_populate_record(t, jsonb_build_object(
                 'id', copy.image_id, 'reference_key', copy.key, 'tag', copy.n::text))).*
         FROM image_tag t, copy WHERE t.id = $1),
     held AS (
       INSERT INTO finding
       SELECT (jsonb_populate_record(f, jsonb_build_object('id', copy.finding_id, 'image_tag_id', copy.image_id))).*
         FROM finding f, copy WHERE f.image_tag_id = $1)
     INSERT INTO finding_interval
     SELECT (jsonb_populate_record(i, jsonb_build_object('id', copy.interval_id, 'finding_id', copy.finding_id))).*
       FROM finding f JOIN finding_interval i ON i.finding_id = f.id, copy WHERE f.image_tag_id = $1`,
    [imageTagId, keys],
  );
}

/** Counts the findings under a contract. */
async function coveredBy(contractId: string): Promise<number> {
  const [row] = await deps.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM finding f JOIN software s ON s.id = f.software_id
       JOIN software_cycle c ON c.id = s.software_cycle_id WHERE f.organization_id = $1 AND c.contract_id = $2`,
    [acme, contractId],
  );
  return row?.count ?? 0;
}

describe('contracts and uploads at the same time', () => {
  test('leave what contracts say, as if it had been worked out anew', async () => {
    const everywhere = await makeContract(deps, acme, { endsOn: dayOf('2027-01-01') });
    const here = await makeContract(deps, acme, {
      ...{ vendor: 'Here', scope: 'project', projectId: shop, startsOn: dayOf('2026-12-01') },
      lines: [{ productName: 'Debian', cycle: null }],
    });
    const uploads = async (first: number) => {
      for (let number = first; number < first + 10; number += 1) {
        await scan(number % 3 === 0 ? 'pay' : 'shop', `app:${String(number)}`, ...cyclesOf(number));
      }
    };
    await Promise.all([
      changeContract(deps, admin, here, { startsOn: dayOf('2026-01-01') }),
      changeContract(deps, admin, everywhere, { lines: [{ productName: 'Debian', cycle: '11' }] }),
      uploads(1),
      uploads(IMAGES - 5),
      uploads(IMAGES + 20),
    ]);
    expect(await wrongsOf(deps, acme)).toEqual([]);
    await Promise.all([
      deleteContract(deps, admin, here),
      changeContract(deps, admin, everywhere, { lines: [{ productName: 'Debian', cycle: '10' }] }),
      keepContracts(deps, new AbortController().signal),
      uploads(4),
      uploads(IMAGES + 25),
    ]);
    expect(await wrongsOf(deps, acme)).toEqual([]);
    await Promise.all([
      deleteContract(deps, admin, everywhere),
      makeContract(deps, acme, { vendor: 'New' }),
      uploads(7),
    ]);
    expect(new Set(Object.values(await endsOf(deps, acme)))).toContain('2028-01-01 by New');
  }, 120_000);
});

const cyclesOf = (number: number) => [['10'], ['11'], ['10', '11'], []][number % 4] ?? [];

describe('a change that is cut off in the middle', () => {
  const healed = () => keepContracts(deps, new AbortController().signal);

  test('is taken up by the job', async () => {
    const entering = makeContract({ ...deps, db: cutOff(deps.db, 2) }, acme);
    await expect(entering).rejects.toThrow('cut off');
    expect(await wrongsOf(deps, acme)).not.toEqual([]);
    // An upload in between is covered, whatever was left.
    await scan('shop', 'app:77', '10', '11');
    await healed();
    const [contract] = await deps.db.query<{ id: string }>(
      'SELECT id FROM contract WHERE organization_id = $1',
      [acme],
    );
    expect(await coveredBy(contract?.id ?? '')).toBe(IMAGES);
  }, 60_000);

  test('does not fail a change of owners, which is committed by then', async () => {
    const fields = { name: 'Payments', email: null, link: null, handles: [] };
    const { id: teamId } = await createTeam(deps, admin, fields);
    const contract = await makeContract(deps, acme, { scope: 'team', teamId });
    const owned = await setProjectOwner(
      { ...deps, db: cutOff(deps.db, 2) },
      ...([admin, shop, teamId] as const),
    );
    expect(owned.owner?.name).toBe('Payments');
    expect(await coveredBy(contract)).toBeLessThan(IMAGES);
    expect(deps.logged()).toContain('what contracts cover could not be followed');
    await healed();
    expect(await coveredBy(contract)).toBe(IMAGES);
  }, 60_000);

  test('leaves a contract whose deletion was not answered, as it was', async () => {
    const id = await makeContract(deps, acme);
    const deleting = deleteContract({ ...deps, db: cutOff(deps.db, 2) }, admin, id);
    await expect(deleting).rejects.toThrow('cut off');
    expect(await coveredBy(id)).toBeLessThan(IMAGES);
    // No contract has begun, and some findings are under one still.
    await scan('shop', 'app:2', '10');
    await scan('shop', `app:${String(IMAGES)}`, '11');
    await healed();
    expect(await coveredBy(id)).toBe(IMAGES);
    await deleteContract(deps, admin, id);
    expect(await coveredBy(id)).toBe(0);
  }, 60_000);
});

describe('a deletion in many pieces', () => {
  const begin = () =>
    deps.db.query('UPDATE contract SET has_begun = true WHERE organization_id = $1', [acme]);

  test.each([
    ['the job looks again and again', () => keepContracts(deps, new AbortController().signal)],
    ['it is begun again and again, by whoever does not know of it', begin],
  ])(
    'ends while %s',
    async (_, between) => {
      const id = await makeContract(deps, acme);
      expect(await coveredBy(id)).toBe(IMAGES);
      await deleteContract({ ...deps, db: withPauses(deps.db, between) }, admin, id);
      expect(await coveredBy(id)).toBe(0);
      expect(await deps.db.query('SELECT FROM contract WHERE id = $1', [id])).toEqual([]);
    },
    60_000,
  );

  test('keeps no other contract from its day, and another one who deletes it finds it gone', async () => {
    const id = await makeContract(deps, acme);
    const late = await makeContract(deps, acme, { startsOn: dayOf('2026-12-01') });
    deps.clock.set('2026-12-01T00:01:00Z');
    const hasBegun = async () => {
      const found = await deps.db.of(acme).contract.findFirst({ where: { id: late } });
      return found?.hasBegun;
    };
    const seen: unknown[] = [];
    const look = async () => {
      await keepContracts(deps, new AbortController().signal);
      seen.push(await hasBegun());
    };
    const [first, second] = await Promise.allSettled([
      deleteContract({ ...deps, db: withPauses(deps.db, look) }, admin, id),
      deleteContract(deps, admin, id.toUpperCase()),
    ]);
    expect(seen[0]).toBe(true);
    const outcomes = [first, second].map((one) => (one.status === 'rejected' ? one.reason : null));
    expect(outcomes).toContainEqual(expect.objectContaining({ code: 'not_found' }));
    expect(outcomes).toContain(null);
    expect(await coveredBy(late)).toBe(IMAGES);
  }, 60_000);
});

/** A database of a process in which something else happens between any two transactions, and that has enough after some. */
function withPauses(db: TestDeps['db'], between: () => Promise<unknown>): TestDeps['db'] {
  let done = 0;
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'transaction') return Reflect.get(target, key) as unknown;
      const transaction: Database['transaction'] = async (work) => {
        if (done === 12) throw new Error('it does not end');
        const result = await target.transaction(work);
        done += 1;
        await between();
        return result;
      };
      return transaction;
    },
  });
}

/** A database of a process that ends when it begins its transaction after so many. */
function cutOff(db: TestDeps['db'], transactions: number): TestDeps['db'] {
  let begun = 0;
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'transaction') return Reflect.get(target, key) as unknown;
      const transaction: Database['transaction'] = (work) => {
        begun += 1;
        if (begun > transactions) return Promise.reject(new Error('cut off'));
        return target.transaction(work);
      };
      return transaction;
    },
  });
}
