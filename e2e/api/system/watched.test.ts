import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { generateApiKey } from '@/domain/api-key/api-key';
import { ScannerClient } from '@/test/scanner-client';
import { ApiClient } from '../harness/api-client';
import { sendHttp } from '../harness/http';
import { dataFolder, OwnServer } from '../harness/own-server';
import { fixture } from '../harness/payloads';
import { bom } from '../harness/route-bodies';
import { commands, freePort, ServerProcess } from '../harness/server-process';

const TOKEN = 'a-token-for-prometheus';
/** What migrations are locked with, by this program and by Prisma's. */
const MIGRATION_LOCK = 72_707_369;
const { databaseUrl, databaseOwnerUrl, authSecret } = inject('startedServers');

const at = (port: number) => `http://127.0.0.1:${String(port)}`;

async function get(origin: string, target: string, headers: Record<string, string> = {}) {
  const answer = await sendHttp(origin, { method: 'GET', target, headers }).catch(() => null);
  return answer && { ...answer, said: answer.text };
}

describe('metrics', { timeout: 60_000 }, () => {
  it('stand at a port of their own, for who shows the token, with labels that name nobody', async () => {
    const metricsPort = await freePort();
    const own = await OwnServer.create({
      METRICS_PORT: String(metricsPort),
      METRICS_TOKEN: TOKEN,
    });
    const server = await own.start();
    const body = fixture('captured/v2-current-image').toString();
    const headers = { 'content-type': 'application/json' };
    const scan = { method: 'PUT', target: '/v2/scan', headers, body };
    expect((await own.api.send(scan)).status).toBe(200);
    // Nobody has an account yet: it leads on.
    expect((await get(server.origin, '/sign-in'))?.status).toBe(307);
    // A scan that says nothing, an SBOM, and what is none.
    expect((await own.api.send({ ...scan, body: '{}' })).status).toBe(422);
    const query = { project: 'shop' };
    expect((await own.api.put('/sbom', bom(), { query })).status).toBe(200);
    expect((await own.api.put('/sbom', { name: 'no inventory' }, { query })).status).toBe(422);
    const watch = at(metricsPort);

    for (const authorization of ['', 'Bearer another-token-of-some-length', `Basic ${TOKEN}`]) {
      const refused = await get(watch, '/metrics', { authorization });
      expect(refused).toMatchObject({ status: 401, said: '{"detail":"Unauthorized"}' });
    }
    const answer = await get(watch, '/metrics', { authorization: `Bearer ${TOKEN}` });
    expect(answer?.status).toBe(200);
    expect(answer?.headers['content-type']).toMatch(/^text\/plain/);
    const text = answer?.said ?? '';
    for (const [format, accepted, refused] of [
      ['scan', 1, 1],
      ['unknown', 0, 1],
      ['cyclonedx-json', 1, 0],
    ] as const) {
      const count = (outcome: string, times: number) =>
        `eventide_uploads_total{format="${format}",outcome="${outcome}"} ${String(times)}\n`;
      expect(text).toContain(count('accepted', accepted));
      expect(text).toContain(count('refused', refused));
      expect(text).toContain(count('failed', 0));
    }
    expect(text).toMatch(/_count\{method="PUT",route="\/v2\/scan",status="200"\} 1/);
    expect(text).toMatch(/_count\{method="GET",route="page",status="307"\} 1/);
    expect(text).toContain('eventide_ready 1');
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    // No names and ids of organizations, images or anybody.
    expect(text).not.toMatch(/Acme|[0-9a-f]{8}-[0-9a-f]{4}-|registry|evt_/i);

    expect((await get(watch, '/livez'))?.status).toBe(200);
    expect((await get(watch, '/readyz'))?.status).toBe(200);
    expect((await get(watch, '/api/images'))?.status).toBe(404);
    expect((await get(server.origin, '/metrics'))?.headers['content-type']).toMatch(/html/);
    expect(await server.log()).not.toContain(TOKEN);
  });

  it('stand at the port of everything else where a token alone is given', async () => {
    const own = await OwnServer.create({ METRICS_TOKEN: TOKEN });
    const { origin } = await own.start();
    expect((await get(origin, '/metrics'))?.status).toBe(401);
    const answer = await get(origin, '/metrics', { authorization: `Bearer ${TOKEN}` });
    expect(answer?.said).toContain('eventide_ready 1');
    const posted = await sendHttp(origin, { method: 'POST', target: '/metrics' });
    expect({ status: posted.status, allow: posted.headers.allow }).toEqual({
      ...{ status: 405, allow: 'GET, HEAD' },
    });
  });

  it('count an upload as failed whose database takes no more changes in the middle of it', async () => {
    const database = await ownDatabase();
    const key = generateApiKey().text;
    const server = await launchBeside({
      ...{ ...database.variables, METRICS_TOKEN: TOKEN },
      ...{ BOOTSTRAP_ORGANIZATION: 'Acme', BOOTSTRAP_API_KEY: key },
    });
    await server.ready();
    const api = new ApiClient(server.origin).withKey(key);
    const whole = fixture('captured/v2-current-image');
    const upload = (body: Iterable<Buffer> | AsyncIterable<Buffer>) =>
      api.send({
        ...{ method: 'PUT', target: '/v2/scan', body },
        headers: { 'content-type': 'application/json' },
      });
    async function* interrupted() {
      yield whole.subarray(0, 1_000);
      // So long that it is known by then who uploads.
      await sleep(500);
      await database.leave();
      yield whole.subarray(1_000);
    }
    expect((await upload(interrupted())).status).toBe(503);
    await database.comeBack();
    await expect
      .poll(async () => (await get(server.origin, '/readyz'))?.status, { timeout: 20_000 })
      .toBe(200);
    expect((await upload([whole])).status).toBe(200);
    const answer = await get(server.origin, '/metrics', { authorization: `Bearer ${TOKEN}` });
    for (const [outcome, times] of [
      ['accepted', 1],
      ['refused', 0],
      ['failed', 1],
    ] as const)
      expect(answer?.said).toContain(
        `eventide_uploads_total{format="scan",outcome="${outcome}"} ${String(times)}\n`,
      );
  });

  it('are nowhere where nobody wants them', async () => {
    const own = await OwnServer.create();
    const { origin } = await own.start();
    const answer = await get(origin, '/metrics', { authorization: `Bearer ${TOKEN}` });
    expect(answer).toMatchObject({ status: 404 });
    expect(answer?.said).not.toContain('eventide_ready');
  });
});

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

