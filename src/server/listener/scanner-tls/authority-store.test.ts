import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '@/test/time';
import { RecordingLogger } from '@/test/recordings';
import { temporaryFolder } from '@/test/files';
import { openAuthority } from './authority-store';
import { createAuthority } from './certificates';
import { ScannerTlsError } from './contracts';

const start = '2026-11-21T12:00:00Z';

function open(dataDir: string, clock = new ManualClock(start), logger = new RecordingLogger()) {
  return openAuthority({ dataDir, clock, logger });
}

describe('openAuthority', () => {
  it('makes a CA that can vouch for the scanner hosts alone', async () => {
    const { certPem } = await open(await temporaryFolder());

    const certificate = new X509Certificate(certPem);
    expect(certificate.ca).toBe(true);
    expect(certificate.validFromDate).toEqual(new Date('2026-11-20T12:00:00Z'));
    expect(certificate.validToDate.getUTCFullYear()).toBe(2036);
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
    // Critical name constraints: DNS api.xeol.io and engine.xeol.io, no IP address of either family.
    expect(certificate.raw.toString('hex')).toContain(
      '0603551d1e0101ff0457' +
        '3055a021' +
        `300d820b${Buffer.from('api.xeol.io').toString('hex')}` +
        `3010820e${Buffer.from('engine.xeol.io').toString('hex')}` +
        `a130300a8708${'00'.repeat(8)}30228720${'00'.repeat(32)}`,
    );
  });

  it('keeps the files from everyone else', async () => {
    const dataDir = await temporaryFolder();
    await open(dataDir);

    expect(await readdir(dataDir)).toEqual(['scanner-ca']);
    const folder = path.join(dataDir, 'scanner-ca');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'ca.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(folder, 'ca-key.pem'))).mode & 0o777).toBe(0o600);
  });

  it('is the same after a restart, and in a data folder that did not exist', async () => {
    const dataDir = path.join(await temporaryFolder(), 'not', 'there', 'yet');
    const first = await open(dataDir);
    const second = await open(dataDir, new ManualClock('2030-01-01'));
    expect(second.certPem).toBe(first.certPem);
  });

  it('is one CA however many processes start at once', async () => {
    const dataDir = await temporaryFolder();
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(dataDir)));

    expect(new Set(opened.map(({ certPem }) => certPem)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['scanner-ca']);
  });

  it('warns half a year before the CA ends, and refuses it afterwards', async () => {
    const dataDir = await temporaryFolder();
    await open(dataDir);
    const logger = new RecordingLogger();

    await open(dataDir, new ManualClock('2036-09-01'), logger);
    expect(logger.messages('warn')).toEqual([
      expect.stringContaining('The certificate authority for scanners ends soon'),
    ]);
    await expect(open(dataDir, new ManualClock('2037-01-01'))).rejects.toThrow(/expired on 2036-/);
  });
});

describe('a stored CA that cannot be used is reported, never replaced', () => {
  it.each(['ca.pem', 'ca-key.pem'])('%s is missing', async (file) => {
    const dataDir = await temporaryFolder();
    await open(dataDir);
    await rm(path.join(dataDir, 'scanner-ca', file));

    await expect(open(dataDir)).rejects.toThrow(`${file} is missing`);
    await expect(open(dataDir)).rejects.toBeInstanceOf(ScannerTlsError);
  });

  it('the key belongs to another CA', async () => {
    const dataDir = await temporaryFolder();
    await open(dataDir);
    const other = await createAuthority(new Date(start));
    const keyFile = path.join(dataDir, 'scanner-ca', 'ca-key.pem');
    await writeFile(keyFile, other.keyPem);

    await expect(open(dataDir)).rejects.toThrow('ca-key.pem does not belong to ca.pem');
    expect(await readFile(keyFile, 'utf8')).toBe(other.keyPem);
  });

  it('a file is damaged', async () => {
    const dataDir = await temporaryFolder();
    await open(dataDir);
    await writeFile(path.join(dataDir, 'scanner-ca', 'ca.pem'), 'not a certificate');
    await expect(open(dataDir)).rejects.toThrow('cannot be used');
  });

  it('the folder holds something else', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(path.join(dataDir, 'scanner-ca'));
    await writeFile(path.join(dataDir, 'scanner-ca', 'notes.txt'), 'mine');

    await expect(open(dataDir)).rejects.toThrow('must not hold other files');
    expect(await readdir(dataDir)).toEqual(['scanner-ca']);
  });

  it.skipIf(process.getuid?.() === 0)('a file may not be read', async () => {
    const dataDir = await temporaryFolder();
    await open(dataDir);
    await chmod(path.join(dataDir, 'scanner-ca', 'ca-key.pem'), 0o000);
    await expect(open(dataDir)).rejects.toThrow('EACCES');
  });
});
