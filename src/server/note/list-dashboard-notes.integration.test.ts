import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createNote, patchNote } from './service/notes';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let redisNote: string;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  const redis = { product: 'Redis', cycle: '6' };
  await scanImage(deps, organization, { image: 'a', software: [redis, { ...redis, cycle: '7' }] });
  await scanImage(deps, organization, { image: 'b', software: [redis, { product: 'nginx' }] });
  const actor = await makeActor(deps, organization, 'member');
  const write = (eolSoftware: string, content: string, userProfile: string | null = null) =>
    createNote(deps, actor, { eolSoftware, content, userProfile });
  redisNote = (await write('Redis', 'Straße 100%')).id;
  deps.clock.advance(60_000);
  const nginx = await write('nginx', 'Waits for the gateway', 'Grace Hopper');
  deps.clock.advance(60_000);
  await patchNote(deps, actor, redisNote, 'Straße 200%');
  await scanImage(deps, organization, { image: 'b', software: [redis] });
  expect(nginx.product_name).toBe('nginx');
});
afterAll(() => db.close());

const list = (input: object = {}) => callAs(deps, organization).note.listForDashboard(input);
const products = async (input: object) =>
  (await list(input)).items.map(({ productName }) => productName);

test('notes by product, each with the images that hold it now', async () => {
  const page = await list();
  expect(page).toMatchObject({
    total: 2,
    items: [
      { productName: 'nginx', userProfile: 'Grace Hopper', images: 0 },
      { productName: 'Redis', userProfile: 'Ada Lovelace', images: 2, noteContent: 'Straße 200%' },
    ],
  });
  const images = await callAs(deps, organization).image.listForDashboard({ productName: 'Redis' });
  expect(images.total).toBe(2);
});

test.each([
  [{ search: 'REDIS' }, ['Redis']],
  [{ search: 'STRASSE' }, ['Redis']],
  [{ search: '0%' }, ['Redis']],
  [{ search: 'hopper' }, ['nginx']],
  [{ search: 'a_t' }, []],
  [{ sort: 'updated', direction: 'desc' }, ['Redis', 'nginx']],
  [{ sort: 'updated' }, ['nginx', 'Redis']],
  [{ direction: 'desc', size: 1 }, ['Redis']],
  [{ page: 2, size: 1 }, ['Redis']],
  [{ page: 3, size: 1 }, []],
])('%j', async (input, expected) => {
  expect(await products(input)).toEqual(expected);
});

test('one note alone, and none of another organization', async () => {
  expect(await products({ noteId: redisNote.toUpperCase() })).toEqual(['Redis']);
  const stranger = callAs(deps, await makeOrganization(deps));
  expect((await stranger.note.listForDashboard({ noteId: redisNote })).items).toEqual([]);
  expect((await stranger.note.listForDashboard({})).total).toBe(0);
});

test('scanners may not read them', async () => {
  const scanner = callAs(deps, organization, 'scanner');
  await expect(scanner.note.listForDashboard({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
