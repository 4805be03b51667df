import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endedByMeasure, type PackContent, packCsv, readPack } from '@/domain/pack/content';
import { PACK_TEMPLATES } from '@/domain/pack/templates';
import { deleteOrganization } from '@/server/organization/service';
import { measure } from '@/server/knowledge/service/measure';
import { createExportHandler } from '@/server/listener/export-handler';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { makeTeam } from '@/test/owners';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { packPdf } from './service/pdf';
import { createPack, getPack, listPacks, packFile, signPack, verifyPack } from './service/packs';

let deps: TestDeps;
let organization: OrganizationId;
let ada: Actor;
let grace: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps, 'Acme');
  ada = await makeActor(deps, organization, 'admin');
  grace = await makeActor(deps, organization, 'admin');
  const shop = await scanImage(deps, organization, {
    project: 'shop',
    image: 'registry.example.com/shop:1',
    software: [
      { product: 'Redis', cycle: '6', eol: '2026-10-01' },
      { product: 'Perl', cycle: '5.38', eol: '2027-06-01' },
      { product: 'Zope', cycle: '5', eol: '2031-01-01' },
      { product: 'Undated', cycle: '1' },
    ],
  });
  await makeTeam(deps, organization, { name: 'Payments', projects: [shop.project_id] });
});
afterAll(() => deps.db.close());

const contentOf = async (id: string, of = organization) =>
  readPack((await packFile(deps, of, id)).bytes);

