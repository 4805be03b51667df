import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization, makePerson, makeSession } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient, type RestCall } from '@/test/rest-client';
import { createNote } from './service/notes';
import { noteRecord } from './dto';

let deps: TestDeps;
let rest: RestClient;
let organization: OrganizationId;
let member: RestCall;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(() => deps.db.close());

async function freshOrganization(): Promise<void> {
  organization = await makeOrganization(deps);
  member = await rest.as(organization, 'member');
  await scanImage(deps, organization, {
    software: [
      { product: 'Redis', cycle: '6', eol: '2024-01-01' },
      { product: 'Node.js', cycle: '18', eol: '2025-04-30' },
    ],
  });
}

const noteOn = (software: string, more: object = {}) => ({
  note_content: 'Replace it',
  eol_software: software,
  user_profile: null,
  ...more,
});

async function created(software: string, more: object = {}) {
  const { status, body } = await member('POST', '/notes', noteOn(software, more));
  expect(status).toBe(201);
  return noteRecord.parse(body);
}

const UNKNOWN_ID = '01890000-0000-7000-8000-0000000000ff';

describe('writing a note', () => {
  test('on a product by its name', async () => {
    await freshOrganization();
    const note = await created('Redis', { user_profile: 'Grace' });
    expect(note).toEqual({
      id: note.id,
      note_content: 'Replace it',
      eol_software: 'Redis',
      product_name: 'Redis',
      user_profile: 'Grace',
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
    });
    const { items } = await callAs(deps, organization).image.list({});
    const image_tag_id = items[0]?.id ?? '';
    const page = await callAs(deps, organization).image.software({ image_tag_id });
    const productNotes = page.items.map(({ productName, productNote }) => [
      productName,
      productNote,
    ]);
    expect(Object.fromEntries(productNotes)).toEqual({
      Redis: { id: note.id, noteContent: 'Replace it', userProfile: 'Grace' },
      'Node.js': null,
    });
  });

  test('on a product by the id of one of its findings', async () => {
    await freshOrganization();
    const [image] = (await callAs(deps, organization).image.list({})).items;
    const page = await callAs(deps, organization).image.software({ image_tag_id: image?.id ?? '' });
    const finding = page.items.find(({ productName }) => productName === 'Redis');
    const note = await created(finding?.id ?? '');
    expect(note).toMatchObject({ product_name: 'Redis', eol_software: finding?.id });
    const { status, body } = await member('POST', '/notes', noteOn('Redis'));
    expect([status, body]).toEqual([409, { detail: `Redis already has the note ${note.id}` }]);
  });

  test('twice at once leaves one, and the other names it', async () => {
    await freshOrganization();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => member('POST', '/notes', noteOn('Redis'))),
    );
    const [winner, ...others] = answers.toSorted((left, right) => left.status - right.status);
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409]);
    const { id } = noteRecord.parse(winner?.body);
    for (const { body } of others) {
      expect(body).toEqual({ detail: `Redis already has the note ${id}` });
    }
  });

  test('names the signed-in person, and no key', async () => {
    await freshOrganization();
    expect(await created('Redis')).toMatchObject({ user_profile: null });
    const person = await makePerson(deps, { organizationId: organization, role: 'member' });
    const { cookie } = await makeSession(deps, person.id);
    const headers = { cookie, origin: deps.env.publicUrl };
    const { status, body } = await rest.call(headers, 'POST', '/notes', noteOn('Node.js'));
    expect([status, body]).toMatchObject([201, { user_profile: 'Ada Lovelace' }]);
  });

  test('on software that nobody knows is a 404', async () => {
    await freshOrganization();
    for (const software of ['redis', '', 'Unknown', UNKNOWN_ID]) {
      const answer = await member('POST', '/notes', noteOn(software));
      expect(answer).toEqual({ status: 404, body: { detail: 'Software not found' } });
    }
  });

  test('on a finding of a deleted project is a 404', async () => {
    await freshOrganization();
    const admin = callAs(deps, organization, 'admin');
    const [project] = (await admin.project.images({})).items;
    const findings = await admin.project.software({ project_id: project?.projectId ?? '' });
    await admin.project.delete({ id: project?.projectId ?? '' });
    const answer = await member('POST', '/notes', noteOn(findings[0]?.id ?? ''));
    expect(answer.status).toBe(404);
  });

  test('lists every fault of a body', async () => {
    await freshOrganization();
    const answer = await member('POST', '/notes', {
      note_content: 'a'.repeat(10_001),
      user_profile: 7,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'note_content'], type: 'string_too_long' },
          { loc: ['body', 'eol_software'], type: 'missing' },
          { loc: ['body', 'user_profile'], type: 'string_type' },
        ],
      },
    });
    expect(await member('POST', '/notes', noteOn('Redis', { note_content: '\0' }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'note_content'], type: 'value_error' }] },
    });
    expect(await member('POST', '/notes', '{')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], type: 'json_invalid' }] },
    });
    const { user_profile: _, ...withoutProfile } = noteOn('Redis');
    expect(await member('POST', '/notes', withoutProfile)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'user_profile'], type: 'missing' }] },
    });
  });
});

