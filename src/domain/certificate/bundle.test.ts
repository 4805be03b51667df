import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '@/test/certificates';
import { readCertificateBundle } from './bundle';

let signer: string;
let root: string;
beforeAll(async () => {
  [signer, root] = await Promise.all([makeCertificate(), makeCertificate('CN=root')]);
});

function problemsOf(text: string): readonly string[] {
  const read = readCertificateBundle(text);
  return 'problems' in read ? read.problems : [];
}

describe('a bundle', () => {
  test('is described by its first certificate and kept to the letter', () => {
    const text = `${signer}\r\n\n${root}\n`;
    expect(readCertificateBundle(text)).toEqual({
      bundle: {
        pem: text,
        subject: 'CN=signer, O=Acme',
        issuer: 'CN=signer, O=Acme',
        notBefore: new Date('2026-01-01T00:00:00Z'),
        notAfter: new Date('2028-01-01T00:00:00Z'),
      },
    });
  });

  test('loses what stands between the certificates', () => {
    const read = readCertificateBundle(`subject=CN=signer\n${signer}\nBag Attributes\n${root}`);
    expect(read).toMatchObject({ bundle: { pem: `${signer}\n${root}\n` } });
  });

  test('may hold a certificate that names nobody', async () => {
    expect(readCertificateBundle(await makeCertificate(''))).toMatchObject({
      bundle: { subject: '', issuer: '' },
    });
  });
});

describe('a text that is no bundle is refused', () => {
  test('a validity that begins before the calendar', async () => {
    const pem = await makeCertificate('CN=old', new Date('2060-01-01T00:00:00Z'));
    const der = Buffer.from(pem.replaceAll(/-----.+-----/g, ''), 'base64');
    der.write('00000101000000Z', der.indexOf('20600101000000Z'), 'latin1');
    const old = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
    expect(problemsOf(old)).toEqual(['certificate 1 of 1 has no readable validity']);
  });

  test('says which certificate is bad', () => {
    const altered = root.replace(/\n(.{20})/, (line) => line.replaceAll(/[A-Z]/g, 'A'));
    const cut = root.replace(/\n.+\n(?=-----END)/, '\n');
    const longer = root.replace(/={0,2}\n?-----END/, 'AAAA\n-----END');
    for (const bad of [altered, cut, longer]) {
      expect(problemsOf(`${signer}\n${bad}`)).toEqual(['certificate 2 of 2 is not valid X.509']);
    }
    const broken = root.replace(/\n.{4}/, '\n*** ');
    const request = root.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST');
    expect(problemsOf(`${broken}\n${signer}\n${request}`)).toEqual([
      'certificate 1 of 3 is not base64',
      'certificate 3 of 3 is something else by its label',
    ]);
  });

  test.each(['', 'certificate', 'MIIB', '-----BEGIN CERTIFICATE-----'])('%j', (text) => {
    expect(problemsOf(text)).toHaveLength(1);
  });

  test('a block without an end', () => {
    expect(problemsOf(`${signer}\n-----BEGIN CERTIFICATE-----\nMIIB`)).toEqual([
      'holds a block that does not end',
    ]);
  });

  test('a block that never ends, whatever stands in it', () => {
    const begun = '-----BEGIN CERTIFICATE-----';
    expect(problemsOf(`${begun}\nMIIB\n${signer}`)).toEqual(['certificate 1 of 1 is not base64']);
    expect(problemsOf(`-----BEGIN A-----\n${signer}`)).toEqual(['holds a block that does not end']);
    expect(problemsOf(`-----BEGIN A-----\n${signer}\n-----END A-----`)).toEqual([
      'certificate 1 of 1 is something else by its label',
    ]);
    expect(problemsOf(`-----BEGIN A\n-----${signer}`)).toEqual(['holds a block that does not end']);
  });

  test('by one look at each sign of it', () => {
    const [begun, ended] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];
    expect(problemsOf(`${begun}A${'\n'.repeat(1_000_000)}!${ended}`)).toEqual([
      'certificate 1 of 1 is not base64',
    ]);
    expect(problemsOf(`${begun}${'A'.repeat(1_000_000)}!${ended}`)).toEqual([
      'certificate 1 of 1 is not base64',
    ]);
    for (const part of [begun, '-----BEGIN ', '-----BEGIN --------', `-----END A${begun}`]) {
      expect(problemsOf(part.repeat(50_000))).toEqual(['holds a block that does not end']);
    }
    const many = Array.from({ length: 3_000 }, (_, at) => `-----BEGIN ${String(at)}-----`);
    expect(problemsOf(many.join(''))).toEqual(['holds a block that does not end']);
  });

  test('a private key of any kind, whole or not', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (const type of ['pkcs8', 'sec1'] as const) {
      const key = privateKey.export({ format: 'pem', type }).toString();
      const [firstLines = ''] = key.split('-----END');
      for (const text of [key, `${signer}\n${key}`, `${key}${signer}`, firstLines]) {
        expect(problemsOf(text)).toEqual([
          'holds a private key; give certificates only, nothing was stored',
        ]);
      }
    }
  });
});
