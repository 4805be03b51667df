import { beforeAll, describe, expect, it } from 'vitest';
import { faultsIn } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { imageScan, matchOf } from './harness/payloads';
import { deps, makeTenant, type Tenant } from './harness/tenants';

const scan = imageScan({ project: 'faults', image: 'faults:1' });
const sound = matchOf({ product: 'Node.js', cycle: '16' });
const withCycle = (change: object) => ({ ...sound, Cycle: { ...sound.Cycle, ...change } });
const withPackage = (change: object) => ({ ...sound, Package: { ...sound.Package, ...change } });
const matches = (...items: unknown[]) => ({ ...scan, Matches: items });
const source = (change: object) => ({ ...scan, EventSource: { ...scan.EventSource, ...change } });
const BOM = { bomFormat: 'CycloneDX', specVersion: '1.6' };
const sbom = (document: string | object) =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)).toString(
    'base64',
  );
const without = (target: object, ...keys: string[]) =>
  Object.fromEntries(Object.entries(target).filter(([key]) => !keys.includes(key)));

const cpe = Object.fromEntries(
  [...['Part', 'Vendor', 'Product', 'Version', 'Update', 'Edition'], ...['SWEdition', 'TargetSW']]
    .concat('TargetHW', 'Other', 'Language')
    .map((part) => [part, null]),
);

