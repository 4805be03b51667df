import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createScanBodyFilter } from '@/domain/scan/body/filter';
import { packageKey } from '@/domain/scan/component';
import { scanEventPayloadV2 } from '@/domain/scan/payload';
import { toScanUpload } from '@/domain/scan/upload';
import { inventoryLines, readBytes } from './testing/reading';

const FIXTURES = fileURLToPath(new URL('../../../../e2e/fixtures/', import.meta.url));
const recording = (name: string) => readBytes(readFileSync(`${FIXTURES}sboms/${name}`));

/** Whole documents, where they lie next to the project. */
const WHOLE = fileURLToPath(new URL('../../../../../shared/payloads/sboms/', import.meta.url));

describe('the same content in several formats', () => {
  it.each([
    ['syft-directory.cdx.xml', 'syft-directory.cdx.json'],
    ['syft-directory.spdx.json', 'syft-directory.cdx.json'],
    ['syft-directory.spdx', 'syft-directory.cdx.json'],
    ['syft-directory.syft.json', 'syft-directory.cdx.json'],
    ['npm.spdx.json', 'npm.cdx.json'],
    ['cdxgen.cdx.json', 'npm.cdx.json'],
    ['cyclonedx-py.cdx.xml', 'cyclonedx-py.cdx.json'],
    ['sbom4python.spdx', 'sbom4python.cdx.json'],
    ['cyclonedx-maven.cdx.xml', 'cyclonedx-maven.cdx.json'],
  ])('%s comes to the inventory of %s', (one, other) => {
    const lines = inventoryLines(recording(one));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines).toEqual(inventoryLines(recording(other)));
  });

  it.skipIf(!existsSync(WHOLE)).each(['appdir', 'shop'])('%s in full', (name) => {
    const files = readdirSync(WHOLE).filter((file) => file.startsWith(`${name}.`));
    const [first = [], ...others] = files.map((file) =>
      inventoryLines(readBytes(readFileSync(WHOLE + file))),
    );
    expect(first.length).toBeGreaterThan(60);
    for (const lines of others) expect(lines).toEqual(first);
  });
});

describe('what tools write', () => {
  it('names a directory, its packages and who wrote it (Syft)', () => {
    const { components, ...document } = recording('syft-directory.syft.json');
    expect(document).toEqual({
      format: 'syft-json',
      formatVersion: '16.0.14',
      tools: [{ name: 'syft', version: 'v1.10.0' }],
      createdAt: null,
      subject: {
        kind: 'directory',
        name: '/srv/shop',
        tag: null,
        digest: null,
        labels: null,
        repoDigests: [],
      },
      distro: null,
      distroLifecycle: null,
      notUnderstood: { unnamed: 0, unversioned: 0, ranged: 0 },
    });
    expect(
      components.map(({ component: { name, type, language } }) => [name, type, language]),
    ).toEqual(
      expect.arrayContaining([
        ['spring-boot', 'java-archive', 'java'],
        ['django', 'python', 'python'],
        ['@angular/core', 'npm', 'javascript'],
      ]),
    );
  });

  it('names an image, its labels, its system and the sources of its packages (Syft)', () => {
    const { subject, distro, components } = recording('syft-image.cdx.json');
    expect(subject).toMatchObject({
      kind: 'image',
      name: 'shop.tar',
      tag: null,
      digest: 'sha256:383868d4e6dc57f6968dcdd6c31d8dce0382b26c1c217018c135b5f3df79e590',
      labels: { team: 'checkout', tier: 'web' },
    });
    expect(distro).toEqual({
      id: 'debian',
      versionId: '12',
      prettyName: 'Debian GNU/Linux 12 (bookworm)',
      cpeName: '',
    });
    const bsdutils = components.find(({ component }) => component.name === 'bsdutils');
    expect(bsdutils?.component.upstreams).toEqual([
      { name: 'util-linux', version: expect.stringMatching(/^2\.38\.1/) },
    ]);
    const node = components.find(({ component }) => component.name === 'node')?.component;
    expect(node?.type).toBe('binary');
    expect(node?.cpes).toContain('cpe:2.3:a:nodejs:node.js:14.21.3:*:*:*:*:*:*:*');
  });

  it('calls an application by its purl, where npm calls it by its folder', () => {
    expect(recording('npm.cdx.json').subject).toMatchObject({
      kind: 'application',
      name: '@acme/shop-front',
      tag: '1.4.0',
    });
  });

  it('marks what is optional (npm, in both formats)', () => {
    for (const name of ['npm.cdx.json', 'npm.spdx.json']) {
      const entry = recording(name).components.find(
        ({ component }) => component.name === 'fsevents',
      );
      expect(entry?.scope).toBe('optional');
    }
  });

  it('lists the module that a document describes (sbom4python)', () => {
    expect(inventoryLines(recording('sbom4python.spdx'))).toContain(
      'flask 2.0.3 python pkg:pypi/flask@2.0.3',
    );
  });
});

it("comes to the components of a scanner's upload, whose SBOM it is", () => {
  const { upload, sbom } = scannerUpload('captured/v2-current-directory.json');
  const components = readBytes(sbom).components.map(({ component }) => component);
  const byKey = new Map(components.map((component) => [packageKey(component), component]));
  expect(upload.components.length).toBe(65);
  for (const component of upload.components) {
    expect(byKey.get(packageKey(component))).toEqual(component);
  }
});

it("comes to the components of a scanner's upload of the same packages (Syft JSON)", () => {
  const { upload } = scannerUpload('captured/v2-current-directory.json');
  const byKey = new Map(upload.components.map((component) => [packageKey(component), component]));
  const common = recording('syft-directory.syft.json').components.flatMap(({ component }) => {
    const scanned = byKey.get(packageKey(component));
    // The recording has but some of the CPEs.
    return scanned && scanned.cpes.length <= 1 ? [[component, scanned] as const] : [];
  });
  expect(common.length).toBeGreaterThan(3);
  for (const [component, scanned] of common) expect(component).toEqual(scanned);
});

function scannerUpload(name: string) {
  const chunks: Uint8Array[] = [];
  const filter = createScanBodyFilter({ onSbomChunk: (bytes) => chunks.push(bytes) });
  filter.write(readFileSync(`${FIXTURES}payloads/${name}`));
  const kept: unknown = JSON.parse(Buffer.concat(filter.end().json).toString());
  return {
    upload: toScanUpload(scanEventPayloadV2.parse(kept), 'v2'),
    sbom: Buffer.concat(chunks),
  };
}
