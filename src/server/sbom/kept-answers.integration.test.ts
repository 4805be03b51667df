import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '@/domain/inventory/document/testing/reading';
import { uploadOfDocument } from '@/domain/inventory/upload';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { hearing, saidIn } from '@/test/messages';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

test('an answer is kept under its key, wherever the name of a tool is cut', async () => {
  const { key } = await makeApiKey(deps, await makeOrganization(deps), 'scanner');
  const headers = { authorization: `ApiKey ${key}`, 'idempotency-key': 'one' };
  const document = {
    ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'shop', packages: [] },
    creationInfo: { creators: [`Tool: ${'x'.repeat(255)}😀`] },
  };
  const send = () => new RestClient(deps).call(headers, 'PUT', '/sbom?name=shop', document);
  const first = await send();
  expect(first).toMatchObject({ status: 200 });
  expect(await send()).toEqual(first);
});

test('a build is denied whatever it is of is called, and that is told', async () => {
  const organizationId = await makeOrganization(deps);
  await hearing(deps, organizationId, 'build.denied');
  await makePolicy(deps, organizationId, { denyDays: 0 });
  // A name and a tag of a document, each as long as it may be, that are none of an image.
  const image = { name: 'shop '.repeat(1_600), tags: ['1 0'.repeat(2_000)] };
  const document = readText({
    descriptor: { name: 'docker-scout' },
    source: { image },
    artifacts: [],
  });
  const { projectName } = uploadOfDocument(document, {
    ...{ project: null, name: null, tag: null, digest: null, labels: {} },
  });
  expect(projectName.length).toBeGreaterThan(8_192);
  const software = [{ product: 'Redis', cycle: '6', eol: '2020-01-01' }];
  const { policy } = await scanImage(deps, organizationId, { project: projectName, software });
  expect(policy.action).toBe('DENY');
  const [message] = await saidIn(deps, organizationId, 'build.denied');
  expect(message?.items).toMatchObject([{ what: 'Redis 6', project: null }]);
});
