import { SpanStatusCode } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { DomainError, notFound } from '@/domain/errors';
import { createRestHandler } from '@/server/listener/rest-handler';
import { runJob } from '@/server/platform/jobs/run-job';
import { publicProcedure, router } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';

/** Statuses and kinds of errors of spans that have ended, by their names. */
const spans = new Map<string, readonly [SpanStatusCode, unknown]>();
const nothing = () => Promise.resolve();
const sdk = new NodeSDK({
  spanProcessors: [
    {
      onStart: () => undefined,
      onEnd: ({ name, status, attributes }) => {
        spans.set(name, [status.code, attributes['error.type']]);
      },
      ...{ forceFlush: nothing, shutdown: nothing },
    },
  ],
  metricReaders: [],
  logRecordProcessors: [],
});

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  sdk.start();
});
afterAll(async () => {
  await sdk.shutdown();
  await db.close();
});

const at = (path: '/fails' | '/refused' | '/busy') =>
  publicProcedure
    .meta(rest({ method: 'GET', path, summary: 'Throws', tag: 'Service', public: true }))
    .input(z.object({}))
    .output(z.object({}));
const procedures = router({
  fails: at('/fails').query(() => {
    throw new TypeError('hunter2');
  }),
  refused: at('/refused').query(() => {
    throw notFound('hunter2');
  }),
  busy: at('/busy').query(() => {
    throw new DomainError('unavailable', 'hunter2');
  }),
});

it('what fails is an error, by its kind; what is refused is none', async () => {
  const deps = testDeps(db);
  const handle = createRestHandler(procedures, deps);
  for (const path of ['/fails', '/refused', '/busy'])
    await handle(new Request(`http://localhost${path}`), { path, remoteAddress: '192.0.2.7' });
  const { ERROR, UNSET } = SpanStatusCode;
  expect(Object.fromEntries(spans)).toMatchObject({
    fails: [ERROR, 'TypeError'],
    'GET /fails': [ERROR, '500'],
    refused: [UNSET, 'NOT_FOUND'],
    'GET /refused': [UNSET, undefined],
    busy: [ERROR, 'unavailable'],
    'GET /busy': [ERROR, '503'],
  });
});

it('a run of a job in which a turn failed is one, and one that was well is none', async () => {
  const came = (failed: number) => Promise.resolve({ failed });
  const outcomeOf = ({ failed }: { readonly failed: number }) => (failed > 0 ? 'failed' : 'done');
  await runJob('notices', () => came(1), undefined, outcomeOf);
  await runJob('waivers', () => came(0), undefined, outcomeOf);
  expect(spans.get('job notices')).toEqual([SpanStatusCode.ERROR, 'failed']);
  expect(spans.get('job waivers')).toEqual([SpanStatusCode.UNSET, undefined]);
});
