import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createScanBodyFilter } from '@/domain/scan/body/filter';
import { scanEventPayload, scanEventPayloadV2 } from '@/domain/scan/payload';
import { imageSource, type ScanUpload, toScanUpload } from '@/domain/scan/upload';
import { toComponent } from '@/domain/scan/component';
import { readBytes, readText } from './document/testing/reading';
import { readInventoryDocument } from './document/read';
import { listedPurls, withSbom } from './scan-sbom';

const PAYLOADS = fileURLToPath(new URL('../../../e2e/fixtures/payloads/', import.meta.url));
const context = { distro: null, tags: [], repoDigests: [], path: null };

function component(name: string, version: string, purl: string | null = null) {
  return toComponent({ Name: name, Version: version, Type: 'deb', PURL: purl });
}

function upload(given: Partial<ScanUpload> = {}): ScanUpload {
  return {
    ...{ projectName: 'shop', commitHash: null, imagePath: null, distro: null },
    source: imageSource({ ImageName: 'acme/shop:1', ImageDigest: 'sha256:aa' }, false, context),
    ...{ matches: [], matchCount: 0, components: [] },
    ...given,
  };
}

const bom = (components: readonly object[], more: object = {}) =>
  readText({ bomFormat: 'CycloneDX', specVersion: '1.6', components, ...more });
const names = ({ components }: ScanUpload) =>
  components.map(({ name, version }) => `${name} ${version}`.trim());

describe.each([
  ['captured/v1-0.7-image.json', 'v1'],
  ['captured/v2-current-directory.json', 'v2'],
] as const)('the SBOM of a stock scanner in %s', (name, version) => {
  const chunks: Uint8Array[] = [];
  const filter = createScanBodyFilter({ onSbomChunk: (bytes) => chunks.push(bytes) });
  filter.write(readFileSync(PAYLOADS + name));
  const kept: unknown = JSON.parse(Buffer.concat(filter.end().json).toString());
  const scanned =
    version === 'v1'
      ? toScanUpload(scanEventPayload.parse(kept), 'v1')
      : toScanUpload(scanEventPayloadV2.parse(kept), 'v2');
  const sbom = Buffer.concat(chunks);

  it('adds no package, read whole', () => {
    expect(withSbom(scanned, readBytes(sbom)).components).toBe(scanned.components);
  });

  it('is hardly read: its packages are listed', () => {
    const document = readInventoryDocument(
      JSON.parse(sbom.toString()),
      'json',
      [],
      listedPurls(scanned),
    );
    expect(document.components.length).toBeLessThan(scanned.components.length / 4);
  });
});

