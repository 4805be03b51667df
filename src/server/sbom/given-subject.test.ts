import { expect, it } from 'vitest';
import { givenSubject } from './upload-sbom';

it.each([
  ['shop', 'shop'],
  // Another project than the one without the blank, as scanners' uploads have it.
  ['shop ', 'shop '],
  [' shop', ' shop'],
  ['', null],
  [' \t\u00A0', null],
  [undefined, null],
])('takes %j of a request as %j', (text, given) => {
  expect(givenSubject({ project: text, name: text, tag: text })).toEqual({
    ...{ project: given, name: given, tag: given, digest: null },
  });
});

it.each([
  ['sha256:00', 'sha256:00'],
  // As builds read it from a file.
  [' sha256:00\n', 'sha256:00'],
  [' ', null],
  [undefined, null],
])('takes the digest %j without what stands around it', (digest, given) => {
  expect(givenSubject({ digest }).digest).toBe(given);
});
