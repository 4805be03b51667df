import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '@/test/time';
import { RecordingLogger } from '@/test/recordings';
import { temporaryFolder } from '@/test/files';
import { createAuthority, issueLeaf, readAuthority } from './certificates';
import { openScannerCredentials } from './credentials';

const start = '2026-11-21T12:00:00Z';
const dayMs = 86_400_000;

async function fromAuthority(at = start) {
  const clock = new ManualClock(at);
  const logger = new RecordingLogger();
  const dataDir = await temporaryFolder();
  const open = () => openScannerCredentials({ dataDir, clock, logger });
  return { clock, logger, open, credentials: await open() };
}

describe('credentials from the installation’s CA', () => {
  it('present a server certificate for both hosts, signed by the CA they hand out', async () => {
    const { credentials } = await fromAuthority();
    const caPem = credentials.scannerCaPem() ?? '';
    const leaf = new X509Certificate(credentials.current().certPem);

    expect(leaf.subjectAltName).toBe('DNS:api.xeol.io, DNS:engine.xeol.io');
    expect(leaf.ca).toBe(false);
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(leaf.verify(new X509Certificate(caPem).publicKey)).toBe(true);
    expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBeLessThan(397 * dayMs);
    expect(credentials.current().certPem.endsWith(caPem)).toBe(true);
  });

  it('say when they end, and when their CA does', async () => {
    const { credentials } = await fromAuthority();
    const endOf = (pem: string) => new X509Certificate(pem).validToDate;
    expect(credentials.ends()).toEqual([
      { certificate: 'server', at: endOf(credentials.current().certPem) },
      { certificate: 'authority', at: endOf(credentials.scannerCaPem() ?? '') },
    ]);
  });

  it('make a new leaf at each start, from the same CA', async () => {
    const { open, credentials } = await fromAuthority();
    const again = await open();
    expect(again.scannerCaPem()).toBe(credentials.scannerCaPem());
    expect(again.current().certPem).not.toBe(credentials.current().certPem);
  });

  it('renew the leaf when fewer than 30 of its days remain', async () => {
    const { clock, credentials } = await fromAuthority();
    const first = credentials.current();

    clock.advanceDays(60);
    expect(await credentials.renewIfDue()).toBe(false);
    expect(credentials.current()).toEqual(first);

    clock.advanceDays(0.01);
    expect(await credentials.renewIfDue()).toBe(true);
    const { validToDate } = new X509Certificate(credentials.current().certPem);
    expect(validToDate.getTime()).toBeGreaterThan(clock.now().getTime() + 89 * dayMs);
  });

  it('never let the leaf outlive the CA, and do not renew it in vain then', async () => {
    const { clock, open, credentials } = await fromAuthority();
    const { validToDate } = new X509Certificate(credentials.scannerCaPem() ?? '');
    clock.advanceDays(10 * 365);

    const late = await open();
    expect(new X509Certificate(late.current().certPem).validToDate).toEqual(validToDate);
    expect(await late.renewIfDue()).toBe(false);
  });
});

describe('credentials from the operator’s files', () => {
  async function fromFiles() {
    const clock = new ManualClock(start);
    const logger = new RecordingLogger();
    const folder = await temporaryFolder();
    const authority = await readAuthority(await createAuthority(clock.now()));
    const certFile = path.join(folder, 'tls.crt');
    const keyFile = path.join(folder, 'tls.key');
    const install = async () => {
      const pair = await issueLeaf(authority, clock.now());
      await writeFile(certFile, pair.certPem);
      await writeFile(keyFile, pair.keyPem);
      return pair;
    };
    const installed = await install();
    const credentials = await openScannerCredentials({
      dataDir: folder,
      certFile,
      keyFile,
      clock,
      logger,
    });
    return { clock, logger, certFile, install, installed, credentials };
  }

  it('serve them and have no CA to hand out', async () => {
    const { credentials, installed } = await fromFiles();
    expect(credentials.current()).toEqual(installed);
    expect(credentials.scannerCaPem()).toBeNull();
  });

  it('take up renewed files without a restart', async () => {
    const { clock, credentials, install } = await fromFiles();
    expect(await credentials.renewIfDue()).toBe(false);
    clock.advanceDays(1);
    const renewed = await install();
    expect(await credentials.renewIfDue()).toBe(true);
    expect(credentials.current()).toEqual(renewed);
    const at = new X509Certificate(renewed.certPem).validToDate;
    expect(credentials.ends()).toEqual([{ certificate: 'server', at }]);
  });

  it('keep the old pair while the files do not fit each other', async () => {
    const { credentials, certFile, installed, logger } = await fromFiles();
    await writeFile(certFile, 'half a certif');
    expect(await credentials.renewIfDue()).toBe(false);
    expect(credentials.current()).toEqual(installed);
    expect(logger.messages('warn')).toEqual(['Kept the previous scanner certificate']);
  });

  it('say once that the certificate has expired', async () => {
    const { clock, credentials, logger } = await fromFiles();
    clock.advanceDays(120);
    await credentials.renewIfDue();
    await credentials.renewIfDue();
    expect(logger.messages('warn')).toEqual([
      'The certificate expired on 2027-02-19T12:00:00.000Z: scanners will refuse to connect',
    ]);
  });
});