/** A refused payload, and every fault of it. */
const REFUSED: readonly (readonly [string, unknown, ...string[]])[] = [
  [
    'an empty object',
    {},
    'missing at body.AppConfig',
    'missing at body.EventSource',
    'missing at body.Matches',
  ],
  ['a list', [], 'dict_type at body'],
  ['a text', 'scan', 'dict_type at body'],
  ['null', null, 'dict_type at body'],
  ['AppConfig as a list', { ...scan, AppConfig: [] }, 'dict_type at body.AppConfig'],
  ['no project', { ...scan, AppConfig: {} }, 'missing at body.AppConfig.project-name'],
  [
    'a project that is null',
    { ...scan, AppConfig: { 'project-name': null } },
    'string_type at body.AppConfig.project-name',
  ],
  ['Matches as an object', { ...scan, Matches: {} }, 'list_type at body.Matches'],
  ['a match that is null', matches(null), 'dict_type at body.Matches.0'],
  [
    'an empty match',
    matches(sound, {}),
    'missing at body.Matches.1.Cycle',
    'missing at body.Matches.1.Package',
  ],
  [
    'an empty cycle',
    matches({ ...sound, Cycle: {} }),
    'missing at body.Matches.0.Cycle.Eol',
    'missing at body.Matches.0.Cycle.LatestRelease',
    'missing at body.Matches.0.Cycle.LatestReleaseDate',
    'missing at body.Matches.0.Cycle.ProductName',
    'missing at body.Matches.0.Cycle.ReleaseCycle',
    'missing at body.Matches.0.Cycle.ReleaseDate',
  ],
  [
    'a name that is a number',
    matches(withCycle({ ProductName: 16 })),
    'string_type at body.Matches.0.Cycle.ProductName',
  ],
  [
    'an EolBool that is a text',
    matches(withCycle({ EolBool: 'perhaps' })),
    'bool_parsing at body.Matches.0.Cycle.EolBool',
  ],
  [
    'an LTS that says nothing',
    matches(withCycle({ LTS: 'perhaps' })),
    'bool_parsing at body.Matches.0.Cycle.LTS',
  ],
  [
    'an end that is no date',
    matches(withCycle({ Eol: 'soon' })),
    'date_from_datetime_parsing at body.Matches.0.Cycle.Eol',
  ],
  [
    'a day that no calendar has',
    matches(withCycle({ Eol: '2026-02-30' })),
    'date_from_datetime_parsing at body.Matches.0.Cycle.Eol',
  ],
  [
    'a verification that is a text',
    { ...scan, ImageVerified: 'perhaps' },
    'bool_parsing at body.ImageVerified',
  ],
  [
    'CPEs as a text',
    matches(withPackage({ CPEs: 'cpe:2.3' })),
    'list_type at body.Matches.0.Package.CPEs',
  ],
  [
    'a CPE without its vendor',
    matches(withPackage({ CPEs: [without(cpe, 'Vendor')] })),
    'missing at body.Matches.0.Package.CPEs.0.Vendor',
  ],
  [
    'an upstream without a version',
    matches(withPackage({ Upstreams: [{ Name: 'a' }] })),
    'missing at body.Matches.0.Package.Upstreams.0.Version',
  ],
  [
    'an image without its digest',
    source({ ImageDigest: undefined }),
    'missing at body.EventSource.ImageDigest',
  ],
  [
    'a label that is a number',
    source({ ImageLabels: { team: 1 } }),
    'string_type at body.EventSource.ImageLabels.team',
  ],
  ['labels as a list', source({ ImageLabels: [] }), 'dict_type at body.EventSource.ImageLabels'],
  [
    'a directory without its target',
    { ...scan, EventSource: { Type: 'DirectoryScheme' } },
    'missing at body.EventSource.Target',
  ],
  [
    'a NUL in a name',
    matches(withCycle({ ProductName: 'a\0b' })),
    'value_error at body.Matches.0.Cycle.ProductName',
  ],
  [
    'a NUL in a label',
    source({ ImageLabels: { team: 'a\0b' } }),
    'value_error at body.EventSource.ImageLabels.team',
  ],
  [
    'a name of 1,025 characters',
    matches(withPackage({ Name: 'n'.repeat(1025) })),
    'string_too_long at body.Matches.0.Package.Name',
  ],
  [
    'a purl of 8,193 characters',
    matches(withPackage({ PURL: 'p'.repeat(8193) })),
    'string_too_long at body.Matches.0.Package.PURL',
  ],
  [
    'a label value of 8,193 characters',
    source({ ImageLabels: { team: 'v'.repeat(8193) } }),
    'string_too_long at body.EventSource.ImageLabels.team',
  ],
  ['an SBOM that is not base64', { ...scan, Sbom: '***' }, 'value_error at body.Sbom'],
  [
    'an SBOM that is no inventory',
    { ...scan, Sbom: sbom('{"name":"nothing"}') },
    'value_error at body.Sbom',
  ],
  [
    'an SBOM that breaks off',
    { ...scan, Sbom: sbom('{"bomFormat":"CycloneDX",\n "specVersion":') },
    'value_error at body.Sbom.line 2, column 16',
  ],
  [
    'an SBOM with a number for a name',
    { ...scan, Sbom: sbom({ ...BOM, components: [{ name: 'a' }, { name: 7 }] }) },
    'value_error at body.Sbom.components[1].name',
  ],
  [
    'an SBOM with a document type',
    { ...scan, Sbom: sbom('<!DOCTYPE bom><bom/>') },
    'value_error at body.Sbom.line 1, column 15',
  ],
  ['an SBOM that is an object', { ...scan, Sbom: {} }, 'string_type at body.Sbom'],
  [
    'faults in many places',
    {
      ...matches(withCycle({ Eol: 'x' }), withPackage({ Name: 1 })),
      ImageVerified: 'x',
      Sbom: '*',
    },
    'bool_parsing at body.ImageVerified',
    'date_from_datetime_parsing at body.Matches.0.Cycle.Eol',
    'string_type at body.Matches.1.Package.Name',
    'value_error at body.Sbom',
  ],
];