/** Takes traces as a collector does. */
async function startCollector() {
  const spans: SentSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        // As OTLP writes it; what is not so fails below.
        const sent = JSON.parse(Buffer.concat(chunks).toString()) as {
          resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
        };
        for (const { scopeSpans } of sent.resourceSpans)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { origin: at(port), spans };
}

describe('traces', { timeout: 60_000 }, () => {
  it('go through both bundles, and what is left is sent at the end', async () => {
    const collector = await startCollector();
    const own = await OwnServer.create({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      CATALOG_URL: `${collector.origin}/catalog?token=hunter2`,
      REGISTRY_NPM_URL: `${collector.origin}/npm/hunter2`,
    });
    const server = await own.start();
    expect((await own.api.get('/v2/policy')).status).toBe(200);
    const check = await own.api.send({
      ...{ method: 'POST', target: '/eol/check' },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ component: { purl: 'pkg:npm/nobody-knows-this@1.0.0' } }),
    });
    expect(check.status).toBe(200);
    // Next's bundle answers the dashboard's calls and the pages. Nobody is signed in.
    expect((await get(server.origin, '/api/trpc/session.current'))?.status).toBe(401);
    expect((await get(server.origin, '/sign-in?token=hunter2'))?.status).toBe(307);
    await server.stop('SIGTERM');
    expect(await server.ended()).toBe(0);
    const { spans } = collector;
    const wayTo = (span: SentSpan | undefined): string[] =>
      span ? [...wayTo(spans.find(({ spanId }) => spanId === span.parentSpanId)), span.name] : [];
    const pathOf = (wanted: string) => wayTo(spans.find(({ name }) => name === wanted));
    expect(pathOf('policy.listV2')).toEqual(['GET /v2/policy', 'policy.listV2']);
    expect(pathOf('session.current')).toEqual(['GET /api/trpc', 'session.current']);
    expect(pathOf('GET page')).toEqual(['GET page']);
    expect(spans.some(({ name }) => name.startsWith('prisma:client:'))).toBe(true);
    const asked = spans.filter(({ name }) => name === 'GET').map((span) => wayTo(span)[0]);
    expect(asked).toEqual(expect.arrayContaining(['job update catalog', 'POST /eol/check']));
    expect(JSON.stringify(spans)).not.toMatch(/hunter2|evt_/);
  });
});

