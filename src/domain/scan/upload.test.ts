import { describe, expect, it } from 'vitest';
import { scanEventPayload, scanEventPayloadV2 } from './payload';
import { editedSample, SAMPLE_PAYLOADS } from './testing/samples';
import { type ScanUpload, toScanUpload } from './upload';

type Path = (string | number)[];

function upload(name: string, path: Path = [], ...replacement: unknown[]): ScanUpload {
  const payload = editedSample(name, path, ...replacement);
  return name.includes('v1-')
    ? toScanUpload(scanEventPayload.parse(payload), 'v1')
    : toScanUpload(scanEventPayloadV2.parse(payload), 'v2');
}

describe('toScanUpload', () => {
  it('reads every sample: entries, components and what was scanned', () => {
    const read = SAMPLE_PAYLOADS.map(({ name }) => {
      const { matchCount, components, source } = upload(name);
      return [name, matchCount, components.length, source.kind, source.name, source.tag];
    });
    const digest = 'sha256:4bb24efc9641afc5ded1ca77eabb6e2fcf062d2112ccd61bd8bd6acd89180bae';
    const shop = 'registry.acme.example:5000/acme/shop';
    expect(read).toEqual([
      ['captured/v1-0.7-image.json', 6, 22, 'image', shop, '1.4.0'],
      ['captured/v2-0.9-image.json', 8, 20, 'image', shop, '1.4.0'],
      ['captured/v2-current-archive-trimmed.json', 2, 3, 'image', 'acme/shop', '1.4.0'],
      [
        'captured/v2-current-clean-image.json',
        0,
        0,
        'image',
        'registry.acme.example:5000/acme/empty',
        '1',
      ],
      ['captured/v2-current-directory.json', 5, 65, 'directory', '.', 'latest'],
      ['captured/v2-current-image.json', 9, 19, 'image', shop, '1.4.0'],
      ['v1-image.json', 4, 8, 'image', 'docker.io/library/legacy', '1.0'],
      ['v1-minimal.json', 1, 1, 'image', 'minimal', 'latest'],
      ['v2-clean-image.json', 0, 2, 'image', 'acme/clean', 'latest'],
      ['v2-directory.json', 3, 5, 'directory', './services/shop-web', 'latest'],
      ['v2-image-no-labels.json', 3, 8, 'image', 'acme/batch', digest],
      ['v2-image.json', 7, 9, 'image', 'registry.example.com:5000/team/shop-api', '2.4.1'],
      ['v2-nulls.json', 1, 1, 'image', 'nulls', '1'],
    ]);
  });

  it('reads a scanned image', () => {
    const { source, distro, ...rest } = upload('captured/v2-current-image.json');
    const digest = 'sha256:095147131e924e6993b476aa032ddfa8c7312c6e09626134a605b05fb931c584';
    expect(source).toEqual({
      kind: 'image',
      name: 'registry.acme.example:5000/acme/shop',
      tag: '1.4.0',
      canonicalName: 'registry.acme.example:5000/acme/shop',
      digest,
      labels: {
        maintainer: 'web@acme.example',
        'org.opencontainers.image.title': 'shop',
        team: 'payments',
      },
      verified: false,
      repoDigests: [`registry.acme.example:5000/acme/shop@${digest}`],
    });
    expect(distro).toEqual({
      id: 'debian',
      versionId: '12',
      prettyName: 'Debian GNU/Linux 12 (bookworm)',
      cpeName: '',
    });
    expect(rest).toMatchObject({
      projectName: 'acme/shop',
      commitHash: '3f0cd58049d78663274880490597d066c2076c34',
      imagePath: 'Dockerfile',
    });
  });

  it('reads cycles and packages', () => {
    const { matches } = upload('v2-image.json');
    expect(matches[1]).toEqual({
      cycle: {
        product: 'Node.js',
        permalink: 'https://endoflife.date/nodejs',
        cycle: '16',
        eolOn: '2023-09-11',
        eolIsPlain: true,
        ended: false,
        lts: true,
        latestRelease: '16.20.2',
        latestReleaseOn: '2023-08-09',
        releasedOn: '2021-04-20',
      },
      component: {
        identity: matches[1]?.component.identity,
        name: 'node',
        version: '16.20.2',
        type: 'binary',
        language: null,
        purl: 'pkg:generic/node@16.20.2',
        cpes: ['cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:*:*:*:*'],
        upstreams: [],
        licenses: [],
      },
    });
    expect(matches.at(-1)?.cycle).toMatchObject({ eolOn: null, ended: true });
  });

  it('keeps the facts of what is not known as null', () => {
    expect(upload('v2-nulls.json')).toMatchObject({
      commitHash: null,
      imagePath: null,
      distro: null,
      source: { digest: null, labels: null, verified: false, repoDigests: [] },
      matches: [
        {
          cycle: {
            permalink: null,
            ended: false,
            lts: true,
            latestRelease: null,
            releasedOn: null,
          },
        },
      ],
    });
  });

  it.each<[string, string, string]>([
    ['', 'unassigned', 'nothing'],
    ['github//acme/billing', 'github//acme/billing', 'two slashes'],
    [' a ', ' a ', 'blanks'],
    ['\ud800x', '\ufffdx', 'a lone surrogate'],
  ])('keeps the project name %j as %j: %s', (name, kept) => {
    expect(upload('v2-image.json', ['AppConfig', 'project-name'], name).projectName).toBe(kept);
  });

  it('keeps a package once, whatever is guessed of it or found next to it, and apart when it is another', () => {
    const [first, second] = [
      { Name: 'a', Version: '' },
      { Name: 'b', Version: '1' },
    ];
    const packages = (changes: object[]) =>
      changes.map((change) => ({
        Name: 'p',
        Version: '1',
        Type: 'deb',
        Licenses: ['A', 'B'],
        Upstreams: [first, second],
        ...change,
      }));
    const count = (...changes: object[]) =>
      upload('v2-clean-image.json', ['Packages'], packages(changes)).components.length;
    expect(
      count(
        {},
        { ID: 'other' },
        { Licenses: ['B', 'A', 'A'] },
        { Upstreams: [second, first] },
        { PURL: '' },
      ),
    ).toBe(1);
    expect(
      count({}, { Licenses: ['C'] }, { Licenses: [] }, { Upstreams: null }, { Language: 'c' }),
    ).toBe(1);
    expect(
      count({}, { Version: '2' }, { Name: 'q' }, { Type: 'rpm' }, { PURL: 'pkg:deb/debian/p@1' }),
    ).toBe(5);
  });

  it('keeps everything that is said of a package, for what a match names of it, too', () => {
    const vue = (changes: object) => ({
      Name: 'vue',
      Version: '2.6.14',
      Type: 'npm',
      PURL: 'pkg:npm/vue@2.6.14',
      ...changes,
    });
    const rest = { Update: '', Edition: '', SWEdition: '', TargetSW: '', TargetHW: '', Other: '' };
    const cpe = (Vendor: string) => ({
      ...{ Part: 'a', Vendor, Product: 'vue', Version: '2.6.14', Language: '' },
      ...rest,
    });
    const payload = editedSample(
      'v2-image.json',
      ['Packages'],
      [vue({ CPEs: [cpe('vuejs')], Licenses: ['MIT'] }), vue({ Licenses: ['ISC'] })],
    );
    const [first] = Reflect.get(Object(payload), 'Matches') as unknown[]; // a payload that was accepted
    Reflect.set(Object(first), 'Package', vue({ CPEs: [cpe('vue')], Language: 'javascript' }));
    const { components, matches } = toScanUpload(scanEventPayloadV2.parse(payload), 'v2');
    const found = components.filter(({ name }) => name === 'vue');
    expect(found).toHaveLength(1);
    expect(matches[0]?.component).toBe(found[0]);
    expect(found[0]).toMatchObject({
      name: 'vue',
      language: 'javascript',
      licenses: ['MIT', 'ISC'],
      cpes: [expect.stringContaining(':vuejs:vue:'), expect.stringContaining(':vue:vue:')],
    });
  });

  it('joins a package of as many entries as an upload may have in one go, and keeps no more of its lists than of one entry', () => {
    const entry = (index: number) => ({
      ...{ Name: 'a', Version: '1', Type: 'npm', Licenses: [`license ${String(index)}`] },
      Upstreams: [{ Name: `source ${String(index)}`, Version: '1' }],
    });
    const payload = scanEventPayload.parse({
      ...{ AppConfig: { 'project-name': 'p' }, ImageName: 'a:1', Matches: [] },
      Packages: Array.from({ length: 50_000 }, (_, index) => entry(index)),
    });
    const [component, ...others] = toScanUpload(payload, 'v1').components;
    expect(others).toEqual([]);
    expect(component?.licenses).toHaveLength(1_000);
    expect(component?.licenses.slice(0, 2)).toEqual(['license 0', 'license 1']);
    expect(component?.upstreams).toHaveLength(1_000);
  });

  it('keeps of long lists of a package, and of labels, what comes first', () => {
    const long = (index: number) => `${String(index)}${'x'.repeat(1_000)}`;
    const licenses = Array.from({ length: 1_000 }, (_, index) => long(index));
    const labels = Object.fromEntries(
      licenses.map((text, index) => [`label ${String(index)}`, text]),
    );
    const payload = scanEventPayloadV2.parse({
      ...{ AppConfig: { 'project-name': 'p' }, Matches: [] },
      EventSource: {
        ...{ Type: 'ImageScheme', ImageName: 'a:1', ImageDigest: '' },
        ImageLabels: labels,
      },
      Packages: [{ Name: 'a', Version: '1', Type: 'npm', Licenses: licenses }],
    });
    const { components, source } = toScanUpload(payload, 'v2');
    expect(components[0]?.licenses).toEqual(licenses.slice(0, 16));
    expect(source).toMatchObject({
      labels: Object.fromEntries(Object.entries(labels).slice(0, 32)),
    });
  });

  it('keeps labels behind one that there is no room for', () => {
    const long = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [
        `io.buildpacks.${String(index)}`,
        'x'.repeat(8_000),
      ]),
    );
    const payload = scanEventPayloadV2.parse({
      ...{ AppConfig: { 'project-name': 'p' }, Matches: [] },
      EventSource: {
        ...{ Type: 'ImageScheme', ImageName: 'a:1', ImageDigest: '' },
        ImageLabels: {
          ...long,
          'org.opencontainers.image.source': 'https://acme.example',
          team: 'a',
        },
      },
    });
    const { source } = toScanUpload(payload, 'v2');
    const labels = 'labels' in source ? Object.keys(source.labels ?? {}) : [];
    expect(labels).toHaveLength(6);
    expect(labels.slice(-2)).toEqual(['org.opencontainers.image.source', 'team']);
  });

  it('lists a package that only a match names among the components', () => {
    const { matches, components } = upload('v1-minimal.json');
    expect(components).toEqual([matches[0]?.component]);
    expect(components[0]).toBe(matches[0]?.component);
  });

  it('reads distributions in both spellings', () => {
    expect(upload('v2-image.json').distro).toEqual({
      id: 'debian',
      versionId: '10',
      prettyName: 'Debian GNU/Linux 10 (buster)',
      cpeName: '',
    });
  });

  it.each<[string, string[] | null, string, string]>([
    ['../shop.tar', ['acme/shop:1'], 'acme/shop', '1'],
    ['shop.tar', ['acme/shop:1'], 'acme/shop', '1'],
    ['shop.tar', [], 'shop.tar', 'latest'],
    ['../shop.tar', null, '../shop.tar', 'latest'],
    ['Shop', ['acme/shop:1'], 'acme/shop', '1'],
    ['acme/typed:2', ['acme/shop:1'], 'acme/typed', '2'],
  ])('names image %s with tags %j as %s:%s', (typed, tags, name, tag) => {
    const payload = {
      AppConfig: { 'project-name': 'p' },
      Matches: null,
      Context: { Source: { Metadata: { tags } } },
      EventSource: { Type: 'ImageScheme', ImageName: typed, ImageDigest: '' },
    };
    expect(toScanUpload(scanEventPayloadV2.parse(payload), 'v2').source).toMatchObject({
      name,
      tag,
    });
  });

  it('takes the digest of the reference when the scanner gives none', () => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const source = { Type: 'ImageScheme', ImageName: `nginx@${digest}`, ImageDigest: '' };
    expect(upload('v2-image.json', ['EventSource'], source).source).toMatchObject({
      tag: digest,
      digest,
    });
  });

  const DIGEST = `sha256:${'53'.repeat(32)}`;
  it.each<[string, string, string, string, string | null]>([
    // CycloneDX of an image: the tag comes as the digest.
    ['reg.example/acme/shop', '1.4.0', 'reg.example/acme/shop', '1.4.0', null],
    ['reg.example/acme/shop', '1.5.0-rc.1', 'reg.example/acme/shop', '1.5.0-rc.1', null],
    ['reg.example/acme/shop:1.4.0', '1.3.0', 'reg.example/acme/shop', '1.4.0', null],
    ['reg.example/acme/shop', DIGEST, 'reg.example/acme/shop', 'latest', DIGEST],
    ['reg.example/acme/shop', 'no tag either', 'reg.example/acme/shop', 'latest', null],
    // SPDX of an image by digest.
    [`reg.example/acme/shop:${DIGEST}`, '', 'reg.example/acme/shop', DIGEST, DIGEST],
    [`reg.example:5000/shop:${DIGEST}`, DIGEST, 'reg.example:5000/shop', DIGEST, DIGEST],
  ])('names SBOM %s with digest %j as %s:%s', (ImageName, ImageDigest, name, tag, digest) => {
    const source = { Type: 'ImageScheme', ImageName, ImageDigest };
    expect(upload('v2-image.json', ['EventSource'], source).source).toMatchObject({
      ...{ kind: 'image', name, tag, digest },
    });
  });

  it('names what releases before 0.9 scanned: directories by their path, archives by their tags', () => {
    const named = (ImageName: string, Source: object) =>
      toScanUpload(
        scanEventPayload.parse({
          ...{ AppConfig: { 'project-name': 'p' }, Matches: null, ImageName, ImageDigest: '' },
          Context: { Source },
        }),
        'v1',
      ).source;
    const directory = { Scheme: 'DirectoryScheme', ImageMetadata: { tags: [] } };
    expect(named('', { ...directory, Path: '/srv/a' })).toMatchObject({
      ...{ kind: 'directory', name: '/srv/a', tag: 'latest' },
    });
    expect(named('', { ...directory, Path: '/srv/b' })).toMatchObject({ name: '/srv/b' });
    expect(named('', { ...directory, Path: '' })).toMatchObject({ kind: 'image', name: '' });
    const archive = {
      Scheme: 'ImageScheme',
      ImageMetadata: { tags: ['acme/shop:1.4.0'] },
      Path: '',
    };
    expect(named('./shop.tar', archive)).toMatchObject({
      ...{ kind: 'image', name: 'acme/shop', tag: '1.4.0' },
    });
    // An image's path is none of a directory.
    expect(named('', { ...archive, Path: '/tmp/x' })).toMatchObject({ name: 'acme/shop' });
  });
});
