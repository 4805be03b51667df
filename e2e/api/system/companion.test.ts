import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DependencyTrackServer } from '@/test/dependency-track-server';
import type { ApiAnswer } from '../harness/api-client';
import { OwnServer } from '../harness/own-server';
import { allPages, type ProjectImage } from '../harness/reads';

const COMPANION = '/settings/dependency_track/companion';
const WAIT = { timeout: 40_000, interval: 250 };

function ok({ status, json, text }: ApiAnswer): unknown {
  expect(status, text).toBe(200);
  return json;
}

async function startRemote(names: readonly string[]): Promise<DependencyTrackServer> {
  const remote = await DependencyTrackServer.start();
  onTestFinished(() => remote.stop());
  remote.projects = names.map((name, index) => ({
    ...{ uuid: randomUUID(), name, version: '1', lastBomImport: 1_763_726_400_000 + index },
  }));
  return remote;
}

it('kill -9 between two projects loses none and doubles none', { timeout: 120_000 }, async () => {
  const remote = await startRemote(['a', 'b', 'c']);
  const [, second] = remote.projects;
  // The second BOM never comes: the process is killed while it waits.
  const asked = new Promise<void>((resolve) => {
    if (second) remote.instead.set(remote.bomPath(second.uuid), () => resolve());
  });
  const own = await OwnServer.create({ OUTGOING_ALLOW: '127.0.0.1' });
  await own.start();
  const address = { url: remote.url, api_key: remote.key };
  expect(ok(await own.api.post(`${COMPANION}/test`, address))).toEqual({
    ...{ reachable: true, server_version: '4.13.4', projects: 3, fault: null },
  });
  ok(await own.api.put(COMPANION, address));
  await asked;
  await own.process.stop('SIGKILL');
  remote.instead.clear();
  await own.start();
  await vi.waitFor(async () => {
    expect(ok(await own.api.get(COMPANION))).toMatchObject({
      last_pull: { outcome: 'complete', pulled: 2, unchanged: 1, failed: 0 },
    });
  }, WAIT);
  const images = await allPages<ProjectImage>(own.api, 'POST', '/images');
  expect(images.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
  expect(remote.projects.map(({ uuid }) => remote.timesPulled(uuid))).toEqual([1, 2, 1]);
});

it(
  'another Eventide answers as that server does, as far as its list',
  { timeout: 120_000 },
  async () => {
    const [own, peer] = [
      await OwnServer.create({ OUTGOING_ALLOW: '127.0.0.1' }),
      await OwnServer.create(),
    ];
    await Promise.all([own.start(), peer.start()]);
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] };
    const uploaded = await peer.api.put('/v1/bom', {
      ...{ projectName: 'shop', projectVersion: '1', autoCreate: true },
      bom: Buffer.from(JSON.stringify(bom)).toString('base64'),
    });
    expect(uploaded.status).toBe(200);
    const address = { url: peer.process.origin, api_key: peer.key };
    expect(ok(await own.api.post(`${COMPANION}/test`, address))).toMatchObject({
      ...{ reachable: true, projects: 1, fault: null },
    });
  },
);
