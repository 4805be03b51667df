import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterText } from '@/domain/scan/testing/samples';
import { createScanBodyFilter } from './filter';

const cuts = fc
  .array(fc.nat(400), { maxLength: 12 })
  .map((positions) => positions.sort((a, b) => a - b));

/** Writes some characters of a string as escapes, as encoders may. */
function escapeSome(text: string, every: number): string {
  return [...text]
    .map((character, index) => {
      if (character === '/' && index % 2 === 0) return String.raw`\/`;
      return index % every === 0
        ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
        : character;
    })
    .join('');
}

describe('the SBOM of a scan body', () => {
  it('comes out as it was encoded, whatever its escapes and cuts', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 2, max: 50 }),
        cuts,
        (bytes, every, positions) => {
          const encoded = escapeSome(Buffer.from(bytes).toString('base64'), every);
          const { sbom, document } = filterText(`{"Sbom":"${encoded}","Matches":[]}`, positions);
          expect(sbom).toBe(bytes.length === 0 ? 'absent' : 'decoded');
          expect(document).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('comes out whole when it is longer than one piece', () => {
    const bytes = Buffer.alloc(200_001, 'component');
    const { sbom, document } = filterText(
      `{"Sbom":"${bytes.toString('base64')}"}`,
      [65_536, 131_072],
    );
    expect(sbom).toBe('decoded');
    expect(document.equals(bytes)).toBe(true);
  });

  it('comes out whole when it comes in lines', () => {
    const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 251));
    const lines = bytes.toString('base64').replaceAll(/.{76}/g, String.raw`$&\r\n`);
    const { sbom, document } = filterText(`{"Sbom":"${lines}"}`, [1_001, 2_502]);
    expect(sbom).toBe('decoded');
    expect(document.equals(bytes)).toBe(true);
  });

  it.each([...'-_=!\u00e9'])('is undecodable when a long one holds %s anywhere', (symbol) => {
    const encoded = 'QUJD'.repeat(1_000);
    for (const at of [0, 1, 701, 2_000, 3_998]) {
      const broken = `${encoded.slice(0, at)}${symbol}${encoded.slice(at + 1)}`;
      expect(filterText(`{"Sbom":"${broken}"}`, [1_500]).sbom).toBe('undecodable');
    }
  });

  it('is undecodable exactly when it is not base64 with its padding', () => {
    const text = fc.string({ unit: fc.constantFrom(...'AQgw/+=-_ é'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(text, cuts, (encoded, positions) => {
        const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(
          encoded,
        );
        expect(filterText(`{"Sbom":"${encoded}"}`, positions).sbom).toBe(
          isBase64 ? 'decoded' : 'undecodable',
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('may have line breaks between its characters', () => {
    expect(filterText(String.raw`{"Sbom":"QU\r\nJD\nRA=\n="}`).document.toString()).toBe('ABCD');
  });

  it.each([
    ['{}', 'absent'],
    ['{"Sbom":null}', 'absent'],
    ['{"Sbom":""}', 'absent'],
    ['{"Context":{"Sbom":"!"}}', 'absent'],
    ['{"Sbom":12}', 'not_a_string'],
    ['{"Sbom":true}', 'not_a_string'],
    ['{"Sbom":{"a":"QUJD"}}', 'not_a_string'],
    ['{"Sbom":["QUJD"]}', 'not_a_string'],
    ['{"Sbom":"not base64!"}', 'undecodable'],
    ['{"Sbom":"QUJ"}', 'undecodable'],
    [String.raw`{"Sbom":"QUJ\u0100"}`, 'undecodable'],
    [String.raw`{"\u0053bom":"QUJD"}`, 'decoded'],
  ])('of %s is %s', (text, state) => {
    expect(filterText(text).sbom).toBe(state);
  });

  it('does not stop the rest of the body from being read', () => {
    const { json, sbom } = filterText('{"Sbom":"!!","ImageName":"nginx"}');
    expect(sbom).toBe('undecodable');
    expect(json.toString()).toBe('{"ImageName":"nginx"}');
  });

  it('is the last one when a body has several', () => {
    expect(filterText('{"Sbom":"QUJD","Sbom":"RA=="}').document.toString()).toBe('D');
    expect(filterText('{"Sbom":"!","Sbom":"RA=="}')).toMatchObject({ sbom: 'decoded' });
    const withdrawn = filterText('{"Sbom":"QUJD","Sbom":null}');
    expect([withdrawn.sbom, withdrawn.document.length]).toEqual(['absent', 0]);
  });

  it('is refused, not mixed, when the receiver cannot start over or has done so too often', () => {
    const filter = createScanBodyFilter({ onSbomChunk: () => undefined });
    filter.write(Buffer.from('{"Sbom":"QUJD","Sbom":"RA=="}'));
    expect(filter.end().sbom).toBe('undecodable');
    expect(filterText(`{${'"Sbom":"QUJD",'.repeat(20)}"Matches":[]}`).sbom).toBe('undecodable');
  });
});
