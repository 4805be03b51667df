import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wantedTelemetry } from '@/env';
import { CatalogUpdater } from '@/server/catalog/service/updater';
import { createRestHandler } from '@/server/listener/rest-handler';
import { publicRouter } from '@/server/app-router';
import { createOpenTelemetry } from '@/server/metrics/service/open-telemetry';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { runJob } from '@/server/platform/jobs/run-job';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { configuredFetch } from '@/server/platform/outbound/configured-fetch';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { inSpan, inTrace } from '@/server/platform/tracing';
import { findProvider } from '@/server/single-sign-on/service/discovery';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { startMailServer } from '@/test/mail-server';
import { startTelemetry, type Telemetry } from './sdk';

/** A span as the receiver gets it, as far as it is looked at here. */
const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute).default([]),
  links: z.array(z.object({ traceId: z.string() })).default([]),
});
const tracesSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});
const metric = z.looseObject({ name: z.string(), unit: z.string().default('') });
const metricsSchema = z.object({
  resourceMetrics: z.array(
    z.object({
      scopeMetrics: z.array(z.object({ metrics: z.array(metric) })),
    }),
  ),
});
type Sent = z.infer<typeof spanSchema>;

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

/** What came to the receiver of this process. */
const received = {
  ...{ spans: [] as Sent[], resources: '', text: '' },
  /** Units, by names. */
  metrics: new Map<string, string>(),
};
/** The traces that were told to servers, by what was asked of them. */
const asked = new Map<string, unknown>();

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    if (request.url === '/v1/traces') {
      received.text += text;
      for (const { resource, scopeSpans } of tracesSchema.parse(JSON.parse(text)).resourceSpans) {
        received.resources += JSON.stringify(resource);
        received.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      }
    }
    if (request.url === '/v1/metrics') {
      for (const { scopeMetrics } of metricsSchema.parse(JSON.parse(text)).resourceMetrics)
        for (const { metrics } of scopeMetrics)
          for (const { name, unit } of metrics) received.metrics.set(name, unit);
    }
    asked.set(request.url?.split('?')[0] ?? '', request.headers.traceparent);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

const ENVIRONMENT = {
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
};

let db: TestDatabase;
let deps: TestDeps;
let telemetry: Telemetry;
let origin: string;

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  origin = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;
  Object.assign(process.env, ENVIRONMENT, { OTEL_EXPORTER_OTLP_ENDPOINT: origin });
  const wanted = wantedTelemetry();
  if (!wanted) throw new Error('nothing is wanted');
  telemetry = startTelemetry(wanted);
  db = await testDatabase();
  deps = testDeps(db);
  const stopMetrics = createOpenTelemetry(deps, '1.2.3');
  await makeTraces();
  // What is left is sent when it ends.
  await telemetry.stop();
  stopMetrics();
});

afterAll(async () => {
  for (const name of Object.keys(ENVIRONMENT)) Reflect.deleteProperty(process.env, name);
  await db.close();
  receiver.close();
});

async function makeTraces(): Promise<void> {
  const rest = createRestHandler(publicRouter, deps);
  const ask = (path: string, headers: Record<string, string> = {}) =>
    rest(new Request(`http://localhost${path}`, { headers }), { path, remoteAddress: '192.0.2.7' });
  await ask('/readyz', { 'x-request-id': 'request-one', traceparent: TRACEPARENT });
  await ask('/images/evt_abcdefgh_nothing-but-a-secret-of-somebody', {
    authorization: 'ApiKey evt_abcdefgh_nothing-but-a-secret-of-somebody',
  });
  const behind = testDeps(db, { TRUST_PROXY: 'true' });
  const believing = createRestHandler(publicRouter, behind);
  await believing(new Request('http://localhost/', { headers: { traceparent: TRACEPARENT } }), {
    path: '/healthz',
    remoteAddress: '192.0.2.7',
  });
  const outgoing = outgoingClient({ hosts: new Set(['127.0.0.1']), networks: [] });
  await runJob('ends of support', async () => {
    await db.sql.selectFrom('organization').select('id').where('name', '=', 'hunter2').execute();
    await sql`SELECT 1`.execute(db.sql);
    await db.of(mintOrganizationId('01931c5d-6b52-7c03-ad18-9e6c3f7b2041')).project.findMany({
      where: { name: 'hunter2' },
    });
    const answer = await outgoing(new URL(`${origin}/hook/hunter2?token=hunter2`), {});
    await answer.body?.cancel();
    await inSpan('fails', {}, () => Promise.reject(new Error('hunter2'))).catch(() => undefined);
  });
  await askConfigured();
  // Not a part of anything: no trace begins with it.
  await sql`SELECT 2`.execute(db.sql);
  await db.prisma.installationAuditEvent.findMany();
}