describe('the log', { timeout: 60_000 }, () => {
  it('has one line for each request, with the id that its answer says, and none for files of pages', async () => {
    const tlsPort = await freePort();
    const own = await OwnServer.create({ SCANNER_TLS_PORT: String(tlsPort) });
    const server = await own.start();
    const body = Buffer.alloc(20_000);
    const sent = [
      { method: 'GET', target: '/sign-in?token=hunter2', path: '/sign-in', route: 'page' },
      {
        method: 'GET',
        target: '/reset-password/hunter2',
        path: '/reset-password/…',
        route: 'page',
      },
      { method: 'HEAD', target: '/docs', path: '/docs', route: 'page' },
      { method: 'GET', target: '/there/is/nothing', path: '/there/is/nothing', route: 'page' },
      { method: 'POST', target: '/images', path: '/images', route: null },
      { method: 'POST', target: '/api/auth/signout', path: '/api/auth/signout', route: null, body },
      { method: 'GET', target: '/export', path: '/export', route: null },
      { method: 'GET', target: '/api/auth/csrf', path: '/api/auth/csrf', route: '/api/auth/csrf' },
      {
        method: 'GET',
        target: '/scanner-ca.pem',
        path: '/scanner-ca.pem',
        route: '/scanner-ca.pem',
      },
      { method: 'GET', target: '/readyz', path: '/readyz', route: '/readyz' },
    ];
    const expected: Record<string, unknown>[] = [];
    for (const { path, route, ...request } of sent) {
      const { status, headers } = await sendHttp(server.origin, request);
      const requestId = headers['x-request-id'];
      expect([path, requestId]).toEqual([path, expect.stringMatching(/^[\w-]{36}$/)]);
      expected.push({ requestId, method: request.method, path, route, status });
    }
    const chosen = { 'x-request-id': 'a-page-of-mine' };
    expect((await get(server.origin, '/sign-in', chosen))?.headers).toMatchObject(chosen);
    const { text: ca } = await sendHttp(server.origin, {
      method: 'GET',
      target: '/scanner-ca.pem',
    });
    const scanner = new ScannerClient(tlsPort, ca);
    onTestFinished(() => scanner.close());
    for (const path of ['/scanner-ca.pem', '/organizations']) {
      const { status, headers } = await scanner.call('api.xeol.io', path);
      const route = status === 200 ? path : null;
      expected.push({ requestId: headers['x-request-id'], method: 'GET', path, route, status });
    }
    expect((await get(server.origin, '/_next/static/nothing.js'))?.status).toBe(404);
    // It is answered after all of them.
    await server.stop('SIGTERM');

    const text = await server.log();
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      // What is no such line fails below.
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const line of lines)
      expect([line, typeof line.level, typeof line.time, typeof line.msg]).toEqual([
        ...[line, 'string', 'string', 'string'],
      ]);
    for (const request of expected)
      expect(lines.filter(({ requestId }) => requestId === request.requestId)).toEqual([
        expect.objectContaining({ ...request, event: 'request', remoteAddress: '127.0.0.1' }),
      ]);
    expect(lines.some(({ requestId }) => requestId === 'a-page-of-mine')).toBe(true);
    expect(text).not.toMatch(/hunter2|_next/);
  });
});

/** An empty database beside that of the other tests, that can be kept from taking changes from one moment to the next. */
async function ownDatabase() {
  const owner = new pg.Client({ connectionString: databaseOwnerUrl });
  await owner.connect();
  const name = `watched_${Date.now().toString(36)}`;
  await owner.query(`CREATE DATABASE ${name}`);
  onTestFinished(async () => {
    await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await owner.end();
  });
  const named = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  const setReadOnly = async (isReadOnly: boolean) => {
    await owner.query(
      `ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    );
    const ended = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await owner.query(ended, [name]);
  };
  return {
    variables: {
      DATABASE_URL: named(databaseUrl),
      DATABASE_OWNER_URL: named(databaseOwnerUrl),
    },
    /** As whoever fences a primary. */
    leave: () => setReadOnly(true),
    comeBack: () => setReadOnly(false),
  };
}

/** A process on the database of the other tests. */
async function launchBeside(env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const folder = await dataFolder();
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: `${folder}/server.log`,
    env: {
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: databaseOwnerUrl,
      DATA_DIR: folder,
      AUTH_SECRET: authSecret,
      ...env,
    },
  });
  onTestFinished(() => server.stop('SIGKILL'));
  return server;
}

describe('a process', { timeout: 60_000 }, () => {
  it('says at the port of those who watch that it is being started, and that it lives', async () => {
    const other = new pg.Client({ connectionString: databaseOwnerUrl });
    await other.connect();
    onTestFinished(() => other.end().catch(() => undefined));
    // Another process migrates for as long as this one likes.
    await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const metricsPort = await freePort();
    const server = await launchBeside({ METRICS_PORT: String(metricsPort) });
    const watch = at(metricsPort);
    await expect
      .poll(() => get(watch, '/livez'), { timeout: 20_000 })
      .toMatchObject({
        ...{ status: 200, said: '{"status":"ok"}' },
      });
    expect(await get(watch, '/readyz')).toMatchObject({
      ...{ status: 503, said: '{"detail":"starting"}' },
    });
    expect((await get(watch, '/metrics'))?.status).toBe(503);
    await other.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await server.ready();
    expect((await get(watch, '/readyz'))?.status).toBe(200);
    expect((await get(watch, '/metrics'))?.status).toBe(200);
  });

  it('that is to end says so while it still answers, and ends at once when asked again', async () => {
    const server = await launchBeside({ DRAIN_SECONDS: '300' });
    await server.ready();
    expect((await get(server.origin, '/readyz'))?.status).toBe(200);
    process.kill(server.pid, 'SIGTERM');
    await expect
      .poll(() => get(server.origin, '/readyz'), { timeout: 20_000 })
      .toMatchObject({
        ...{ status: 503, said: '{"detail":"draining"}' },
      });
    expect((await get(server.origin, '/healthz'))?.status).toBe(200);
    expect((await get(server.origin, '/sign-in'))?.status).toBe(200);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended()).toBe(0);
  });
});
