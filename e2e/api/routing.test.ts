import { describe, expect, inject, it } from 'vitest';
import { writtenError } from '@/server/platform/http/errors';
import { servedRoutes } from './harness/contract';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';

const { apiHost, bootstrapKey } = inject('startedServers');
const ID = '019a0000-0000-7000-8000-000000000000';
const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const pathOf = (path: string) => path.replaceAll(/\{.+?\}/g, ID);
const verbsByPath = Map.groupBy(servedRoutes, ({ path }) => path.replace(/\/$/, ''));

describe.each(mounts)('routing of the $name mount', (mount) => {
  const anonymous = clientOf(mount);

  it.each(['/nothing', '/v1', '/v1/scan/nothing', '/projects', '/v3/scan', '/'])(
    'answers 404 to %s before anything else',
    async (path) => {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await anonymous.send({ method, target: `/api${path}` });
        expect(answer).toMatchObject({ status: 404, json: { detail: 'Not Found' } });
      }
    },
  );

  it('answers 405 with the verbs that a path has, before asking who calls', async () => {
    for (const [path, routes] of verbsByPath) {
      const verbs = new Set<string>(routes.map(({ method }) => method));
      for (const method of VERBS.filter((verb) => !verbs.has(verb))) {
        for (const target of [`/api${pathOf(path)}`, `/api${pathOf(path)}/`]) {
          const answer = await anonymous.send({ method, target });
          const { text } = writtenError(
            { status: 405, detail: 'Method Not Allowed' },
            routes[0]?.errorBody ?? 'detail',
          );
          expect(answer).toMatchObject({ status: 405, text });
          const allowed = (answer.headers.allow ?? '').split(', ').sort();
          const expected = [...verbs, ...(verbs.has('GET') ? ['HEAD'] : [])].sort();
          expect(allowed, `${method} ${target}`).toEqual(expected);
        }
      }
    }
  });

  it('serves every path with and without a slash at its end, never by a redirect', async () => {
    for (const { path, access, method } of servedRoutes) {
      const bare = `/api${pathOf(path).replace(/\/$/, '')}`;
      for (const target of [bare, `${bare}/`]) {
        const { status } = await anonymous.send({ method, target });
        expect(status, `${method} ${target}`).toBe(access === 'public' ? 200 : 401);
      }
    }
  });

  it('serves at the root what stock scanners call there, and nothing else', async () => {
    const admin = anonymous.withKey(bootstrapKey);
    for (const target of ['/v1/policy', '/v2/policy/', '/v1/scanner/projects', '/healthz/']) {
      const root = await admin.send({ method: 'GET', target });
      const below = await admin.send({ method: 'GET', target: `/api${target}` });
      expect([target, root.status, root.json]).toEqual([target, 200, below.json]);
    }
    for (const { method, path, access } of servedRoutes.filter(({ atRoot }) => atRoot)) {
      const answer = await anonymous.send({ method, target: pathOf(path) });
      expect([path, answer.status]).toEqual([path, access === 'public' ? 200 : 401]);
    }
    expect((await anonymous.send({ method: 'GET', target: '/v1/nothing' })).status).toBe(404);
    expect((await anonymous.send({ method: 'DELETE', target: '/v1/policy' })).status).toBe(405);
    const elsewhere = await sendHttp(mount.origin, { method: 'POST', target: '/images' });
    expect(elsewhere.headers['content-type']).not.toMatch(/json/);
  });

  it('answers HEAD as GET without a body', async () => {
    const head = await anonymous.send({ method: 'HEAD', target: '/api/healthz' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect((await anonymous.send({ method: 'HEAD', target: '/api/v1/policy' })).status).toBe(401);
    expect((await anonymous.send({ method: 'HEAD', target: '/api/v1/scan' })).status).toBe(405);
  });

  it('takes over a request id that a log can hold, and no other', async () => {
    const asked = async (id: string) =>
      (await anonymous.get('/healthz', { headers: { 'x-request-id': id } })).headers[
        'x-request-id'
      ];
    expect(await asked('build-4711.a')).toBe('build-4711.a');
    for (const id of ['short', 'with space in it', '{"a":"b","c":1}', 'x'.repeat(65)]) {
      expect(await asked(id)).not.toBe(id);
    }
    const [first, second] = [await anonymous.get('/nothing'), await anonymous.get('/nothing')];
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });
});

describe('API_HOST', () => {
  const [node] = mounts;
  if (!node) throw new Error('the node mount is the first');
  const client = clientOf(node);

  it.each([apiHost, apiHost.toUpperCase(), `${apiHost}:8443`])(
    'gives %s the whole API',
    async (host) => {
      for (const { method, path, access } of servedRoutes) {
        for (const target of [pathOf(path), `/api${pathOf(path)}`]) {
          const answer = await client.send({ method, target, headers: { host }, apiHost });
          expect([target, answer.status]).toEqual([target, access === 'public' ? 200 : 401]);
        }
      }
      for (const target of ['/nothing', '/', '//', '//[', '/%', '/?a=%&b', '*']) {
        const method = target === '*' ? 'OPTIONS' : 'GET';
        const unknown = await client.send({ method, target, headers: { host }, apiHost });
        expect([target, unknown.status]).toEqual([target, 404]);
      }
    },
  );

  it('takes whole URLs as targets, and fails over none that is unknown', async () => {
    const whole = { method: 'GET', target: 'http://localhost/api/healthz' };
    expect(await sendHttp(node.origin, whole)).toMatchObject({ status: 200 });
    for (const [method, target] of [
      ['OPTIONS', '*'],
      ['TRACE', '/sign-in'],
    ] as const) {
      expect(await sendHttp(node.origin, { method, target })).toMatchObject({ status: 404 });
    }
    const trace = { method: 'TRACE', target: '/api/healthz' };
    expect(await sendHttp(node.origin, trace)).toMatchObject({ status: 405 });
  });

  it('gives other hosts only what scanners call at the root', async () => {
    for (const host of [`not-${apiHost}`, `${apiHost}.evil.example`, 'localhost']) {
      const answer = await sendHttp(node.origin, {
        method: 'GET',
        target: '/image/labels',
        headers: { host },
      });
      expect(answer.headers['content-type']).not.toMatch(/json/);
    }
  });
});
