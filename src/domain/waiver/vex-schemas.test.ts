import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { toCycloneDxVex, toOpenVex, type VexWaiver } from './vex';

// Both documents are held against the schemas that their makers publish: OpenVEX's is a copy from openvex/spec
// (Community Specification License 1.0), CycloneDX's come with its library.

const OWN = `${import.meta.dirname}/testing`;
const CYCLONEDX = `${process.cwd()}/node_modules/@cyclonedx/cyclonedx-library/res/schema`;
const read = (file: string): object => JSON.parse(readFileSync(file, 'utf8')) as object; // as published

const SOURCE = {
  publicUrl: 'https://eventide.example.com',
  organizationId: '01931c5a-0000-7000-8000-000000000000',
  organizationName: 'Acme',
  at: '2026-11-25T12:00:00.000Z',
};
const NOWHERE = {
  ...{ projectName: null, teamId: null, teamName: null, imageName: null, imageTag: null },
};
const base = {
  ...{ id: '01931c64-70d2-7c1e-8a35-5be0f9a1d2c7', scope: 'organization', ...NOWHERE },
  ...{ productName: 'Debian Linux', cycle: '11', reason: 'It moves in March', control: null },
  ...{ endsOn: '2027-03-03', askedAt: '2026-11-20T09:00:00.000Z' },
  updatedAt: '2026-11-20T11:30:00.000Z',
} as const satisfies VexWaiver;

/** One of each scope, with names that documents find hard. */
const WAIVERS: readonly VexWaiver[] = [
  base,
  {
    ...base,
    id: 'b',
    scope: 'team',
    teamId: '01931c66-0000-7000-8000-000000000000',
    teamName: 'A',
  },
  { ...base, id: 'c', scope: 'project', projectName: 'a b/ü "x"', control: 'No route\nto it' },
  {
    ...base,
    id: 'd',
    scope: 'image',
    imageName: 'host:5000/a',
    imageTag: '1',
    productName: '.NET/ü',
  },
  { ...base, id: 'e', scope: 'image', imageName: './services/API', cycle: '' },
];

test('OpenVEX documents hold against its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('iri', (text: string) => URL.canParse(text));
  const holds = ajv.compile(read(`${OWN}/openvex-0.2.0.schema.json`));
  expect(holds(toOpenVex(WAIVERS, SOURCE)) || ajv.errorsText(holds.errors)).toBe(true);
  expect(holds({ ...toOpenVex(WAIVERS, SOURCE), author: 1 })).toBe(false);
  // The schema has no word for "nothing is waived": there is no such document.
  expect(holds(toOpenVex([], SOURCE))).toBe(false);
});

test('CycloneDX documents hold against its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('iri-reference', (text: string) => URL.canParse(text, 'https://example.com'));
  ajv.addFormat('idn-email', /^\S+@\S+$/);
  for (const part of ['spdx', 'jsf-0.82']) {
    const file = `${part}.SNAPSHOT.schema.json`;
    // By the name of the file, as the other one refers to it.
    ajv.addSchema({ ...read(`${CYCLONEDX}/${file}`), $id: `http://cyclonedx.org/schema/${file}` });
  }
  const holds = ajv.compile(read(`${CYCLONEDX}/bom-1.6.SNAPSHOT.schema.json`));
  for (const waivers of [WAIVERS, []]) {
    expect(holds(toCycloneDxVex(waivers, SOURCE)) || ajv.errorsText(holds.errors)).toBe(true);
  }
  expect(holds({ ...toCycloneDxVex(WAIVERS, SOURCE), version: 'one' })).toBe(false);
});
