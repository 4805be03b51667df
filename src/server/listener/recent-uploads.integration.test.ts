import { gzipSync } from 'node:zlib';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publicRouter } from '@/server/app-router';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy } from '@/test/factories';
import { createRestHandler } from './rest-handler';

let deps: TestDeps;
let organization: OrganizationId;
let key: string;
let handle: ReturnType<typeof createRestHandler>;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  handle = createRestHandler(publicRouter, deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-26T12:00:00Z');
  organization = await makeOrganization(deps);
  ({ key } = await makeApiKey(deps, organization, 'scanner'));
});

const packages = (...names: readonly string[]) =>
  names.map((Name) => ({ Name, Version: '1.0', Type: 'npm', PURL: `pkg:npm/${Name}@1.0` }));

const sbomOf = (...names: readonly string[]) =>
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: names.map((name) => ({
      ...{ type: 'library', name, version: '1.0', purl: `pkg:npm/${name}@1.0` },
    })),
  });

const cycle = {
  ...{ ProductName: 'Redis', ProductPermalink: '', ReleaseCycle: '6', Eol: '2026-11-27' },
  ...{ LTS: '', LatestRelease: '', LatestReleaseDate: '', ReleaseDate: '' },
};

/** A scan of one image, whose SBOM lists a package that the scanner does not. */
const scanOf = (names: readonly string[], sbom: string | null = sbomOf(...names, 'hidden')) =>
  JSON.stringify({
    AppConfig: { 'project-name': 'shop' },
    Matches: names.slice(0, 1).map((name) => ({ Cycle: cycle, Package: packages(name)[0] })),
    Packages: packages(...names),
    EventSource: { Type: 'ImageScheme', ImageName: 'shop:1', ImageDigest: '' },
    ...(sbom !== null && { Sbom: Buffer.from(sbom).toString('base64') }),
  });

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: string;
}

