import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type SecureVersion } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scannerHosts } from '@/domain/scanner-setup/addresses';
import { ManualClock } from '@/test/time';
import { RecordingLogger } from '@/test/recordings';
import { ScannerClient } from '@/test/scanner-client';
import { temporaryFolder } from '@/test/files';
import { openScannerCredentials } from './credentials';
import { startScannerListener } from './listener';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const answer: Handler = (request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ url: request.url, host: request.headers.host }));
};

async function start({
  handler = answer,
  daysAgo = 0,
}: { handler?: Handler; daysAgo?: number } = {}) {
  // The client judges validity by the real clock, so the certificates start from it.
  const clock = new ManualClock(new Date());
  clock.advanceDays(-daysAgo);
  const logger = new RecordingLogger();
  const credentials = await openScannerCredentials({
    dataDir: await temporaryFolder(),
    clock,
    logger,
  });
  const options = { port: 0, host: '127.0.0.1', credentials, handler, logger };
  const listener = await startScannerListener(options);
  onTestFinished(() => listener.close(0));
  const caPem = credentials.scannerCaPem() ?? '';
  const client = () => {
    const made = new ScannerClient(listener.port, caPem);
    onTestFinished(() => made.close());
    return made;
  };
  return { clock, listener, options, caPem, client };
}

describe('trust', () => {
  it.each(scannerHosts)('a client that trusts the CA reaches %s', async (host) => {
    const { client, listener } = await start();
    const { status, body } = await client().call(host, '/v2/policy');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ url: '/v2/policy', host: `${host}:${listener.port}` });
  });

  it.each([
    ['no CA at all', async () => undefined],
    ['the CA of another installation', async () => (await start()).caPem],
  ])('a client that trusts %s refuses', async (_what, trusted) => {
    const { listener } = await start();
    const client = new ScannerClient(listener.port, await trusted());
    onTestFinished(() => client.close());
    await expect(client.call('api.xeol.io', '/v2/policy')).rejects.toThrow(/certificate/);
  });

  it.each(['eventide.example.com', 'xeol.io', 'sub.api.xeol.io'])(
    'a client that asked for %s refuses',
    async (host) => {
      const { client } = await start();
      await expect(client().call(host, '/v2/policy')).rejects.toMatchObject({
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
    },
  );
});

describe('the version', () => {
  const agreedOn = (port: number, version: SecureVersion) =>
    new Promise<string | null>((resolve, reject) => {
      const socket = connect({
        ...{ port, host: '127.0.0.1', servername: 'api.xeol.io', rejectUnauthorized: false },
        ...{ minVersion: version, maxVersion: version },
        // OpenSSL offers no old version by itself.
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      socket.on('error', reject).on('secureConnect', () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
    });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is spoken', async (version) => {
    const { listener } = await start();
    expect(await agreedOn(listener.port, version)).toBe(version);
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)('%s is refused', async (version) => {
    const { listener } = await start();
    await expect(agreedOn(listener.port, version)).rejects.toMatchObject({
      code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    });
  });
});

describe('paths', () => {
  it.each([
    '/v1/policy',
    '/v2/policy/',
    '/v1/scan',
    '/v2/scan/?a=/b',
    '/v1/inventories',
    '/certificate',
    '/certificate/',
    '/healthz',
    '/eol/check',
    '/xeol/databases/listing.json',
  ])('%s reaches the handler as it was sent', async (path) => {
    const { client } = await start();
    const { status, body } = await client().call('api.xeol.io', path);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ url: path });
  });

  it.each([
    '/',
    '/organizations/',
    '/v1/policy/1',
    '/v1/policy//',
    '/v2/%70olicy',
    '/api/v2/policy',
    '/xeol/',
  ])('%s is not found', async (path) => {
    const { client } = await start();
    const { status, headers, body } = await client().call('api.xeol.io', path, 'PUT', '{}');
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toBe('{"detail":"Not Found"}');
  });

  it('the CA can be downloaded, by reading methods', async () => {
    const { client, caPem } = await start();
    const got = await client().call('api.xeol.io', '/scanner-ca.pem');
    expect(got.status).toBe(200);
    expect(got.headers['content-type']).toBe('application/x-pem-file');
    expect(got.body).toBe(caPem);
    expect((await client().call('api.xeol.io', '/scanner-ca.pem/', 'HEAD')).body).toBe('');
    expect((await client().call('api.xeol.io', '/scanner-ca.pem', 'POST')).status).toBe(405);
  });
});

it('says of each request that it answers itself that it is about to', async () => {
  const noted: (string | null)[] = [];
  const { options, caPem } = await start();
  const listener = await startScannerListener({
    ...options,
    note: (_request, response, route) => {
      response.setHeader('x-request-id', `number-${String(noted.push(route))}`);
    },
  });
  onTestFinished(() => listener.close(0));
  const client = new ScannerClient(listener.port, caPem);
  onTestFinished(() => client.close());
  const idOf = async (path: string) =>
    (await client.call('api.xeol.io', path)).headers['x-request-id'];
  expect(await idOf('/v2/policy')).toBeUndefined();
  expect(await idOf('/scanner-ca.pem?x=1')).toBe('number-1');
  expect(await idOf('/organizations')).toBe('number-2');
  expect(noted).toEqual(['/scanner-ca.pem', null]);
});

describe('life of the listener', () => {
  it('renewal shows new connections a new certificate and drops no open one', async () => {
    // The first leaf was issued 65 days ago: good for 25 more, so the client accepts it, but due.
    const { client, clock, listener } = await start({ daysAgo: 65 });
    const open = client();
    const before = await open.call('api.xeol.io', '/healthz');

    await listener.renewIfDue();
    expect((await client().call('api.xeol.io', '/healthz')).serialNumber).toBe(before.serialNumber);

    clock.advanceDays(65);
    await listener.renewIfDue();
    const fresh = await client().call('api.xeol.io', '/healthz');
    expect(fresh.status).toBe(200);
    expect(fresh.serialNumber).not.toBe(before.serialNumber);
    const after = await open.call('api.xeol.io', '/healthz');
    expect(after).toMatchObject({ status: 200, localPort: before.localPort });
  });

  it('closing lets a request under way finish, and does not wait for idle connections', async () => {
    const { promise: release, resolve: finish } = Promise.withResolvers<undefined>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
    const { client, listener } = await start({
      handler: (_request, response) => {
        arrive(undefined);
        void release.then(() => response.end('{}'));
      },
    });
    const underWay = client().call('api.xeol.io', '/v2/scan', 'PUT', '{}');
    await arrived;
    const closed = listener.close();
    finish(undefined);
    expect((await underWay).status).toBe(200);
    await closed;
    await expect(client().call('api.xeol.io', '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  it('closing cuts what outlasts the grace', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
    const { client, listener } = await start({ handler: () => arrive(undefined) });
    const stuck = expect(client().call('api.xeol.io', '/v2/policy')).rejects.toThrow();
    await arrived;
    await listener.close(50);
    await stuck;
  });

  it('a port in use is told in plain words', async () => {
    const { options, listener } = await start();
    await expect(startScannerListener({ ...options, port: listener.port })).rejects.toThrow(
      `Cannot listen for scanners on port ${listener.port}: it is in use. Set SCANNER_TLS_PORT to a free port.`,
    );
  });
});
