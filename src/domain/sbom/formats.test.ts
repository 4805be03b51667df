import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import type { InventoryDocument } from '@/domain/inventory/document';
import { readBytes, readText } from '@/domain/inventory/document/testing/reading';
import type { Component } from '@/domain/scan/component';
import type { WrittenComponent, WrittenHead } from './document';
import { WRITTEN_FORMATS } from './formats';
import { SBOM_FORMAT_NAMES, type SbomFormatName } from './names';
import { type SupportFacts, type WrittenLifecycle, writtenLifecycle } from './lifecycle';

const CYCLONEDX = `${process.cwd()}/node_modules/@cyclonedx/cyclonedx-library/res/schema`;
const read = (file: string): object => JSON.parse(readFileSync(file, 'utf8')) as object; // as published

function cycloneDxSchema(version: string): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('iri-reference', (text: string) => URL.canParse(text, 'https://example.com'));
  ajv.addFormat('idn-email', /^\S+@\S+$/);
  for (const part of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    const file = `${part}.SNAPSHOT.schema.json`;
    // By the name of the file, as the other one refers to it.
    ajv.addSchema({ ...read(`${CYCLONEDX}/${file}`), $id: `http://cyclonedx.org/schema/${file}` });
  }
  return ajv.compile(read(`${CYCLONEDX}/bom-${version}.SNAPSHOT.schema.json`));
}

const own = (file: string) => read(`${import.meta.dirname}/testing/${file}`);
const SCHEMAS: Readonly<Record<SbomFormatName, () => ValidateFunction>> = {
  'cyclonedx-1.6': () => cycloneDxSchema('1.6'),
  'cyclonedx-1.7': () => cycloneDxSchema('1.7'),
  'spdx-2.3': () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    addFormats.default(ajv);
    return ajv.compile(own('spdx-2.3.schema.json'));
  },
  'spdx-3.0': () => new Ajv2020({ strict: false }).compile(own('spdx-3.0.1.schema.json')),
};

const TODAY = parseDay('2026-11-27');
const day = (text: string) => parseDay(text);
if (TODAY === null) throw new Error('a day');

const NOTHING: SupportFacts = {
  ...{ state: 'unknown', version: '1', product: null, cycleName: null, end: null, cycle: null },
  ...{ isOwnProduct: false, carried: null, said: null },
};
const found = { estimatedFrom: null, support: null, eolOnKnown: true, isCarried: false } as const;

/** One of each degree and level. */
const LIFECYCLES: readonly WrittenLifecycle[] = [
  writtenLifecycle(NOTHING, TODAY),
  writtenLifecycle(
    {
      ...{ ...NOTHING, state: 'matched', product: 'Redis', cycleName: '6' },
      end: { ...found, eolOn: day('2026-11-01'), eolSource: 'catalog' },
    },
    TODAY,
  ),
  writtenLifecycle(
    {
      ...{ ...NOTHING, state: 'matched', product: 'Redis', cycleName: '7' },
      end: { ...found, eolOn: day('2028-02-29'), eolSource: 'override' },
    },
    TODAY,
  ),
  writtenLifecycle(
    {
      ...{ ...NOTHING, state: 'matched', product: 'Express', cycleName: '4' },
      end: { ...found, eolOn: day('2026-11-20'), eolOnKnown: false, eolSource: 'catalog' },
    },
    TODAY,
  ),
  writtenLifecycle(
    {
      ...{ ...NOTHING, state: 'matched', product: 'Django', cycleName: '1.0' },
      end: {
        ...{ ...found, eolOn: day('2026-11-20'), eolOnKnown: false, eolSource: 'inferred' },
        estimatedFrom: '1.1',
      },
    },
    TODAY,
  ),
  writtenLifecycle(
    {
      ...NOTHING,
      said: { degree: 'registry', message: 'Deprecated: use it no more', successor: 'newer' },
    },
    TODAY,
  ),
  writtenLifecycle(
    {
      ...NOTHING,
      said: { degree: 'stale', message: 'Estimate: line 1 is stale', successor: null },
    },
    TODAY,
  ),
];

const RECORDED = ['syft-image.cdx.json', 'npm.cdx.json', 'cyclonedx-maven.cdx.json'];
const recorded = (file: string) =>
  readBytes(readFileSync(`${process.cwd()}/e2e/fixtures/sboms/${file}`));

