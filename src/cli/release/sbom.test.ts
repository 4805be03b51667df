import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { packageFolderOf } from './runtime-files';
import { packagesOfLock } from './lock-packages';
import { packagesOfMap } from './shipped-packages';
import { packageOfStatus } from './debian';
import { onDebian, sbomOf } from './sbom';

const read = (path: string) => readFileSync(path, 'utf8');

const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.2.3', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
    'node_modules/d': { name: 'other', version: '3.0.0' },
    'node_modules/left-out': { version: '4.0.0' },
  },
};
const shipped = packagesOfLock(
  lock,
  new Set(['node_modules/a', 'node_modules/a/node_modules/@b/c', 'node_modules/d']),
);
const parts = [
  { name: 'node', version: '24.0.0', license: 'MIT', cpe: null, within: 'node_modules/node' },
  {
    ...{ name: 'xz', version: null, license: 'LicenseRef-public-domain', cpe: null },
    within: 'node_modules/pg',
  },
];
const subject = { name: 'eventide', version: '1.0.0', license: 'Apache-2.0', madeAt: null };

test('only what is shipped is listed, by the name that it has at the registry', () => {
  expect(shipped).toEqual([
    {
      ...{ folder: 'node_modules/a/node_modules/@b/c', name: '@b/c', version: '2.0.0' },
      ...{ license: '(MIT OR Apache-2.0)', sha512: null },
    },
    { folder: 'node_modules/a', name: 'a', version: '1.2.3', license: 'MIT', sha512: '000102' },
    { folder: 'node_modules/d', name: 'other', version: '3.0.0', license: null, sha512: null },
  ]);
});

/** The standard's own schema, which comes with its library. */
function standard() {
  const schema = (name: string) =>
    z
      .looseObject({})
      .parse(
        JSON.parse(
          read(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`),
        ),
      );
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('iri-reference', (text: string) => URL.canParse(text, 'https://example.com'));
  ajv.addFormat('idn-email', /^\S+@\S+$/);
  for (const name of ['spdx', 'jsf-0.82']) {
    const $id = `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`;
    ajv.addSchema({ ...schema(name), $id });
  }
  const holds = ajv.compile(schema('bom-1.6'));
  return (document: object) => (holds(document) ? '' : ajv.errorsText(holds.errors));
}

test('the document is what the standard says, whatever the lock file holds', () => {
  const whole: unknown = JSON.parse(read('package-lock.json'));
  const { packages } = z.object({ packages: z.record(z.string(), z.unknown()) }).parse(whole);
  const all = packagesOfLock(whole, new Set(Object.keys(packages).filter((name) => name !== '')));
  expect(all.length).toBeGreaterThan(500);
  const faultsOf = standard();
  const madeAt = '2026-11-26T00:00:00.000Z';
  expect(faultsOf(sbomOf({ ...subject, madeAt }, { packages: all, parts }))).toBe('');
  expect(faultsOf({ ...sbomOf(subject, { packages: all, parts }), version: 'one' })).not.toBe('');
});

test('the same content is the same document, and another one has another number', () => {
  const document = sbomOf(subject, { packages: shipped, parts });
  expect(sbomOf(subject, { packages: shipped, parts })).toEqual(document);
  const other = sbomOf({ ...subject, version: '1.0.1' }, { packages: shipped, parts });
  const numbered = z.object({ serialNumber: z.string() });
  expect(numbered.parse(other).serialNumber).not.toBe(numbered.parse(document).serialNumber);
});

/** As dpkg writes them, shortened. */
const LIBC = `Package: libc6
Status: install ok installed
Architecture: amd64
Source: glibc
Version: 2.41-12+deb13u1
Description: GNU C Library: Shared libraries
 Contains the standard libraries.
`;
const LIBSTDCXX = `Package: libstdc++6
Architecture: amd64
Source: gcc-14 (14.2.0-19)
Version: 14.2.0-19+b1
`;
const DASH = `Package: dash
Architecture: amd64
Version: 0.5.12-12
`;

test('in an image it names the distribution and its packages, as scanners do', () => {
  const packages = [LIBC, LIBSTDCXX, DASH].map((status) => packageOfStatus(status, 'a'));
  // The hashes here are too short to be some.
  const unhashed = shipped.filter(({ sha512 }) => sha512 === null);
  const within = sbomOf(subject, { packages: unhashed, parts });
  const document = onDebian(within, { id: 'debian', version: '13', packages });
  expect(standard()(document)).toBe('');
  const seen = z.object({ serialNumber: z.string(), components: z.array(z.looseObject({})) });
  const { components, serialNumber } = seen.parse(document);
  expect(components.slice(0, 4).map(({ name, version, purl }) => [name, version, purl])).toEqual([
    ['debian', '13', undefined],
    [
      ...['libc6', '2.41-12+deb13u1'],
      'pkg:deb/debian/libc6@2.41-12%2Bdeb13u1?arch=amd64&distro=debian-13&upstream=glibc',
    ],
    [
      ...['libstdc++6', '14.2.0-19+b1'],
      'pkg:deb/debian/libstdc%2B%2B6@14.2.0-19%2Bb1?arch=amd64&distro=debian-13&upstream=gcc-14%4014.2.0-19',
    ],
    ['dash', '0.5.12-12', 'pkg:deb/debian/dash@0.5.12-12?arch=amd64&distro=debian-13'],
  ]);
  const others = seen.parse(within);
  expect(components.slice(4)).toEqual(others.components);
  expect(serialNumber).not.toBe(others.serialNumber);
});

test('what dpkg does not say is asked for', () => {
  expect(() => packageOfStatus('Package: dash\nArchitecture: amd64\n', 'dash')).toThrow(
    'dash has no Version',
  );
});

test.each([
  ['node_modules/a/index.js', 'node_modules/a'],
  ['node_modules/a/node_modules/@b/c/d/e.js', 'node_modules/a/node_modules/@b/c'],
  ['src/server/runtime.ts', null],
])('%s is of %s', (path, folder) => {
  expect(packageFolderOf(path)).toBe(folder);
});

test('packages that bundlers have put among ours are known by the sources of their maps', () => {
  const map = {
    sections: [
      {
        map: {
          sources: [
            'turbopack:///[project]/src/app/page.tsx',
            '../../../node_modules/%40tanstack/react-query/build/x.js',
            '../../../node_modules/nuqs/app.js/__nextjs-internal-proxy.mjs%20%7B%20server%20%3D%3E%20%22%5Bproject%5D/node_modules/other/a.js',
            null,
          ],
        },
      },
    ],
  };
  expect(packagesOfMap(map)).toEqual(['node_modules/@tanstack/react-query', 'node_modules/nuqs']);
});
