import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { whereImageRuns } from '@/server/cluster/service/clusters';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt, mostSorted } from '@/test/explained';
import { runImages, scanImage } from '@/test/factories';
import { listImagesForDashboard } from '@/server/image/service';
import {
  imagesRunningIn,
  isImageRunning,
  isSourceRunning,
  runningAmong,
  runningImages,
} from './service';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-25T12:00:00Z');
  organization = await makeOrganization(deps);
});

const [D1, D2, D3] = ['1', '2', '3'].map((one) => `sha256:${one.repeat(64)}`);
async function scan(image: string, digest?: string, project = 'shop'): Promise<string> {
  deps.clock.advance(1_000);
  const more = digest === undefined ? {} : { digest };
  return (await scanImage(deps, organization, { image, project, ...more })).image_tag_id;
}

test('one image runs where it is among all that run', async () => {
  const images = {
    tagged: await scan('tagged:1'),
    otherTag: await scan('tagged:2'),
    elder: await scan('mirror.example.com/a:1', D1),
    later: await scan('mirror.example.com/a:2', D1, 'other'),
    // What runs under its name is another image, by digest.
    replaced: await scan('replaced:1'),
    replacing: await scan('mirror.example.com/b:1', D2),
    // What runs under its name is not scanned: it may be it.
    named: await scan('named:1'),
    idle: await scan('idle:1'),
  };
  const runningNames = async () => {
    const all = await runningImages(deps, organization);
    const names: string[] = [];
    for (const [name, id] of Object.entries(images)) {
      expect(await isImageRunning(deps, organization, id)).toBe(all.has(id));
      const places = await whereImageRuns(deps, organization, id);
      expect(places.total).toBe(all.get(id) ?? 0);
      if (all.has(id)) names.push(name);
    }
    const ids = Object.values(images);
    expect(await runningAmong(deps, organization, ids)).toEqual(all);
    const some = ids.filter((_, index) => index % 2 === 0);
    expect([...(await runningAmong(deps, organization, some)).keys()].toSorted()).toEqual(
      some.filter((id) => all.has(id)).toSorted(),
    );
    const clusterIds = await deps.db.query<{ id: string }>(
      'SELECT id FROM cluster WHERE organization_id = $1',
      [organization],
    );
    const inAny = await imagesRunningIn(
      deps,
      organization,
      clusterIds.map(({ id }) => id),
    );
    expect(inAny.toSorted()).toEqual([...all.keys()].toSorted());
    return names;
  };
  expect(await runningNames()).toEqual([]);
  await runImages(deps, organization, [
    ...['tagged:1', `a:1@${D1 ?? ''}`, `replaced:1@${D2 ?? ''}`, `named:1@${D3 ?? ''}`],
  ]);
  expect(await runningNames()).toEqual(['tagged', 'later', 'replacing', 'named']);
  const other = await makeOrganization(deps);
  expect(await isImageRunning(deps, other, images.tagged)).toBe(false);
  // Nothing was heard of it for a week.
  deps.clock.advance(8 * 86_400_000);
  expect(await runningNames()).toEqual([]);
});

test('what runs without a digest is no image whose repository digest has none', async () => {
  const id = await scan('odd:1');
  await deps.db.pool.query(`UPDATE image_tag SET repo_digests = '{odd}' WHERE id = $1`, [id]);
  await runImages(deps, organization, ['web:1', 'api:1']);
  expect([...(await runningImages(deps, organization))]).toEqual([]);
  expect(await runningAmong(deps, organization, [id])).toEqual(new Map());
  await runImages(deps, organization, ['web:1', 'odd:1']);
  expect([...(await runningImages(deps, organization))]).toEqual([[id, 1]]);
});

test('of an image that runs nowhere no other one is looked at', async () => {
  const id = await scan('idle:1');
  await deps.db.pool.query(
    `INSERT INTO image_tag SELECT (jsonb_populate_record(i, jsonb_build_object(
        'id', gen_random_uuid(), 'reference_key', gen_random_uuid(), 'tag', n::text))).*
       FROM image_tag i, generate_series(2, 2000) n WHERE i.id = $1`,
    [id],
  );
  await runImages(deps, organization, ['web:1', 'api:1']);
  const most = await mostLookedAt(deps, async (watched) => {
    expect(await isImageRunning(watched, organization, id)).toBe(false);
  });
  expect(most).toBeLessThan(100);
});

test('what is scanned runs under its name unless that is another image by digest', async () => {
  const source = (tag: string, digest: string | null, repoDigests: string[] = []) => ({
    ...{ kind: 'image' as const, name: 'a', tag, canonicalName: 'docker.io/library/a' },
    ...{ digest, repoDigests, labels: null, verified: false },
  });
  const runs = (...of: Parameters<typeof source>) =>
    isSourceRunning(deps, organization, 'shop', source(...of));
  await scan('mirror.example.com/b:1', D2);
  expect(await runs('1', null)).toBe(false);
  await runImages(deps, organization, [
    ...['a:1', `a:2@${D1 ?? ''}`, `a:3@${D2 ?? ''}`, `c:1@${D3 ?? ''}`],
  ]);
  expect(await runs('1', null)).toBe(true);
  expect(await runs('2', null)).toBe(true);
  // What runs under this name is the mirror's image.
  expect(await runs('3', null)).toBe(false);
  expect(await runs('3', D2 ?? null)).toBe(true);
  expect(await runs('9', null, [`c@${D3 ?? ''}`])).toBe(true);
  expect(await runs('9', null)).toBe(false);
});

test('a list of images sorts none of those that it does not show', async () => {
  const id = await scan('web:1');
  await deps.db.pool.query(
    `INSERT INTO image_tag SELECT (jsonb_populate_record(i, jsonb_build_object(
        'id', gen_random_uuid(), 'reference_key', gen_random_uuid(), 'tag', n::text,
        'sort_key', 'web ' || lpad(n::text, 5, '0'), 'latest_scan_at', i.latest_scan_at))).*
       FROM image_tag i, generate_series(2, 2000) n WHERE i.id = $1`,
    [id],
  );
  await runImages(deps, organization, ['web:1', 'web:2', 'web:1999', 'api:1']);
  const query = { page: 1, size: 2, sort: 'name', direction: 'asc' } as const;
  const { items } = await listImagesForDashboard(deps, organization, query);
  expect(items.map(({ tag, running }) => [tag, running])).toEqual([
    ['2', 1],
    ['3', 0],
  ]);
  const ids = items.map((item) => item.id);
  const most = await mostSorted(deps, (watched) => runningAmong(watched, organization, ids));
  expect(most).toBeLessThan(20);
});
