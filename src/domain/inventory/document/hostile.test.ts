import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InventoryDocumentError } from '@/domain/inventory/document';
import { createInventoryFilter } from './filter';
import { readBytes, readText } from './testing/reading';

const FOLDER = fileURLToPath(new URL('../../../../e2e/fixtures/sboms/', import.meta.url));
const FILES = [
  'cyclonedx-py.cdx.json',
  'cyclonedx-py.cdx.xml',
  'sbom4python.spdx',
  'npm.spdx.json',
  'syft-directory.syft.json',
];
const bytesOf = (name: string) => readFileSync(FOLDER + name);

/** The document, or the error that is told; anything else that is thrown fails the test. */
function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof InventoryDocumentError) return error.message;
    throw error;
  }
}

const bom = (inner: string) =>
  `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>${inner}</components></bom>`;
const component = (inner: string) =>
  `<component type="library"><name>a</name><version>1</version>${inner}</component>`;

describe('a document in chunks', () => {
  it.each(FILES)('%s is the same, however it is cut', (name) => {
    const bytes = bytesOf(name);
    const whole = readBytes(bytes);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 97 }), (chunkBytes) => {
        expect(readBytes(bytes, chunkBytes)).toEqual(whole);
      }),
      { numRuns: 12 },
    );
  });

  it.each(FILES)('%s cut short is an error, and nothing else', (name) => {
    const bytes = bytesOf(name).subarray(0, 5_000);
    for (let length = 0; length < bytes.length; length += length < 400 ? 1 : 37) {
      const read = outcome(() => readBytes(bytes.subarray(0, length)));
      // Every prefix of whole lines is a document in tag-value.
      if (!name.endsWith('.spdx')) expect(typeof read, String(length)).toBe('string');
    }
  });

  it.each(FILES)('%s with a byte changed is read or refused', (name) => {
    const bytes = bytesOf(name);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = byte;
        outcome(() => readBytes(changed));
      }),
      { numRuns: 60 },
    );
  });
});

it('does not depend on the order of keys', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, reversed(inner)]),
    );
  };
  for (const name of FILES.filter((file) => file.endsWith('.json'))) {
    const bytes = bytesOf(name);
    expect(readText(reversed(JSON.parse(bytes.toString())))).toEqual(readBytes(bytes));
  }
});

describe('the start of a document', () => {
  const text = bytesOf('cyclonedx-py.cdx.json').toString();

  it('may be a byte order mark and blanks', () => {
    expect(readText(`\uFEFF \r\n\t${text}`)).toEqual(readText(text));
    expect(readBytes(Buffer.from(`\uFEFF\n${text}`), 1)).toEqual(readText(text));
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without', Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('in %s is refused in words', (_, bytes) => {
    expect(() => readBytes(bytes)).toThrow('save it as UTF-8');
  });

  it.each([
    ['', 'The document is empty'],
    ['  \n', 'The document is empty'],
    ['{}', 'This is no inventory. Expected'],
    ['[]', 'This is no inventory. Expected'],
    ['hello', 'line 1: Expected a document of a format that is read'],
    ['<html></html>', 'no root element "bom"'],
    [
      '<bom xmlns="http://cyclonedx.org/schema/bom/1.1"/>',
      'specVersion: CycloneDX 1.1 is not read',
    ],
    ['<bom xmlns="urn:other"/>', 'no root element "bom"'],
    ['{"specFormat":"CycloneDX","specVersion":"2.0"}', 'CycloneDX 2.0 is a draft'],
    ['{"spdxVersion":"SPDX-2.1"}', 'spdxVersion: SPDX-2.1 is not read'],
    ['SPDXVersion: SPDX-1.2\n', 'spdxVersion: SPDX-1.2 is not read'],
    ['{"payloadType":"application/vnd.in-toto+json"}', 'signed envelope'],
  ])('%j is refused with %j', (document, message) => {
    expect(() => readText(document)).toThrow(message);
    expect(() => readText(document)).toThrow(InventoryDocumentError);
  });
});

describe('a fault is told with its place', () => {
  const cycloneDx = (components: unknown) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components,
  });

  it.each([
    [cycloneDx([{ name: 'a' }, { name: 'b', purl: 7 }]), 'components[1].purl'],
    [
      cycloneDx([{ name: 'a', components: [{ version: 'x'.repeat(2_000) }] }]),
      'components[0].components[0].version',
    ],
    [cycloneDx([{ name: 'a\0b' }]), 'components[0].name'],
    [cycloneDx({}), 'components'],
    [cycloneDx([[]]), 'components[0]'],
    [{ spdxVersion: 'SPDX-2.3', packages: [{ name: [] }] }, 'packages[0].name'],
    [
      { version: 0, job: {}, manifests: { 'a b': { resolved: { c: [] } } } },
      'manifests["a b"].resolved.c',
    ],
  ])('%j', (document, place) => {
    const error = outcomeError(() => readText(document));
    expect(error?.place).toBe(place);
  });

  it('by line and column in JSON, XML and tag-value', () => {
    expect(outcomeError(() => readText('{\n  "a": 1,\n  x'))?.place).toBe('line 3, column 3');
    expect(outcomeError(() => readText(`\n${bom('\n</oops>')}`))?.place).toMatch(
      /^line 3, column \d+$/,
    );
    expect(outcomeError(() => readText('SPDXVersion: SPDX-2.3\n\nno tag'))?.place).toBe('line 3');
  });
});

function outcomeError(read: () => unknown): InventoryDocumentError | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof InventoryDocumentError) return error;
    throw error;
  }
  return undefined;
}

