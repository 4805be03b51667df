import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { OwnServer } from '../harness/own-server';
import { imageScan } from '../harness/payloads';

const MB = 1_000_000;

/** An upload of some 30 MB, most of it SBOM and package metadata, as large real ones are. */
function* largeUpload(n: number): Generator<Buffer> {
  const matches = [{ product: 'Node.js', cycle: '16' }];
  const scan = imageScan({ project: 'large', image: `large:${String(n)}`, matches });
  const files = Array.from({ length: 200 }, (_, m) => ({
    path: `/usr/lib/module-${String(m)}.so`,
  }));
  yield Buffer.from(
    `${JSON.stringify({ ...scan, Packages: undefined, Sbom: undefined }).slice(0, -1)},"Packages":[`,
  );
  for (let index = 0; index < 1_500; index += 1) {
    const item = {
      Name: `package-${String(index)}`,
      Version: `${String(n)}.0`,
      Type: 'deb',
      Metadata: { files },
    };
    yield Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item)}`);
  }
  yield Buffer.from('],"Sbom":"');
  // Multiples of three bytes, so that the pieces join into one base64 text.
  const encoded = (piece: string) =>
    Buffer.from(
      Buffer.from(piece.padEnd(piece.length + ((3 - (piece.length % 3)) % 3))).toString('base64'),
    );
  yield encoded('{"bomFormat":"CycloneDX","specVersion":"1.6","components":[');
  for (let index = 0; index < 6_900; index += 1) {
    const hash = (index * 2_654_435_761).toString(16);
    const hashes = Array.from({ length: 52 }, () => ({ alg: 'MD5', content: hash }));
    const name = `component-${String(n)}-${String(index)}`;
    yield encoded(`${index === 0 ? '' : ','}${JSON.stringify({ name, hashes })}`);
  }
  yield encoded(']}');
  yield Buffer.from('"}');
}

async function statusOf(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / MB;
}

describe('memory', { timeout: 120_000 }, () => {
  it.skipIf(process.platform !== 'linux')(
    'four uploads of 30 MB at once are accepted in a bounded space',
    async () => {
      const own = await OwnServer.create();
      const server = await own.start();
      const bodies = [1, 2, 3, 4].map((n) => Buffer.concat([...largeUpload(n)]));
      for (const body of bodies) expect(body.length).toBeGreaterThan(28 * MB);
      // From here on the kernel counts the peak anew: what starting took is not of the uploads.
      await writeFile(`/proc/${String(server.pid)}/clear_refs`, '5');
      const before = await statusOf(server.pid, 'VmRSS');
      const startedAtMs = Date.now();
      const answers = await Promise.all(bodies.map((body) => own.api.put('/v2/scan', body)));
      const seconds = (Date.now() - startedAtMs) / 1000;
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const peak = await statusOf(server.pid, 'VmHWM');
      console.log(
        `${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at the peak, ${seconds.toFixed(1)} s`,
      );
      // How much a server holds at rest depends on the machine; held bodies would add their 120 MB
      // more than twice over, as text and as what is read from it.
      expect(peak - before).toBeLessThan(200);
    },
  );
});
