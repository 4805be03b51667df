import { expect, it } from 'vitest';
import { readBytes, readText } from './testing/reading';

const cycloneDx = (components: object[]) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: components.map((one) => ({ type: 'library', version: '1', ...one })),
});
const occurrences = (...locations: string[]) => ({
  evidence: { occurrences: locations.map((location) => ({ location })) },
});
const property = (name: string, value: string) => ({ properties: [{ name, value }] });

it.each([
  [
    'CycloneDX',
    cycloneDx([
      { name: 'a', ...occurrences('lib/a.jar', 'copy/a.jar') },
      { name: 'b', ...property('syft:location:0:path', '/usr/lib/b') },
      { name: 'c', ...property('aquasecurity:trivy:FilePath', 'app/c.gemspec') },
      { name: 'd' },
      { name: 'e', evidence: 'somewhere' },
    ]),
    { a: 'lib/a.jar', b: '/usr/lib/b', c: 'app/c.gemspec', d: undefined, e: undefined },
  ],
  [
    'Syft',
    {
      schema: { version: '16.0.0' },
      descriptor: { name: 'syft' },
      artifacts: [
        { name: 'a', version: '1', type: 'npm', locations: [{ path: '/app/package.json' }, {}] },
        { name: 'b', version: '1', type: 'deb' },
      ],
    },
    { a: '/app/package.json', b: undefined },
  ],
  [
    'Trivy',
    {
      ...{ SchemaVersion: 2, ArtifactName: 'shop', ArtifactType: 'container_image' },
      Results: [
        {
          ...{ Class: 'os-pkgs', Type: 'debian', Target: 'shop (debian 12)' },
          Packages: [{ Name: 'a', Version: '1' }],
        },
        {
          ...{ Class: 'lang-pkgs', Type: 'npm', Target: 'app/package-lock.json' },
          Packages: [
            { Name: 'b', Version: '1' },
            { Name: 'c', Version: '1', FilePath: 'app/node_modules/c/package.json' },
          ],
        },
      ],
    },
    { a: undefined, b: 'app/package-lock.json', c: 'app/node_modules/c/package.json' },
  ],
])('%s says where components lie', (_, document, paths) => {
  const { components } = readText(document);
  expect(
    Object.fromEntries(components.map(({ component, path }) => [component.name, path])),
  ).toEqual(paths);
});

it('CycloneDX XML says where components lie', () => {
  const { components } = readBytes(
    Buffer.from(`<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>
      <component type="library"><name>a</name><version>1</version><evidence><occurrences>
        <occurrence><location>lib/a.jar</location></occurrence>
        <occurrence><location>copy/a.jar</location></occurrence>
      </occurrences></evidence></component></components></bom>`),
  );
  expect(components.map(({ path }) => path)).toEqual(['lib/a.jar']);
});

it('of a component that is listed twice, the first place that is said', () => {
  const { components } = readText(
    cycloneDx([
      { name: 'a' },
      { name: 'a', ...occurrences('x') },
      { name: 'a', ...occurrences('y') },
    ]),
  );
  expect(components.map(({ path }) => path)).toEqual(['x']);
});
