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
  expect(givenSubject({ project: text, name: text, tag: text, digest: text })).toEqual({
    ...{ project: given, name: given, tag: given, digest: given },
  });
});
