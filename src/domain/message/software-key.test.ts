import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dashboardPath } from './content';
import {
  isLasting,
  packageKey,
  packageSubject,
  packageVersionOf,
  softwareKey,
  softwarePath,
} from './software-key';

const TEAM = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08';

test('a key names the software and its owner', () => {
  expect(softwareKey('Debian', '12', null)).toBe('Debian/12/nobody');
  expect(softwareKey('Debian', '12', TEAM)).toBe(`Debian/12/${TEAM}`);
});

test('no two software make one key, and none is too long', () => {
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom('/', '%', '2', 'F', 'a'), maxLength: 4 }),
    fc.string({ minLength: 190, maxLength: 1_024 }),
  );
  const software = fc.tuple(name, name, fc.constantFrom(null, TEAM));
  fc.assert(
    fc.property(software, software, (one, other) => {
      const [left, right] = [softwareKey(...one), softwareKey(...other)];
      expect(left === right).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(left.length).toBeLessThanOrEqual(200);
    }),
  );
});

test('a package is one whatever its qualifiers, and is never said to be over', () => {
  const key = packageKey('pkg:maven/org.old/thing@1.0?type=jar#x', TEAM);
  expect(key).toBe(`package:pkg:maven/org.old/thing@1.0/${TEAM}`);
  expect(packageSubject('pkg:npm/a@1')).not.toBe(packageSubject('pkg:npm/a@2'));
  expect(isLasting({ key })).toBe(false);
  expect(isLasting({ key: softwareKey('Debian', '12', null) })).toBe(true);
  const long = (end: string) => packageKey(`pkg:golang/${'a/'.repeat(500)}${end}@v1.0.0`, null);
  expect(long('b').length).toBeLessThanOrEqual(200);
  expect(long('b')).not.toBe(long('c'));
});

test('the list of software is an address, whatever its name', () => {
  expect(softwarePath('Node.js', TEAM)).toBe(`/software?product=Node.js&owner=${TEAM}`);
  expect(softwarePath('a&b', null)).toBe('/software?product=a%26b&owner=none');
  expect(dashboardPath.parse(softwarePath('\u{1f600}'.repeat(500), null))).toBe(
    '/software?owner=none',
  );
});

test('an item names the version of a package without qualifiers, and none that no message would keep', () => {
  expect(packageVersionOf('pkg:maven/a/b@1?type=jar#src', TEAM)).toEqual({
    packageVersion: { purl: 'pkg:maven/a/b@1', owner: TEAM },
  });
  expect(packageVersionOf('pkg:npm/a@1', null)).toEqual({
    packageVersion: { purl: 'pkg:npm/a@1', owner: 'nobody' },
  });
  expect(packageVersionOf(`pkg:npm/${'a'.repeat(5_000)}@1`, null)).toEqual({
    packageVersion: null,
  });
});