describe('XML that breaks readers', () => {
  const laughs = `<!DOCTYPE bom [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${bom(component('&b;'))}`;

  it.each([
    ['a document type with entities', laughs, 'DOCTYPE'],
    ['an external entity', `<!DOCTYPE bom SYSTEM "file:///etc/passwd">${bom('')}`, 'DOCTYPE'],
    ['an entity of its own', bom(component('<cpe>&b;</cpe>')), 'undefined entity'],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${bom('')}`, 'not UTF-8'],
    ['two roots', bom('') + bom(''), 'no XML document'],
    [
      'many attributes',
      bom(`<component ${Array.from({ length: 300 }, (_, n) => `a${String(n)}=""`).join(' ')}/>`),
      'too many attributes',
    ],
    ['deep elements', bom('<x>'.repeat(70)), 'nested more than 64 deep'],
    ['deep components', bom('<component><components>'.repeat(70)), 'nested more than 64 deep'],
    ['a long attribute', bom(`<component type="${'x'.repeat(5_000_000)}"/>`), 'too long'],
    ['a long comment', `<!--${'x'.repeat(5_000_000)}-->${bom('')}`, 'too long'],
    ['a long text', bom(component(`<cpe>${'x'.repeat(5_000_000)}</cpe>`)), 'too long'],
    [
      'a long text in pieces',
      bom(component(`<cpe>${`${'x'.repeat(1_000_000)}<!-- -->`.repeat(5)}</cpe>`)),
      'too long',
    ],
  ])('%s', (_, document, message) => {
    expect(() => readText(document)).toThrow(message);
    expect(() => readText(document)).toThrow(InventoryDocumentError);
  });

  it('takes components 64 deep, as JSON does, and no more', () => {
    const xml = (depth: number) =>
      bom(
        '<component type="library"><name>a</name><components>'.repeat(depth - 1) +
          component('') +
          '</components></component>'.repeat(depth - 1),
      );
    const json = (depth: number) => {
      let inner: object = { type: 'library', name: 'a', version: '1' };
      for (let level = 1; level < depth; level += 1)
        inner = { type: 'library', name: 'a', components: [inner] };
      return { bomFormat: 'CycloneDX', specVersion: '1.6', components: [inner] };
    };
    expect(readText(xml(64)).components).toHaveLength(2);
    expect(readText(json(64)).components).toEqual(readText(xml(64)).components);
    expect(() => readText(xml(65))).toThrow('nested more than 64 deep');
    expect(() => readText(json(65))).toThrow('nested more than 64 deep');
    expect(() => readText('{"components":'.repeat(5_000))).toThrow('nested too deep');
  });

  it('reads no elements of other namespaces, and prefixed ones of its own', () => {
    const prefixed = `<c:bom xmlns:c="http://cyclonedx.org/schema/bom/1.6" xmlns:x="urn:x"><c:components>
      <x:component><c:name>no</c:name></x:component>
      <c:component type="library"><c:name>a &lt;&#98;<![CDATA[&]]></c:name><x:version>9</x:version><c:version>1</c:version></c:component>
    </c:components></c:bom>`;
    expect(
      readText(prefixed).components.map(({ component }) => [component.name, component.version]),
    ).toEqual([['a <b&', '1']]);
  });
});

describe('tag-value that breaks readers', () => {
  const head = 'SPDXVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\n';

  it('passes over texts of several lines, whatever stands in them', () => {
    const document = `${head}PackageName: a\nPackageVersion: 1\nPackageComment: <text>one\nPackageName: b\n</text>\nPackageSourceInfo: <text>built package from: c 2</text>\n`;
    const { components } = readText(document);
    expect(components.map(({ component }) => component.name)).toEqual(['a']);
    expect(components[0]?.component.upstreams).toEqual([{ name: 'c', version: '2' }]);
  });

  it('says where a text begins that does not end', () => {
    expect(() => readText(`${head}PackageName: a\nPackageComment: <text>one\n`)).toThrow(
      'line 4: The <text>',
    );
  });

  it('refuses a line of megabytes', () => {
    expect(() => readBytes(Buffer.from(head + 'x'.repeat(2_000_000)), 65_536)).toThrow(
      'line 2: The line is too long',
    );
  });
});

it('keeps the last of two equal keys, and replaces half a character', () => {
  const { components } = readText(
    '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"name":"a"}],"components":[{"name":"b\\ud800"}]}',
  );
  expect(components.map(({ component }) => component.name)).toEqual(['b\uFFFD']);
});

it('refuses more components than an upload may have', () => {
  const components = Array.from({ length: 250_001 }, (_, number) => ({ name: String(number) }));
  expect(() => readText({ bomFormat: 'CycloneDX', specVersion: '1.6', components })).toThrow(
    'more than 250000 components',
  );
});

it('holds nothing of what is not read', () => {
  const filter = createInventoryFilter();
  filter.write(Buffer.from('{"files":["'));
  const piece = Buffer.alloc(65_536, 'x');
  for (let number = 0; number < 500; number += 1) filter.write(piece);
  filter.write(Buffer.from('"]}'));
  expect(Buffer.concat([...filter.takeWritten(), ...filter.end().json]).toString()).toBe('{}');
});

it('that lists one package over and over, each time with something else, is read in one go', () => {
  const license = (index: number) => [{ license: { name: `license ${String(index)}` } }];
  const { components } = readText({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: Array.from({ length: 40_000 }, (_, index) => ({
      ...{ type: 'library', name: 'a', version: '1', licenses: license(index) },
      scope: index === 7 ? 'required' : 'optional',
    })),
  });
  expect(components).toHaveLength(1);
  expect(components[0]?.scope).toBe('required');
  expect(components[0]?.component.licenses).toHaveLength(1_000);
});