describe('an evidence pack', () => {
  test('says what is known on its day, and of what nothing is', async () => {
    const made = await createPack(deps, ada, 'pci-dss');
    expect(made).toMatchObject({ number: 1, template: 'pci-dss', as_of: '2026-11-21' });
    const { software, scope, since, organization: of } = await contentOf(made.id);
    expect(of).toEqual({ id: organization, name: 'Acme' });
    expect(scope).toMatchObject({ projects: 1, images: 1, software: 4 });
    expect(scope.states).toMatchObject({ ended: 1, unknown: 1 });
    expect(software).toMatchObject([
      {
        ...{
          product: 'Redis',
          owner: 'Payments',
          state: 'ended',
          ends_on: '2026-10-01',
          images: 1,
        },
        ...{ evidence: 'catalog', regular_until: '2026-10-01', extended_until: null },
      },
      { product: 'Perl', owner: 'Payments', state: 'next', ends_on: '2027-06-01', images: 1 },
    ]);
    expect(scope.coverage).toBeNull();
    expect(since).toBeNull();
  });

  test('tells what came and what went since the one before of its kind', async () => {
    const [before] = (await listPacks(deps, organization, { page: 1, size: 1 })).items;
    await scanImage(deps, organization, {
      project: 'shop',
      image: 'registry.example.com/shop:1',
      software: [
        { product: 'Perl', cycle: '5.38', eol: '2027-06-01' },
        { product: 'Nix', cycle: '2', eol: '2026-01-01' },
      ],
    });
    const made = await createPack(deps, ada, 'pci-dss');
    expect((await contentOf(made.id)).since).toMatchObject({
      ...{ number: before?.number, sha256: before?.sha256 },
      appeared: [{ product: 'Nix' }],
      gone: [{ product: 'Redis' }],
    });
    expect((await contentOf(before?.id ?? '')).software[0]).toMatchObject({ product: 'Redis' });
  });

  test('is never changed nor deleted, and says so when its bytes are others', async () => {
    // As who owns the database, to whom everything is granted.
    const owned = testDeps(await testDatabase({ as: 'owner' }));
    const of = await makeOrganization(owned);
    const { id, sha256 } = await createPack(owned, await makeActor(owned, of), 'general');
    const { bytes } = await packFile(owned, of, id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(await verifyPack(owned, of, id)).toMatchObject({ intact: true, sha256 });
    for (const statement of [
      `UPDATE evidence_pack SET content = '' WHERE id = '${id}'`,
      `DELETE FROM evidence_pack WHERE id = '${id}'`,
      'TRUNCATE evidence_pack CASCADE',
    ])
      await expect(owned.db.query(statement)).rejects.toThrow(/append-only/);
    // Past every trigger, as somebody does who owns the database.
    await owned.db.query('ALTER TABLE evidence_pack DISABLE TRIGGER evidence_pack_append_only');
    await owned.db.query(`UPDATE evidence_pack SET content = content || ' ' WHERE id = '${id}'`);
    await owned.db.query('ALTER TABLE evidence_pack ENABLE TRIGGER evidence_pack_append_only');
    expect(await verifyPack(owned, of, id)).toMatchObject({ intact: false, sha256 });
    await expect(packFile(owned, of, id)).rejects.toMatchObject({ code: 'unavailable' });
    await owned.db.close();
  });

  test('is signed by two people, each once, and by no key', async () => {
    const { id } = await createPack(deps, ada, 'cis-2-2');
    const sign = (actor: Actor, signer: 'reviewer' | 'approver') =>
      signPack(deps, actor, { id, signer, note: signer === 'reviewer' ? 'Read it all' : null });
    const key: Actor = { ...ada, kind: 'api_key' };
    await expect(sign(key, 'reviewer')).rejects.toMatchObject({ code: 'forbidden' });
    await sign(ada, 'reviewer');
    await expect(sign(ada, 'approver')).rejects.toMatchObject({ code: 'conflict' });
    await expect(sign(grace, 'reviewer')).rejects.toMatchObject({ code: 'conflict' });
    const signed = await sign(grace, 'approver');
    expect(signed.signatures).toMatchObject([
      { signer: 'reviewer', user: { id: ada.id }, note: 'Read it all' },
      { signer: 'approver', user: { id: grace.id } },
    ]);
    const events = await deps.db.query<{ action: string }>(
      `SELECT action FROM audit_event WHERE subject_id = $1 ORDER BY id`,
      [id],
    );
    expect(events.map(({ action }) => action)).toEqual([
      ...['evidence_pack.create', 'evidence_pack.sign', 'evidence_pack.sign'],
    ]);
    await expect(deps.db.query('DELETE FROM pack_signature')).rejects.toThrow(/append-only/);
  });

  test('of two signatures at once by one person one is refused', async () => {
    const { id } = await createPack(deps, ada, 'general');
    const both = (['reviewer', 'approver'] as const).map((signer) =>
      signPack(deps, ada, { id, signer, note: null }),
    );
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is of its organization alone', async () => {
    const { id } = await createPack(deps, ada, 'general');
    const other = await makeOrganization(deps, 'Globex');
    expect((await listPacks(deps, other, { page: 1, size: 50 })).total).toBe(0);
    for (const read of [getPack, packFile, verifyPack])
      await expect(read(deps, other, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('whose word an end is', () => {
  let of: OrganizationId;
  let admin: Actor;
  beforeAll(async () => {
    of = await makeOrganization(deps, 'Umbrella');
    admin = await makeActor(deps, of, 'admin');
    await withCatalog(deps, [
      importedProduct({
        name: 'Ubuntu',
        cycles: [
          { name: '18.04', supportedUntil: '2023-05-31', extendedUntil: '2028-04-01' },
          { name: '20.04', supportedUntil: '2025-05-31', extendedUntil: '2030-04-01' },
        ],
      }),
    ]);
    await deps.catalog.start();
    const software = ['18.04', '20.04'].map((cycle) => ({ product: 'Ubuntu', cycle }));
    await scanImage(deps, of, { project: 'shop', software });
  });
  afterAll(() => deps.catalog.stop());

  test('is told with the ends of regular and extended support, and of the contract', async () => {
    await callAs(deps, of, 'admin').contract.create({
      body: {
        ...{ vendor: 'Canonical', scope: 'organization' },
        software: [{ product_name: 'Ubuntu', cycle: '18.04' }],
        ...{ starts_on: '2026-01-01', ends_on: '2027-03-31' },
      },
    });
    await measure(deps, of);
    const { id } = await createPack(deps, admin, 'dora');
    const { software, scope } = await contentOf(id, of);
    expect(
      software.map(({ cycle, evidence, ends_on: end, ...ends }) => [
        ...[cycle, evidence, end, ends.regular_until, ends.extended_until, ends.contract_until],
      ]),
    ).toEqual([
      ['20.04', 'catalog', '2025-05-31', '2025-05-31', '2030-04-01', null],
      ['18.04', 'contract', '2027-03-31', '2023-05-31', '2028-04-01', '2027-03-31'],
    ]);
    expect(scope.coverage).toMatchObject({ images: 1, packages: 2 });
    expect(scope.coverage?.degrees).toEqual([
      { degree: 'contract', count: 1 },
      { degree: 'catalog', count: 1 },
    ]);
    const csv = packCsv(await contentOf(id, of));
    expect(csv.split('\r\n')[0]).toMatch(
      /,images,evidence,regular_until,extended_until,waived_images,waived_until,planned_until$/,
    );
    expect(csv).toContain('Ubuntu,18.04,');
  });

  test('is not the organization’s where regular support is meant', async () => {
    await callAs(deps, of, 'admin').catalog.setOverride({
      ...{ product: 'Ubuntu', cycle: '20.04', ends_on: '2027-01-31', reason: 'We patch it' },
    });
    const { id } = await createPack(deps, admin, 'dora');
    const { software } = await contentOf(id, of);
    expect(software.find(({ cycle }) => cycle === '20.04')).toMatchObject({
      ...{ evidence: 'own', ends_on: '2027-01-31' },
      ...{ regular_until: '2025-05-31', extended_until: '2030-04-01' },
    });
  });

  test.each(['evidence', 'measures'])(
    'a pack from before %s is read, and told without',
    async (what) => {
      const { id } = await createPack(deps, admin, 'general');
      const { ended_rows: _, ...content } = await contentOf(id, of);
      const old: PackContent = {
        ...content,
        scope: { ...content.scope, ...(what === 'evidence' && { coverage: undefined }) },
        software: content.software.map((row) => ({
          ...row,
          ...{ waived_images: undefined, waived_until: undefined, planned_until: undefined },
          ...(what === 'evidence' && {
            ...{ evidence: undefined, regular_until: undefined, extended_until: undefined },
          }),
        })),
      };
      const read = readPack(new TextEncoder().encode(JSON.stringify(old)));
      const [head, first] = packCsv(read).split('\r\n');
      expect(head).toMatch(
        what === 'evidence' ? /,move_to,images$/ : /,regular_until,extended_until$/,
      );
      expect(first?.split(',').length).toBe(head?.split(',').length);
      const signed = { sha256: '0'.repeat(64), signatures: [], paper: 'A4' as const };
      expect((await packPdf(read, signed)).byteLength).toBeGreaterThan(10_000);
    },
  );
});

test('says of each row what is done about it where it was found', async () => {
  const of = await makeOrganization(deps, 'Hooli');
  const admin = await makeActor(deps, of, 'admin');
  const old = ['Redis', 'Perl', 'Zope', 'Nix'].map((product) => ({
    ...{ product, cycle: '1', eol: '2026-01-01' },
  }));
  const images = ['shop:1', 'shop:2'].map((image) => ({ project: 'shop', image }));
  for (const place of [...images, { project: 'bank', image: 'bank:1' }])
    await scanImage(deps, of, { ...place, software: old });
  const rest = new RestClient(deps);
  const asker = await signedIn(deps, rest, { organizationId: of, role: 'member' });
  const decider = await signedIn(deps, rest, { organizationId: of, role: 'admin' });
  const grant = async (waiver: object) => {
    const { id } = await ask(asker, { cycle: '1', ...waiver });
    await decide(decider, id, 'granted');
  };
  await grant({ product_name: 'Redis', project_name: 'shop', ends_on: '2027-02-28' });
  await ask(asker, { product_name: 'Zope', cycle: '1', project_name: 'shop' });
  await grant({
    ...{ product_name: 'Perl', scope: 'image', project_name: null },
    ...{ image_name: 'shop', image_tag: '2', ends_on: '2027-01-31' },
  });
  const plan = { cycle: '1', target_cycle: '2' };
  const member = callAs(deps, of, 'member');
  await member.plan.create({
    body: { ...plan, scope: 'organization', product_name: 'Perl', due_on: '2027-06-30' },
  });
  const [bank] = (await member.finding.list({ search: 'bank' })).items;
  await member.plan.create({
    body: {
      ...{ ...plan, scope: 'project', project_id: bank?.project.id },
      ...{ product_name: 'Perl', due_on: '2027-03-31' },
    },
  });

  const content = await contentOf((await createPack(deps, admin, 'dora')).id, of);
  expect(
    content.software
      .map((row) => [
        ...[`${row.project} ${row.product}`, row.images],
        ...[row.waived_images, row.waived_until, row.planned_until],
      ])
      .toSorted(),
  ).toEqual([
    ['bank Nix', 1, 0, null, null],
    ['bank Perl', 1, 0, null, '2027-03-31'],
    ['bank Redis', 1, 0, null, null],
    ['bank Zope', 1, 0, null, null],
    ['shop Nix', 2, 0, null, null],
    ['shop Perl', 2, 1, '2027-01-31', '2027-06-30'],
    ['shop Redis', 2, 2, '2027-02-28', null],
    // Asked for is not granted.
    ['shop Zope', 2, 0, null, null],
  ]);
  expect(content.ended_rows).toEqual({ waived: 1, planned: 2, partly_waived: 0, neither: 5 });
  // A plan that is overdue moves nothing.
  expect(endedByMeasure(content.software, '2027-05-01')).toEqual({
    ...{ waived: 1, planned: 1, partly_waived: 0, neither: 6 },
  });
  expect(endedByMeasure(content.software, '2027-12-31')).toEqual({
    ...{ waived: 1, planned: 0, partly_waived: 1, neither: 6 },
  });
  const signed = { sha256: '0'.repeat(64), signatures: [], paper: 'A4' as const };
  const pdf = await packPdf(content, signed);
  expect(pdf.byteLength).toBeGreaterThan(10_000);
  if (process.env.PACKS) writeFileSync(`${process.env.PACKS}/measures.pdf`, pdf);
});

test('packs and signatures go with their organization', async () => {
  const of = await makeOrganization(deps, 'Initech');
  const admin = await makeActor(deps, of);
  const { id } = await createPack(deps, admin, 'general');
  await signPack(deps, admin, { id, signer: 'reviewer', note: null });
  await deleteOrganization(deps, admin);
  await expect(getPack(deps, of, id)).rejects.toMatchObject({ code: 'not_found' });
});

describe('its files', () => {
  const get = async (id: string, file: string, key: string) => {
    const url = new URL(`http://localhost/export/evidence-packs/${id}/${file}`);
    const request = new Request(url, { headers: { 'x-api-key': key } });
    return createExportHandler(deps, [])(request, { path: url.pathname, remoteAddress: '' });
  };

  test('are JSON as it was frozen, CSV, and a document for either paper', async () => {
    const { id, sha256 } = await createPack(deps, ada, 'dora');
    await signPack(deps, grace, { id, signer: 'reviewer', note: null });
    const { key } = await makeApiKey(deps, organization, 'viewer');
    const json = await get(id, 'pack.json', key);
    const bytes = Buffer.from(await json.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const csv = await (await get(id, 'pack.csv', key)).text();
    expect(csv).toContain('product,cycle,type,project,owner');
    expect(csv).toContain('Perl,5.38');
    for (const paper of ['A4', 'LETTER']) {
      const answer = await get(id, `pack.pdf?paper=${paper}`, key);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pdf = Buffer.from(await answer.arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.toString('latin1')).toContain(
        paper === 'A4' ? '[0 0 595.28 841.89]' : '[0 0 612 792]',
      );
      // The same pack is the same document.
      const again = await get(id, `pack.pdf?paper=${paper}`, key);
      expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true);
      if (process.env.PACKS) writeFileSync(`${process.env.PACKS}/${paper}.pdf`, pdf);
    }
    const scanner = await makeApiKey(deps, organization, 'scanner');
    expect((await get(id, 'pack.pdf', scanner.key)).status).toBe(403);
    expect((await get(crypto.randomUUID(), 'pack.json', key)).status).toBe(404);
  });

  test('of each template are drawn', async () => {
    const { key } = await makeApiKey(deps, organization, 'viewer');
    for (const template of PACK_TEMPLATES) {
      const { id } = await createPack(deps, ada, template);
      const answer = await get(id, 'pack.pdf', key);
      expect([template, answer.status]).toEqual([template, 200]);
      await answer.body?.cancel();
    }
  });
});