const ACCEPTED: readonly (readonly [string, unknown])[] = [
  ['an SBOM in XML', { ...scan, Sbom: sbom('<bom xmlns="http://cyclonedx.org/schema/bom/1.6"/>') }],
  ['an SBOM in tag-value', { ...scan, Sbom: sbom('SPDXVersion: SPDX-2.3\n') }],
  ['Matches null', { ...scan, Matches: null }],
  ['Packages null', { ...scan, Packages: null, Context: null }],
  [
    'keys that nobody knows',
    { ...scan, Extra: { a: [1, '\0'] }, Matches: [{ ...sound, VulnCount: 1, More: '\0' }] },
  ],
  [
    'a NUL where nothing is read',
    { ...scan, AppConfig: { 'project-name': 'faults', token: '\0' } },
  ],
  ...['', true, false, null, 'true', 'false', '2026-01-01', undefined].map(
    (LTS) => [`LTS ${JSON.stringify(LTS)}`, matches(withCycle({ LTS }))] as const,
  ),
  ...['', '0001-01-01', '1899-12-31', '2026-01-01', '2026-01-01T00:00:00Z'].map(
    (Eol) => [`Eol ${Eol}`, matches(withCycle({ Eol }))] as const,
  ),
  ['flat CPEs', matches(withPackage({ CPEs: [cpe] }))],
  ['nested CPEs', matches(withPackage({ CPEs: [{ Attributes: cpe, Source: 'x' }] }))],
  ['a name of 1,024 characters', matches(withCycle({ ProductName: 'n'.repeat(1024) }))],
  ['a purl of 8,192 characters', matches(withPackage({ PURL: 'p'.repeat(8192) }))],
  ['no project name', { ...scan, AppConfig: { 'project-name': '' } }],
  ['an image name that does not parse', source({ ImageName: '::not a reference::@@' })],
];

describe.each(mounts)('uploads to the $name mount', (mount) => {
  const client = clientOf(mount);
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await makeTenant();
  });
  const upload = (payload: unknown, path = '/v2/scan') =>
    client.withKey(tenant.keys.scanner).put(path, payload);

  it.each(REFUSED)('refuse %s', async (_what, payload, ...expected) => {
    expect(faultsIn(await upload(payload))).toEqual(expected.sort());
  });

  it('refuse a v1 payload without what v1 requires', async () => {
    expect(faultsIn(await upload(scan, '/v1/scan'))).toEqual(['missing at body.ImageName']);
    expect(faultsIn(await upload({ ...scan, ImageName: 1, ImageDigest: 2 }, '/v1/scan'))).toEqual([
      'string_type at body.ImageDigest',
      'string_type at body.ImageName',
    ]);
  });

  it.each(ACCEPTED)('take %s', async (_what, payload) => {
    expect(await upload(payload)).toMatchObject({ status: 200 });
  });

  it('that are refused leave one record and nothing else', async () => {
    const { organizationId, keys } = await makeTenant();
    const scanner = clientOf(mount).withKey(keys.scanner);
    const marker = 'the-payload-must-not-be-kept';
    const refused = { ...source({ ImageName: marker }), ImageVerified: marker };
    const answers = [
      await scanner.put('/v2/scan', refused),
      await scanner.put('/v1/scan', Buffer.from(`{"${marker}":`)),
      await scanner.send({
        method: 'PUT',
        target: '/v2/scan',
        headers: { 'content-type': 'text/plain' },
        body: marker,
      }),
      await clientOf(mount).withKey(keys.viewer).put('/v2/scan', refused),
      await clientOf(mount).put('/v2/scan', refused),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 415, 403, 401]);

    const rows = await deps.db.query<Record<string, unknown>>(
      `SELECT status, path, caller_kind, caller_name, request_id, remote_address, faults
         FROM refused_upload WHERE organization_id = $1 ORDER BY id`,
      [organizationId],
    );
    expect(rows.map(({ status, path }) => [status, path])).toEqual([
      [422, '/v2/scan'],
      [422, '/v1/scan'],
      [415, '/v2/scan'],
      [403, '/v2/scan'],
    ]);
    expect(rows.map((row) => row.request_id)).toEqual(
      answers.slice(0, 4).map(({ headers }) => headers['x-request-id']),
    );
    expect(rows[0]).toMatchObject({
      caller_kind: 'api_key',
      faults: [{ loc: ['body', 'ImageVerified'], type: 'bool_parsing' }],
    });
    expect(JSON.stringify(rows)).not.toContain(marker);
    for (const table of [
      'project',
      'image_tag',
      'scan',
      'software_cycle',
      'component',
      'sbom',
      'inventory',
    ]) {
      const [count] = await deps.db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
        [organizationId],
      );
      expect([table, count?.count]).toEqual([table, 0]);
    }
  });
});