describe('packages of an SBOM', () => {
  it('are the inventory where the scanner lists none', () => {
    const joined = withSbom(upload(), bom([{ name: 'a', version: '1' }, { name: 'b' }]));
    expect(names(joined)).toEqual(['a 1', 'b']);
    expect(joined.sbomFormat).toBe('cyclonedx');
  });

  it('join those that the scanner lists, each once, however it is written', () => {
    const components = [
      component('curl', '1:7.88-1', 'pkg:deb/debian/curl@7.88-1?epoch=1&distro=debian-12'),
      component('ours', '2'),
    ];
    const document = bom([
      { name: 'curl', version: '7.88-1', purl: 'pkg:deb/debian/curl@7.88-1' },
      { name: 'curl', version: '1:7.88-1' },
      { name: 'Ours', version: '2', purl: 'pkg:generic/ours@2' },
      { name: 'ours' },
      { name: 'curl', version: '7.88-1', purl: 'pkg:npm/curl@7.88-1' },
      { name: 'curl', version: '8.0-1', purl: 'pkg:deb/debian/curl@8.0-1' },
    ]);
    expect(names(withSbom(upload({ components }), document))).toEqual([
      'curl 1:7.88-1',
      'ours 2',
      'curl 7.88-1',
      'curl 8.0-1',
    ]);
  });

  it('are modules of Go by their whole paths, however these are written', () => {
    const parted = 'pkg:golang/github.com/acme/tool@v1.14.0#api';
    const document = bom([
      { name: 'x', version: 'v1.14.0', purl: 'pkg:golang/github.com/acme/tool/api@v1.14.0' },
      { name: 'y', version: 'v1.14.0', purl: 'pkg:golang/github.com/acme/tool@v1.14.0' },
    ]);
    const given = upload({ components: [component('api', 'v1.14.0', parted)] });
    expect(names(withSbom(given, document))).toEqual(['api v1.14.0', 'y v1.14.0']);
  });

  it('are passed over unread where the scanner lists their purl, unless they carry dates', () => {
    const purl = 'pkg:npm/a@1';
    const isListed = listedPurls(upload({ components: [component('a', '1', purl)] }));
    const read = (entry: object) =>
      readInventoryDocument(
        { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ ...entry, purl }] },
        'json',
        [],
        isListed,
      ).components.length;
    expect(read({ name: 7 })).toBe(0);
    const date = { name: 'cdx:lifecycle:milestone:endOfSupport', value: '2027-01-01' };
    expect(read({ name: 'a', version: '1', properties: [date] })).toBe(1);
  });

  it('are read where they may name the distribution that the scanner does not', () => {
    const purl = 'pkg:deb/debian/a@1?distro=debian-12';
    const components = [component('a', '1', purl)];
    expect(listedPurls(upload({ components }))(purl)).toBe(false);
    const distro = { id: 'debian', versionId: '12', prettyName: '', cpeName: '' };
    expect(listedPurls(upload({ components, distro }))(purl)).toBe(true);
  });

  it('are refused when both lists together are too long', () => {
    const some = Array.from({ length: 250_000 }, (_, at) => component(`a${String(at)}`, '1'));
    expect(() => withSbom(upload({ components: some }), bom([{ name: 'one more' }]))).toThrow(
      expect.objectContaining({
        faults: [expect.objectContaining({ loc: ['body', 'Sbom'] })],
      }) as Error,
    );
  });
});

describe('the subject of an SBOM', () => {
  const subject = (name: string, labels: object = {}) => ({
    metadata: {
      component: { type: 'container', name, version: 'sha256:bb' },
      properties: Object.entries(labels).map(([key, value]) => ({
        name: `syft:image:labels:${key}`,
        value: String(value),
      })),
    },
  });
  const unknown = imageSource({ ImageName: 'acme/shop:1' }, false, context);

  it('says what the scanner leaves out of the same image', () => {
    const document = bom([], subject('docker.io/acme/shop:1', { team: 'web' }));
    expect(withSbom(upload({ source: unknown }), document).source).toMatchObject({
      ...{ name: 'acme/shop', tag: '1', digest: 'sha256:bb', labels: { team: 'web' } },
    });
  });

  it('says nothing of another image, and nothing against the scanner', () => {
    const own = upload({ source: unknown });
    expect(withSbom(own, bom([], subject('acme/other:1'))).source).toBe(own.source);
    expect(withSbom(own, bom([], subject('acme/shop:2'))).source).toBe(own.source);
    const known = upload();
    expect(withSbom(known, bom([], subject('acme/shop:1'))).source).toBe(known.source);
  });

  it('names what was scanned where the scanner does not', () => {
    const nameless = upload({ source: imageSource({ ImageName: '' }, false, context) });
    const document = bom([], subject('acme/shop:1'));
    expect(withSbom(nameless, document).source).toMatchObject({ name: 'acme/shop', tag: '1' });
    expect(withSbom(nameless, bom([])).source).toBe(nameless.source);
  });
});

it('takes no dates of support from it: they are the scanner’s to say', () => {
  const properties = [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2027-01-31' }];
  const purl = 'pkg:pypi/django@3.2.25';
  const undated = { name: 'django', version: '3.2.25', purl };
  const joined = (one: object) => withSbom(upload(), bom([one])).components;
  expect(joined({ ...undated, properties })).toEqual(joined(undated));
});
