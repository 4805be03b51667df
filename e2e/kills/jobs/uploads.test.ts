import { describe, expect, it } from 'vitest';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import { CLIENTS, documentOf, UPLOADS } from './uploads';

const FORMATS = [...everyFormat(1).keys()];

/** The formats of the documents that one round uploads. */
const formatsOf = (round: number) =>
  Array.from({ length: CLIENTS * UPLOADS }, (_, at) =>
    documentOf(round, Math.floor(at / UPLOADS) + (at % UPLOADS)),
  ).flatMap((document) => document?.[0] ?? []);

describe('uploads that are killed', () => {
  // As they come, or every so often.
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'bring every format, where every %i. round is one of them',
    (stride) => {
      const rounds = FORMATS.map((_, at) => (at + 1) * stride);
      expect(new Set(rounds.flatMap(formatsOf))).toEqual(new Set(FORMATS));
    },
  );

  it('bring scans as well, and the same in the same round', () => {
    expect([0, 2, 4].map((number) => documentOf(3, number))).toEqual([null, null, null]);
    expect(formatsOf(3)).toEqual(formatsOf(3));
    expect(formatsOf(3)).not.toEqual(formatsOf(4));
  });
});
