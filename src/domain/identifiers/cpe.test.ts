import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpeFormattedString, type CpeAttributes } from './cpe';

const ANY: CpeAttributes = {
  Part: '',
  Vendor: '',
  Product: '',
  Version: '',
  Update: '',
  Edition: '',
  SWEdition: '',
  TargetSW: '',
  TargetHW: '',
  Other: '',
  Language: '',
};

describe('cpeFormattedString', () => {
  it.each<[Partial<CpeAttributes>, string]>([
    [{}, 'cpe:2.3:*:*:*:*:*:*:*:*:*:*:*'],
    [
      { Part: 'a', Vendor: 'openjsf', Product: 'express', Version: '4.17.1', TargetSW: 'node.js' },
      'cpe:2.3:a:openjsf:express:4.17.1:*:*:*:*:node.js:*:*',
    ],
    [
      { Part: 'a', Vendor: '@angular/core', Product: 'libstdc++6', Version: '1:2.38.1-5+deb12u3' },
      String.raw`cpe:2.3:a:\@angular\/core:libstdc\+\+6:1\:2.38.1-5\+deb12u3:*:*:*:*:*:*:*`,
    ],
    [
      {
        Part: 'o',
        Vendor: 'debian',
        Product: 'debian_linux',
        Version: '252.39-1~deb12u2',
        Update: '-',
      },
      String.raw`cpe:2.3:o:debian:debian_linux:252.39-1\~deb12u2:-:*:*:*:*:*:*`,
    ],
    [
      { Edition: 'e', Language: 'l', SWEdition: 's', TargetSW: 't', TargetHW: 'h', Other: 'o' },
      'cpe:2.3:*:*:*:*:*:e:l:s:t:h:o',
    ],
    [
      { Vendor: null, Product: 'a b\\c*', Version: '*' },
      String.raw`cpe:2.3:*:*:a_b\\c\*:*:*:*:*:*:*:*:*`,
    ],
  ])('binds %j', (attributes, expected) => {
    expect(cpeFormattedString({ ...ANY, ...attributes })).toBe(expected);
  });

  it('always has eleven values, whose quoting can be undone', () => {
    const value = fc
      .string({ minLength: 1, maxLength: 12 })
      .filter((text) => !/\s|^[*-]$/.test(text));
    fc.assert(
      fc.property(value, value, (vendor, product) => {
        const bound = cpeFormattedString({ ...ANY, Vendor: vendor, Product: product });
        const values = bound.match(/(?:\\.|[^:\\])+/gs) ?? [];
        expect(values).toHaveLength(13);
        expect(values.slice(3, 5).map((part) => part.replace(/\\(.)/gs, '$1'))).toEqual([
          vendor,
          product,
        ]);
      }),
    );
  });
});