/** Asks each kind of server that an operator configures; all of them are the receiver, by another path. */
async function askConfigured(): Promise<void> {
  const provider = {
    OIDC_ISSUER: `${origin}/issuer/hunter2`,
    OIDC_CLIENT_ID: 'eventide',
    OIDC_CLIENT_SECRET: 'hunter2',
  };
  const address = origin.replace('//', '//reader:hunter2@');
  const others = testDeps(db, {
    ...provider,
    CATALOG_URL: `${address}/catalog/hunter2?token=hunter2`,
  });
  const keycloak = testDeps(db, {
    ...provider,
    IDENTITY_PROVIDER: 'keycloak',
    KEYCLOAK_URL: origin,
    KEYCLOAK_REALM: 'hunter2',
    KEYCLOAK_CLIENT_ID: 'eventide',
    KEYCLOAK_CLIENT_SECRET: 'hunter2',
  });
  const allowed = testDeps(db, { OUTGOING_ALLOW: '127.0.0.0/8' });
  const updater = new CatalogUpdater(others);
  await updater.updateWhenDue();
  await updater.stop();
  const mails = await startMailServer({ auth: { user: 'reader', password: 'hunter2' } });
  const mailer = createSmtpMailer({ smtpUrl: mails.url, from: 'eol@example.com' }, deps.logger);
  await runJob('members', async () => {
    await findProvider(others);
    const init = { method: 'POST', headers: { authorization: 'Bearer hunter2' }, body: 'hunter2' };
    for (const [{ env }, path] of [
      [others, '/registry'],
      [keycloak, '/keycloak'],
      [allowed, '/mirror'],
    ] as const) {
      const answer = await configuredFetch(env)(`${origin}${path}?token=hunter2`, init);
      await answer.body?.cancel();
    }
    await mailer.send({
      to: 'ada@example.com',
      ...{ subject: 'hunter2', text: 'hunter2', html: '<p>hunter2</p>' },
    });
  });
  await mails.close();
}

const named = (name: string) => received.spans.find((span) => span.name === name);
const attributesOf = (span: Sent | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
const childrenOf = (parent: Sent | undefined) =>
  received.spans.filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId);

describe('a request', () => {
  it('is a trace of its route, its procedure and its statements, linked to what its caller says', () => {
    const request = named('GET /readyz');
    expect(request?.parentSpanId ?? '').toBe('');
    expect(request?.traceId).not.toBe(TRACE);
    expect(request?.links.map(({ traceId }) => traceId)).toEqual([TRACE]);
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/readyz',
      'http.response.status_code': 200,
      'eventide.request_id': 'request-one',
    });
    const [operation] = childrenOf(request);
    expect(operation?.name).toBe('health.ready');
    const [statement] = childrenOf(operation);
    expect(statement?.name).toBe('SELECT');
    expect(attributesOf(statement)['db.query.text']).toContain('$1::text[]');
  });

  it('goes on in the trace that a proxy before the service says', () => {
    const request = named('GET /healthz');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' });
  });

  it('is in the log with its trace', () => {
    const { traceId } = named('GET /readyz') ?? {};
    const line = deps
      .logged()
      .split('\n')
      .find((text) => text.includes('request-one'));
    expect(JSON.parse(line ?? '')).toMatchObject({ event: 'request', traceId });
  });
});

describe('a job', () => {
  it('is a trace of statements, of Prisma’s calls, and of the servers that it asks', () => {
    const job = named('job ends of support');
    expect(job?.parentSpanId ?? '').toBe('');
    const names = childrenOf(job).map(({ name }) => name);
    expect(names.filter((name) => name === 'SELECT')).toHaveLength(2);
    expect(names).toContain('prisma:client:operation');
    const call = childrenOf(job).find(({ name }) => name === 'GET');
    expect(attributesOf(call)).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    });
    // A server inside is told the trace.
    const told = `00-${String(job?.traceId)}-${String(call?.spanId)}-01`;
    expect(asked.get('/hook/hunter2')).toBe(told);
  });

  it('tells the statements of Prisma with places for their values', () => {
    const texts = received.spans
      .filter(({ name }) => name === 'prisma:client:db_query')
      .map((span) => JSON.stringify(attributesOf(span)));
    expect(texts.some((text) => text.includes('$1'))).toBe(true);
  });
});