async function put(
  body: string | Uint8Array<ArrayBuffer>,
  { path = '/v2/scan', ...sent }: Sent = {},
) {
  const request = new Request(`http://127.0.0.1/api${path}`, {
    method: 'PUT',
    headers: {
      authorization: `ApiKey ${sent.as ?? key}`,
      'content-type': 'application/json',
      ...sent.headers,
    },
    body,
  });
  const origin = { path: path.split('?')[0] ?? path, remoteAddress: '192.0.2.7' };
  const response = await handle(request, origin);
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

/** What is stored of the one image of an organization. */
async function stored(of: OrganizationId = organization) {
  const [image] = await deps.db.query<{ names: string[]; findings: number; sbom: Buffer | null }>(
    `SELECT (SELECT array_agg(c.name ORDER BY c.name) FROM component c WHERE c.organization_id = $1
               AND c.id = ANY(i.component_ids)) AS names,
            (SELECT count(*)::int FROM finding f WHERE f.organization_id = $1 AND f.image_tag_id = t.id AND f.is_open) AS findings,
            s.compressed AS sbom
       FROM image_tag t
       LEFT JOIN inventory i ON i.organization_id = $1 AND i.id = t.inventory_id
       LEFT JOIN sbom s ON s.organization_id = $1 AND s.id = t.sbom_id
      WHERE t.organization_id = $1`,
    [of],
  );
  return {
    names: image?.names,
    findings: image?.findings,
    sbom: image?.sbom ? zstdDecompressSync(image.sbom).toString() : null,
  };
}

const action = z
  .object({ policy: z.object({ action: z.string() }) })
  .transform(({ policy }) => policy.action);

describe('the same bytes again', () => {
  test('come to the same, also when another upload came in between', async () => {
    const one = scanOf(['a', 'b']);
    const first = await put(one);
    const ofOne = await stored();
    expect(ofOne).toEqual({
      ...{ names: ['a', 'b', 'hidden'], findings: 1 },
      sbom: sbomOf('a', 'b', 'hidden'),
    });
    await put(scanOf([], null));
    expect(await stored()).toMatchObject({ findings: 0, sbom: null });
    const again = await put(one);
    expect(await stored()).toEqual(ofOne);
    expect(again.status).toBe(first.status);
    expect({ ...Object(again.answer), scan_id: '' }).toEqual({
      ...Object(first.answer),
      scan_id: '',
    });
  });

  test('are stored whole where the organization does not hold them any more', async () => {
    const one = scanOf(['a', 'b']);
    await put(one);
    const before = await stored();
    await deps.db.query('DELETE FROM scan WHERE organization_id = $1', [organization]);
    await deps.db.query(
      'UPDATE image_tag SET sbom_id = NULL, inventory_id = NULL WHERE organization_id = $1',
      [organization],
    );
    for (const table of ['sbom', 'inventory']) {
      await deps.db.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organization]);
    }
    expect((await put(one)).status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  test('are judged by the policies and the day of today', async () => {
    const one = scanOf(['a']);
    expect(action.parse((await put(one)).answer)).toBe('ALLOW');
    await makePolicy(deps, organization, { denyDays: 0 });
    expect(action.parse((await put(one)).answer)).toBe('ALLOW');
    deps.clock.set('2026-11-28T12:00:00Z');
    expect(action.parse((await put(one)).answer)).toBe('DENY');
  });

  test('are not the same on another route, whose schema is another one', async () => {
    const one = scanOf(['a']);
    expect((await put(one)).status).toBe(200);
    expect((await put(one, { path: '/v1/scan' })).status).toBe(422);
    expect((await put(one)).status).toBe(200);
  });

  test('of another organization are stored there', async () => {
    const one = scanOf(['a', 'b']);
    await put(one);
    const other = await makeOrganization(deps);
    await put(one, { as: (await makeApiKey(deps, other, 'scanner')).key });
    expect(await stored(other)).toEqual(await stored());
  });

  test('that were refused are refused again', async () => {
    const one = scanOf(['a'], '{"bomFormat": "CycloneDX",');
    expect((await put(one)).status).toBe(422);
    expect((await put(one)).status).toBe(422);
    const noDocument = JSON.stringify({ bomFormat: 'CycloneDX' }).slice(1);
    expect((await put(noDocument, { path: '/sbom?name=shop:1' })).status).toBe(422);
    expect((await put(noDocument, { path: '/sbom?name=shop:1' })).status).toBe(422);
  });
});

describe('the same document again', () => {
  test('is of what the request says, whatever it was of before', async () => {
    const document = sbomOf('a', 'b');
    const one = await put(document, { path: '/sbom?project=shop&name=shop:1' });
    const two = await put(document, { path: '/sbom?project=shop&name=shop:2' });
    const again = await put(document, { path: '/sbom?project=shop&name=shop:1' });
    expect([one.status, two.status, again.status]).toEqual([200, 200, 200]);
    const [first, second, third] = [one, two, again].map(({ answer }) =>
      z.object({ image_tag_id: z.guid() }).parse(answer),
    );
    expect(third).toEqual(first);
    expect(second).not.toEqual(first);
    expect({ ...Object(again.answer), scan_id: '' }).toEqual({
      ...Object(one.answer),
      scan_id: '',
    });
  });

  test('is the same packed, and its bytes are kept as they came out', async () => {
    const packed = new Uint8Array(gzipSync(sbomOf('a', 'b')));
    const sent = {
      path: '/sbom?project=shop&name=shop:1',
      headers: { 'content-encoding': 'gzip' },
    };
    expect((await put(packed, sent)).status).toBe(200);
    const before = await stored();
    expect(before).toMatchObject({ names: ['a', 'b'], sbom: sbomOf('a', 'b') });
    await put(sbomOf('c'), { path: sent.path });
    await deps.db.query(
      'DELETE FROM sbom s WHERE organization_id = $1 AND NOT EXISTS (SELECT FROM image_tag t WHERE t.sbom_id = s.id) AND NOT EXISTS (SELECT FROM scan WHERE scan.sbom_id = s.id)',
      [organization],
    );
    expect((await put(packed, sent)).status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  test('comes with its fields where it is a part of a body', async () => {
    const body = JSON.stringify({
      ...{ projectName: 'tracked', projectVersion: '1', autoCreate: true },
      bom: Buffer.from(sbomOf('a')).toString('base64'),
    });
    const [one, again] = [
      await put(body, { path: '/v1/bom' }),
      await put(body, { path: '/v1/bom' }),
    ].map(({ answer }) => z.object({ projectUuid: z.guid() }).parse(answer));
    expect(again).toEqual(one);
    expect(await stored()).toMatchObject({ names: ['a'], sbom: sbomOf('a') });
  });
});