describe('a note', () => {
  test('is changed, cleared and deleted', async () => {
    await freshOrganization();
    const note = await created('Redis');
    deps.clock.advance(1_000);
    const changed = await member('PATCH', `/notes/${note.id}`, { note_content: 'Done' });
    const updated_at = deps.clock.now().toISOString();
    expect(changed).toEqual({ status: 200, body: { ...note, note_content: 'Done', updated_at } });
    const cleared = await member('PATCH', `/notes/${note.id}`, { note_content: null });
    expect(cleared).toMatchObject({ status: 200, body: { note_content: null } });
    expect(await member('DELETE', `/notes/${note.id}`)).toEqual(cleared);
    expect(await member('GET', '/notes')).toEqual({ status: 200, body: [] });
    expect(await member('DELETE', `/notes/${note.id}`)).toEqual({
      status: 404,
      body: { detail: 'Note not found' },
    });
    const rows = await deps.db.query<{ action: string; before: object; after: object }>(
      `SELECT action, before, after FROM audit_event
        WHERE organization_id = $1 AND subject_id = $2 ORDER BY id`,
      [organization, note.id],
    );
    expect(rows).toMatchObject([
      { action: 'note.create', before: null, after: note },
      { action: 'note.update', before: note, after: changed.body },
      { action: 'note.update', before: changed.body, after: cleared.body },
      { action: 'note.delete', before: cleared.body, after: null },
    ]);
  });

  test('that is not there is a 404, an id that is none a 422', async () => {
    await freshOrganization();
    const patch = { note_content: null };
    expect((await member('PATCH', `/notes/${UNKNOWN_ID}`, patch)).status).toBe(404);
    expect(await member('PATCH', '/notes/7', {})).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['path', 'id'], type: 'uuid_parsing' },
          { loc: ['body', 'note_content'], type: 'missing' },
        ],
      },
    });
    expect((await member('DELETE', '/notes/7')).status).toBe(422);
  });

  test('is listed by product', async () => {
    await freshOrganization();
    await created('Redis');
    await created('Node.js');
    const { body } = await member('GET', '/notes');
    const names = z.array(noteRecord).parse(body);
    expect(names.map(({ product_name }) => product_name)).toEqual(['Node.js', 'Redis']);
  });
});

test('another organization sees nothing of a note', async () => {
  await freshOrganization();
  const note = await created('Redis');
  const stranger = await rest.as(await makeOrganization(deps), 'admin');
  expect(await stranger('GET', '/notes')).toEqual({ status: 200, body: [] });
  const path = `/notes/${note.id}`;
  expect((await stranger('PATCH', path, { note_content: 'x' })).status).toBe(404);
  expect((await stranger('DELETE', path)).status).toBe(404);
  expect((await stranger('POST', '/notes', noteOn('Redis'))).status).toBe(404);
  expect((await member('GET', '/notes')).body).toEqual([note]);
});

test('who may', async () => {
  await freshOrganization();
  const note = await created('Redis');
  const calls = [
    ['GET', '/notes', undefined],
    ['POST', '/notes', noteOn('Node.js')],
    ['PATCH', `/notes/${note.id}`, { note_content: 'x' }],
    ['DELETE', `/notes/${note.id}`, undefined],
  ] as const;
  const statuses = async (call: RestCall) => {
    const found: number[] = [];
    for (const [method, path, body] of calls) found.push((await call(method, path, body)).status);
    return found;
  };
  const anonymously = rest.anonymously.bind(rest);
  expect(await statuses(anonymously)).toEqual([401, 401, 401, 401]);
  expect(await statuses(await rest.as(organization, 'scanner'))).toEqual([403, 403, 403, 403]);
  expect(await statuses(await rest.as(organization, 'viewer'))).toEqual([200, 403, 403, 403]);
  expect(await statuses(await rest.as(organization, 'admin'))).toEqual([200, 201, 200, 200]);
});

test('more notes than a list may hold are refused', async () => {
  const full = await makeOrganization(deps);
  await deps.db.query(
    `INSERT INTO note (organization_id, id, product_name, product_key, eol_software, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, gen_random_uuid(), n, now(), now() FROM generate_series(1, 1000) AS n`,
    [full],
  );
  await scanImage(deps, full, { software: [{ product: 'Redis' }] });
  const note = { content: '', eolSoftware: 'Redis', userProfile: null };
  await expect(createNote(deps, await makeActor(deps, full), note)).rejects.toMatchObject({
    code: 'conflict',
    message: 'An organization has at most 1000 notes',
  });
});
