import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OwnServer } from '../harness/own-server';
import { imageScan } from '../harness/payloads';
import { allPages, type ProjectImage, type ScanAnswer, type Software } from '../harness/reads';

const scanOf = (n: number) =>
  imageScan({
    project: 'crash',
    image: `crash:${String(n)}`,
    matches: Array.from({ length: 40 }, (_, m) => ({
      product: `Product ${String(m)}`,
      cycle: String(n),
    })),
  });

async function upload(own: OwnServer, n: number): Promise<ScanAnswer> {
  const answer = await own.api.put('/v2/scan', scanOf(n));
  expect(answer.status).toBe(200);
  return answer.json as ScanAnswer; // held against its schema by the client
}

/** Every accepted scan is there, whole, and nothing else is. */
async function expectExactly(own: OwnServer, accepted: readonly ScanAnswer[]): Promise<void> {
  const images = await allPages<ProjectImage>(own.api, 'POST', '/images');
  expect(images.map(({ id }) => id).sort()).toEqual(
    accepted.map((answer) => answer.image_tag_id).sort(),
  );
  for (const answer of accepted) {
    const image = images.find(({ id }) => id === answer.image_tag_id);
    expect(image?.eol).toEqual(answer.eol);
    const software = await own.api.get(`/image_tags/${answer.image_tag_id}/eol_software`);
    expect(software.json).toMatchObject({ total: answer.matches });
  }
  const software = await allPages<Software>(own.api, 'GET', '/software');
  expect(software).toHaveLength(accepted.reduce((sum, { matches }) => sum + matches, 0));
}

/** Kills PostgreSQL and waits for the service to come back; meanwhile every read says so, or works. */
async function killPostgres(own: OwnServer): Promise<void> {
  const killed = await own.postgresPid();
  process.kill(killed, 'SIGKILL');
  for (let tries = 0; tries < 400; tries += 1) {
    const { status } = await own.api.post('/images');
    expect([200, 503]).toContain(status);
    const pid = await own.postgresPid().catch(() => killed);
    if (status === 200 && pid !== killed) return;
    await sleep(25);
  }
  throw new Error(`The service did not recover:\n${await own.process.log()}`);
}

describe('an accepted scan', { timeout: 60_000 }, () => {
  it('survives a kill -9 of the server right after the answer, more than once', async () => {
    const own = await OwnServer.create();
    await own.start();
    const accepted: ScanAnswer[] = [];
    for (const n of [1, 2]) {
      accepted.push(await upload(own, n));
      await own.process.stop('SIGKILL');
      await own.start();
      await expectExactly(own, accepted);
    }
    await own.process.stop();
    await own.start();
    await expectExactly(own, accepted);
  });

  it('survives a kill -9 of PostgreSQL right after the answer; the service comes back by itself', async () => {
    const own = await OwnServer.create();
    await own.start();
    const accepted = [await upload(own, 1)];
    await killPostgres(own);
    await expectExactly(own, accepted);
    accepted.push(await upload(own, 2));

    process.kill(await own.postgresPid(), 'SIGKILL');
    await own.process.stop('SIGKILL');
    await own.start();
    await expectExactly(own, accepted);
  });
});

describe('an upload that is cut off', { timeout: 60_000 }, () => {
  it('leaves all of itself or nothing', async () => {
    const own = await OwnServer.create();
    await own.start();
    const accepted = [await upload(own, 1)];
    for (const [n, delayMs] of [
      [2, 5],
      [3, 12],
      [4, 25],
    ] as const) {
      const pending = own.api.put('/v2/scan', scanOf(n)).catch(() => null);
      await sleep(delayMs);
      await own.process.stop('SIGKILL');
      const answer = await pending;
      await own.start();
      const images = await allPages<ProjectImage>(own.api, 'POST', '/images');
      const found = images.find(({ tag }) => tag === String(n));
      // An answer that was on its way when the server died may have been lost; a scan that was answered may not.
      if (answer) expect(found).toBeDefined();
      if (found) accepted.push({ ...(accepted[0] as ScanAnswer), image_tag_id: found.id });
      await expectExactly(own, accepted);
    }
  });
});
