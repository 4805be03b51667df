import { expect, it } from 'vitest';
import { byteRange } from './file-answer';

it.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['Bytes=10-1000', { first: 10, last: 99 }],
  ['bytes=-30', { first: 70, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=99-99', { first: 99, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  [null, 'whole'],
])('%s of a hundred bytes', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