function componentsOf({ components }: InventoryDocument): WrittenComponent[] {
  return components.flatMap(({ component }, place) => {
    const lifecycle = LIFECYCLES[place % LIFECYCLES.length];
    return lifecycle ? [{ ...component, scope: component.scope ?? null, lifecycle }] : [];
  });
}

const DIGEST = `sha256:${'a1'.repeat(32)}`;
const headOf = (document: Pick<InventoryDocument, 'distro'>): WrittenHead => ({
  subject: {
    kind: 'image',
    name: 'ghcr.io/acme/shop',
    tag: '1.2',
    digest: DIGEST,
    labels: { a: 'b' },
  },
  system: document.distro && { distro: document.distro, lifecycle: lifecycleAt(2) },
  id: '8d5f9f4e-6d3c-8a55-9f00-0123456789ab',
  asOf: '2026-11-27T00:00:00Z',
  baseUrl: 'https://eventide.example.com',
  release: '0.1.0',
});
function lifecycleAt(place: number): WrittenLifecycle {
  const lifecycle = LIFECYCLES[place];
  if (!lifecycle) throw new Error('none');
  return lifecycle;
}

function written(name: SbomFormatName, head: WrittenHead, components: readonly WrittenComponent[]) {
  const writer = WRITTEN_FORMATS[name].begin(head);
  return [
    writer.opening,
    ...components.map((component) => writer.component(component)),
    ...writer.closing(),
  ].join('');
}

/** The facts of a component that every format carries. */
const facts = ({ name, version, type, purl, cpes }: Component) => ({
  name,
  version,
  type,
  purl,
  cpes,
});

describe.each(SBOM_FORMAT_NAMES)('%s', (name) => {
  const holds = SCHEMAS[name]();

  it.each(RECORDED)('holds against the published schema, and reads back the same (%s)', (file) => {
    const document = recorded(file);
    const components = componentsOf(document);
    const text = written(name, headOf(document), components);
    expect(holds(JSON.parse(text)) || JSON.stringify(holds.errors?.slice(0, 3))).toBe(true);
    expect(written(name, headOf(document), components)).toBe(text);

    const back = readText(text);
    expect(back.subject).toMatchObject({
      ...{ kind: 'image', name: 'ghcr.io/acme/shop', tag: '1.2', digest: DIGEST },
    });
    expect(back.distro?.id).toBe(document.distro?.id);
    expect(back.distroLifecycle?.eolOn).toBe(document.distro ? '2028-02-29' : undefined);
    expect(back.components.map(({ component }) => facts(component))).toEqual(
      document.components.map(({ component }) => facts(component)),
    );
    expect(back.components.map(({ component }) => component.carried?.eolOn ?? null)).toEqual(
      components.map(({ lifecycle }) => lifecycle.eolOn),
    );
    if (name === 'spdx-2.3') return;
    expect(
      back.components.map(({ component }) => component.carried?.supportLevel ?? 'noAssertion'),
    ).toEqual(components.map(({ lifecycle }) => lifecycle.level));
  });

  it('holds against it without a component, and for what is no image', () => {
    const subjects = [
      { kind: 'directory', name: './services/API', tag: 'latest', digest: null, labels: {} },
      { kind: 'application', name: 'shop "ü"', tag: '2', digest: null, labels: {} },
    ] as const;
    for (const subject of subjects) {
      const text = written(name, { ...headOf({ distro: null }), subject }, []);
      expect(holds(JSON.parse(text)) || JSON.stringify(holds.errors?.slice(0, 3))).toBe(true);
      const isPath = subject.kind === 'directory';
      expect(readText(text).subject).toMatchObject({
        ...{ kind: subject.kind, name: subject.name, tag: isPath ? null : '2' },
      });
    }
  });

  it('tells each of several operating systems for one', () => {
    const system = (version: string) => ({ type: 'operating-system', name: 'debian', version });
    const document = readText({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
      components: [system('9'), system('12')],
    });
    const text = written(name, headOf(document), componentsOf(document));
    expect(holds(JSON.parse(text)) || JSON.stringify(holds.errors?.slice(0, 3))).toBe(true);
    const { distro, components } = readText(text);
    expect(distro).toBeNull();
    expect(components.map(({ component }) => facts(component))).toEqual(
      document.components.map(({ component }) => facts(component)),
    );
  });

  it('says what is not known, and why', () => {
    const component = componentsOf(recorded('npm.cdx.json')).slice(0, 1);
    const text = written(name, headOf({ distro: null }), component);
    expect(text).toContain(
      'The catalog does not have it, and its SBOM says nothing of its support',
    );
    expect(text).toContain('noAssertion');
  });
});
