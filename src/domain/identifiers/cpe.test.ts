import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CpeAttributes, cpeFormattedString, type CpeName, parseCpe } from './cpe';

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

const ANY_NAME: CpeName = {
  part: 'a',
  vendor: null,
  product: null,
  version: null,
  update: null,
  edition: null,
  language: null,
  softwareEdition: null,
  targetSoftware: null,
  targetHardware: null,
  other: null,
};

function read(text: string): CpeName {
  const reading = parseCpe(text);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.cpe;
}

describe('parseCpe', () => {
  it.each<[string, Partial<CpeName>]>([
    [
      'cpe:2.3:a:f5:nginx:1.18.0:*:*:*:*:*:*:*',
      { vendor: 'f5', product: 'nginx', version: '1.18.0' },
    ],
    ['cpe:2.3:a:f5:nginx', { vendor: 'f5', product: 'nginx' }],
    [
      'cpe:2.3:a:openjsf:express:4.17.1:*:*:*:*:node.js:*:*',
      { vendor: 'openjsf', product: 'express', version: '4.17.1', targetSoftware: 'node.js' },
    ],
    [
      String.raw`cpe:2.3:a:erlang:erlang\/otp:25.3:rc1:-:*:*:*:*:*`,
      { vendor: 'erlang', product: 'erlang/otp', version: '25.3', update: 'rc1', edition: '-' },
    ],
    [
      String.raw`CPE:2.3:a:\@angular\/core:libstdc\+\+6:1\:2.38\\x:*:*:*:*:*:*:*`,
      { vendor: '@angular/core', product: 'libstdc++6', version: '1:2.38\\x' },
    ],
    ['cpe:/a:f5:nginx:1.18.0', { vendor: 'f5', product: 'nginx', version: '1.18.0' }],
    [
      'cpe:/o:redhat:enterprise_linux:8::baseos',
      { part: 'o', vendor: 'redhat', product: 'enterprise_linux', version: '8', edition: 'baseos' },
    ],
    [
      'cpe:/a:hp:insight_diagnostics:7.4.0.1570::~~online~win2003~x64~',
      {
        vendor: 'hp',
        product: 'insight_diagnostics',
        version: '7.4.0.1570',
        softwareEdition: 'online',
        targetSoftware: 'win2003',
        targetHardware: 'x64',
      },
    ],
    [
      'cpe:/a:foo%5cbar:big%24money%3a:2010::en',
      { vendor: 'foo\\bar', product: 'big$money:', version: '2010', edition: 'en' },
    ],
    ['cpe:/a:f5:nginx:1%2e%00', { vendor: 'f5', product: 'nginx', version: '1.%00' }],
    [
      'cpe:/o:canonical:ubuntu_linux:22.04:-:lts',
      {
        part: 'o',
        vendor: 'canonical',
        product: 'ubuntu_linux',
        version: '22.04',
        update: '-',
        edition: 'lts',
      },
    ],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual({ ...ANY_NAME, ...expected });
  });

  it.each([
    'cpe:2.3:x:f5:nginx',
    'cpe:2.3:a',
    'cpe:2.3:a:*:*:1.0',
    'cpe:2.3:a:f5:nginx:1:2:3:4:5:6:7:8:9',
    'cpe:2.3:a:f5:nginx\\',
    'cpe:/a:f5:nginx:1:2:3:4:5',
    'cpe:/',
    'cpe:a:f5:nginx',
    'nginx',
    '',
  ])('refuses %j and says why', (text) => {
    const reading = parseCpe(text);
    expect(reading.ok || reading.fault).toEqual(expect.stringMatching(/\w{3}/));
  });

  it('undoes the binding', () => {
    const value = fc
      .string({ minLength: 1, maxLength: 12 })
      .filter((text) => !/\s|^[*-]$/.test(text));
    fc.assert(
      fc.property(value, value, value, (vendor, product, version) => {
        const bound = cpeFormattedString({
          Part: 'a',
          Vendor: vendor,
          Product: product,
          Version: version,
          Update: '',
          Edition: '',
          SWEdition: '',
          TargetSW: '',
          TargetHW: '',
          Other: '',
          Language: '',
        });
        expect(read(bound)).toEqual({
          ...ANY_NAME,
          vendor: vendor.toLowerCase(),
          product: product.toLowerCase(),
          version: version.toLowerCase(),
        });
      }),
    );
  });

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const start of ['', 'cpe:/', 'cpe:/a:', 'cpe:2.3:', 'cpe:2.3:a:'])
          parseCpe(start + text);
      }),
    );
  });
});