describe('servers that the operator configures', () => {
  const answered = (method: string) => ({
    'http.request.method': method,
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  });
  const callsOf = (job: string) =>
    childrenOf(named(job))
      .filter(({ name }) => ['GET', 'POST', 'SMTP'].includes(name))
      .map((span) => [span.name, attributesOf(span)]);

  it('are parts of the trace of whoever asks them, by their host alone', () => {
    expect(callsOf('job update catalog')).toEqual([['GET', answered('GET')]]);
    expect(callsOf('job members')).toEqual([
      ['GET', answered('GET')],
      ['POST', answered('POST')],
      ['POST', answered('POST')],
      ['POST', answered('POST')],
      ['SMTP', { 'server.address': '127.0.0.1' }],
    ]);
  });

  it('are told the trace where they are the operator’s own', () => {
    const job = named('job members');
    const [, , inKeycloak, inMirror] = childrenOf(job).filter(({ name }) => name !== 'SMTP');
    const toldOf = (call: Sent | undefined) =>
      `00-${String(job?.traceId)}-${String(call?.spanId)}-01`;
    expect(Object.fromEntries(asked)).toMatchObject({
      '/catalog/hunter2': undefined,
      '/issuer/hunter2/.well-known/openid-configuration': undefined,
      '/registry': undefined,
      '/keycloak': toldOf(inKeycloak),
      '/mirror': toldOf(inMirror),
    });
  });
});

it('no trace begins with a statement alone', () => {
  const roots = received.spans.filter(({ parentSpanId }) => (parentSpanId ?? '') === '');
  expect(roots.map(({ name }) => name).sort()).toEqual([
    'GET',
    'GET /readyz',
    'job ends of support',
    'job members',
    'job update catalog',
  ]);
});

it('nothing that is sent holds a value, an address or a key', () => {
  expect(received.text).not.toMatch(/hunter2|evt_|192\.0\.2\.7|secret-of-somebody|ada@example/);
});

it('the service is named, and what the environment says of it is added', () => {
  expect(received.resources).toContain('"eventide"');
  expect(received.resources).toContain('deployment.environment.name');
});

it('the metrics are those of Prometheus', () => {
  for (const name of [
    'eventide_ready',
    'eventide_http_request_duration_seconds',
    'eventide_job_runs_total',
    'eventide_findings',
    'eventide_outbox_pending',
  ]) {
    expect([...received.metrics.keys()]).toContain(name);
  }
});

it('metrics have a unit where their name has it: of any other, receivers would make a part of the name', () => {
  for (const [name, unit] of received.metrics)
    expect([name, unit]).toEqual([name, name.includes('seconds') ? 's' : '']);
});

it('spans of others are not taken', async () => {
  // The provider is the one of this process still, although it has been shut down.
  const { trace } = await import('@opentelemetry/api');
  const theirs = trace.getTracer('next.js').startSpan('GET /set-up?token=hunter2');
  expect(theirs.isRecording()).toBe(false);
  await inTrace('ours', {}, (span) => {
    const inner = trace.getTracer('next.js').startSpan('render');
    expect(inner.spanContext().spanId).toBe(span.spanContext().spanId);
    return Promise.resolve();
  });
});

describe('what the environment asks for', () => {
  it.each([
    [{}, null],
    [{ OTEL_SERVICE_NAME: 'a' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x' }, { traces: true, metrics: true, isNamed: false }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_METRICS_EXPORTER: 'none' },
      { traces: true, metrics: false, isNamed: false },
    ],
    [
      { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://x', OTEL_SERVICE_NAME: 'a' },
      { traces: false, metrics: true, isNamed: true },
    ],
    [
      { OTEL_TRACES_EXPORTER: 'console', OTEL_RESOURCE_ATTRIBUTES: 'a=b,service.name=c' },
      { traces: true, metrics: false, isNamed: true },
    ],
  ])('%j', (source, wanted) => {
    expect(wantedTelemetry(source)).toEqual(wanted);
  });
});
