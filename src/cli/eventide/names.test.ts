import { expect, it } from 'vitest';
import { namesOf } from './names';

it.each([
  ['sbom.json', {}, 'sbom.json', 'sbom.json'],
  ['./web/sbom.json', {}, 'web/sbom.json', 'web/sbom.json'],
  ['/builds/81f3/web/sbom.json', {}, 'sbom.json', 'sbom.json'],
  [null, {}, 'SBOM', 'SBOM'],
  // A tag alone names nothing.
  ['sbom.json', { tag: '2.4.1' }, 'sbom.json:2.4.1', 'sbom.json'],
  [null, { tag: '2.4.1' }, 'SBOM:2.4.1', 'SBOM'],
  ['a', { name: 'shop', tag: '2.4.1' }, 'shop:2.4.1', 'shop'],
  ['a', { name: 'com.acme:api' }, 'com.acme:api', 'com.acme:api'],
  ['a', { name: 'com.acme:api', tag: '1' }, 'com.acme:api:1', 'com.acme:api'],
  ['a', { name: 'shop:81f3c2' }, 'shop:81f3c2', 'shop'],
  ['a', { name: 'shop:1.2@sha256:00' }, 'shop:1.2@sha256:00', 'shop'],
  ['a', { name: 'C:\\src' }, 'C:\\src', 'C:\\src'],
  ['a', { name: '//apps:web' }, '//apps:web', '//apps:web'],
  ['a', { name: 'acme/shop:1' }, 'acme/shop:1', 'acme/shop'],
  ['a', { name: 'r.example:5000/shop' }, 'r.example:5000/shop', 'r.example:5000/shop'],
  ['a', { name: 'r.example:5000/shop:9' }, 'r.example:5000/shop:9', 'r.example:5000/shop'],
  ['a', { name: 'a/shop:1@sha256:00' }, 'a/shop:1@sha256:00', 'a/shop'],
  ['a', { name: 'shop@sha256:00' }, 'shop@sha256:00', 'shop'],
  ['a', { name: 'shop@blake:00', digest: 'blake:00' }, 'shop@blake:00', 'shop'],
])('of %j and %j', (file, given, subject, name) => {
  expect(namesOf(file, new Map(Object.entries(given)))).toEqual({ subject, name });
});

it('leaves out a tag that the command line names beside the name that has it', () => {
  const given = new Map([
    ['name', 'shop:2.4.1'],
    ['tag', '2.4.1'],
  ]);
  expect(namesOf(null, given).name).toBe('shop');
});
