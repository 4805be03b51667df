import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { FEED_FILES } from '@/domain/feed/address';
import { can, ROLES, type Role } from '@/domain/roles/permissions';
import type { ApiAnswer, ApiClient } from './harness/api-client';
import { servedRoutes } from './harness/contract';
import { sendHttp, type HttpAnswer, type SentHeaders } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { ROUTE_INPUTS } from './harness/route-inputs';
import { deps } from './harness/tenants';
import { TenantWorld, type Scanned } from './harness/tenant-world';

const { apiHost, logFiles, node } = inject('startedServers');
const NOT_FOUND = '{"detail":"Not Found"}';
const CONTENT_TYPES = {
  'calendar.ics': 'text/calendar; charset=utf-8',
  'feed.atom': 'application/atom+xml; charset=utf-8',
  'badge.svg': 'image/svg+xml; charset=utf-8',
  'badge.json': 'application/json; charset=utf-8',
};

interface Shown {
  readonly id: string;
  readonly token: string;
}

describe.each(mounts)('feeds on the $name mount', (mount) => {
  let own: TenantWorld;
  let other: TenantWorld;
  let scanned: Scanned;
  let theirs: Scanned;
  beforeAll(async () => {
    own = await TenantWorld.create(clientOf(mount), 'A');
    other = await TenantWorld.create(clientOf(mount), 'B');
    scanned = await own.scanned();
    theirs = await other.scanned();
  });

  const callTrpc = async (client: ApiClient, procedure: string, input: unknown) => {
    const answer = await sendHttp(mount.origin, {
      ...{ method: 'POST', target: `/api/trpc/${procedure}`, body: JSON.stringify(input) },
      headers: { ...client.headers, 'content-type': 'application/json' },
    });
    return answer;
  };
  const as = (world: TenantWorld, role: Role = 'member') =>
    clientOf(mount).withKey(world.tenant.keys[role]);
  const make = async (world: TenantWorld, input: object): Promise<Shown> => {
    const answer = await callTrpc(as(world), 'feedToken.create', {
      body: { label: 'x', ...input },
    });
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    return (JSON.parse(answer.text) as { result: { data: Shown } }).result.data;
  };
  const read = (path: string, headers: SentHeaders = {}, method = 'GET'): Promise<HttpAnswer> =>
    sendHttp(mount.origin, {
      ...{ method, target: `/feeds/${path}` },
      headers: { ...clientOf(mount).headers, ...headers },
    });
  const organization = { scope: 'organization' } as const;

  it.each(ROLES)('a %s makes and sees tokens as the table of roles says', async (role) => {
    const client = as(own, role);
    const made = await callTrpc(client, 'feedToken.create', {
      body: { label: 'x', ...organization },
    });
    expect(made.status).toBe(can(role, 'feed:write') ? 200 : 403);
    const listed = await sendHttp(mount.origin, {
      ...{ method: 'GET', target: '/api/trpc/feedToken.list', headers: client.headers },
    });
    expect(listed.status).toBe(can(role, 'inventory:read') ? 200 : 403);
    expect(listed.text).not.toMatch(/evf_[A-Za-z0-9]{8}_/);
    const stranger = as(other, role);
    const { id, token } = await make(own, organization);
    const taken = await callTrpc(stranger, 'feedToken.revoke', { id });
    expect(taken.status).toBe(can(role, 'inventory:read') ? 404 : 403);
    expect((await read(`${token}/badge.svg`)).status).toBe(200);
  });

  it.each(FEED_FILES)('%s reads its scope alone, of its organization alone', async (file) => {
    const scopes = [
      organization,
      { scope: 'project', subject: scanned.projectId },
      { scope: 'image', subject: scanned.imageTagId },
    ];
    for (const scope of scopes) {
      const { token } = await make(own, scope);
      const { status, headers, text } = await read(`${token}/${file}`);
      expect([scope, status, headers['content-type']]).toEqual([scope, 200, CONTENT_TYPES[file]]);
      for (const name of [theirs.project, theirs.image, theirs.product, other.organizationId])
        expect(text).not.toContain(name);
      if (file === 'calendar.ics') {
        expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${scanned.product} 1 reaches`);
      }
    }
    for (const scope of ['project', 'image']) {
      const subject = scope === 'project' ? theirs.projectId : theirs.imageTagId;
      const input = { body: { label: 'x', scope, subject } };
      expect((await callTrpc(as(own), 'feedToken.create', input)).status).toBe(404);
    }
  });

  it('a token opens nothing else, however it is shown', async () => {
    const { token } = await make(own, organization);
    const showing: SentHeaders[] = [
      { authorization: `ApiKey ${token}` },
      { authorization: `Bearer ${token}` },
      { 'x-api-key': token },
    ];
    for (const route of servedRoutes.filter(({ access }) => access !== 'public')) {
      const call = await ROUTE_INPUTS[`${route.method} ${route.path}`]?.call(own);
      const path = route.path.replaceAll(/\{(.+?)\}/g, (_all, name: string) =>
        encodeURIComponent(call?.parameters?.[name] ?? name),
      );
      for (const headers of showing) {
        const answer: ApiAnswer = await clientOf(mount)
          .with(headers)
          .send({ method: route.method, target: `/api${path}` });
        expect([route.path, answer.status]).toEqual([route.path, 401]);
      }
    }
    for (const headers of showing) {
      const exported = await sendHttp(mount.origin, {
        ...{ method: 'GET', target: '/export/images.csv' },
        headers: { ...clientOf(mount).headers, ...headers },
      });
      expect(exported.status).toBe(401);
    }
    expect((await read(`${own.tenant.keys.admin}/calendar.ics`)).status).toBe(404);
  });

  it('unknown, revoked and gone are one answer', async () => {
    const revoked = await make(own, organization);
    const gone = await make(own, { scope: 'project', subject: scanned.projectId });
    expect((await callTrpc(as(own, 'admin'), 'feedToken.revoke', { id: revoked.id })).status).toBe(
      200,
    );
    const world = await TenantWorld.create(clientOf(mount), 'Gone');
    const { projectId } = await world.scanned();
    const ofGone = await make(world, { scope: 'project', subject: projectId });
    await as(world, 'admin').delete(`/projects/${projectId}`);
    const never = `${gone.token.slice(0, -2)}AA`;
    for (const token of [revoked.token, never, ofGone.token, 'evf_x', 'x']) {
      for (const file of [...FEED_FILES, 'endoflife/nodejs.json']) {
        const { status, text, headers } = await read(`${token}/${file}`);
        expect([status, text, headers['cache-control']]).toEqual([404, NOT_FOUND, 'no-store']);
      }
    }
  });

  it('failed attempts are counted by network, and tokens that hold are not', async () => {
    const { token } = await make(own, organization);
    const from = clientOf(mount).headers;
    const attempt = (shown: string) =>
      sendHttp(mount.origin, { method: 'GET', target: `/feeds/${shown}/badge.svg`, headers: from });
    for (let turn = 0; turn < 100; turn += 1) await attempt('x');
    const refused = await attempt('x');
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([
      429,
      expect.any(Number),
    ]);
    expect((await attempt(token)).status).toBe(200);
  });

  it('answers with and without a slash, HEAD, other verbs, and to who has it already', async () => {
    const { token } = await make(own, organization);
    for (const file of FEED_FILES) {
      const whole = await read(`${token}/${file}`);
      expect(await read(`${token}/${file}/`)).toMatchObject({ status: 200, text: whole.text });
      const head = await read(`${token}/${file}`, {}, 'HEAD');
      expect([head.status, head.text, head.headers.etag]).toEqual([200, '', whole.headers.etag]);
      const again = await read(`${token}/${file}`, { 'if-none-match': whole.headers.etag ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await read(`${token}/${file}`, {}, method);
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      }
    }
    for (const path of ['', token, `${token}/`, `${token}/nothing.ics`, `${token}/endoflife`])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });

  it('has headers for what stands on other pages: no cookie, no index, no name of where it stood', async () => {
    const { token } = await make(own, organization);
    for (const file of [...FEED_FILES, 'nothing']) {
      const { headers } = await read(`${token}/${file}`);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'access-control-allow-origin': '*',
        'x-request-id': expect.any(String),
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toBe(
        file.startsWith('badge')
          ? 'public, max-age=300'
          : file === 'nothing'
            ? 'no-store'
            : 'private, no-cache',
      );
    }
  });

  it('a product is told as endoflife.date does, and to tokens that read it alone', async () => {
    const { token } = await make(own, organization);
    const told = await read(`${token}/endoflife/nodejs.json`);
    const asKey = await as(own).get('/endoflife/nodejs.json');
    expect([told.status, JSON.parse(told.text)]).toEqual([200, asKey.json]);
    const ofProduct = await make(own, { scope: 'product', subject: 'nodejs' });
    expect((await read(`${ofProduct.token}/endoflife/nodejs.json`)).status).toBe(200);
    expect((await read(`${ofProduct.token}/endoflife/python.json`)).status).toBe(404);
    const ofImage = await make(own, { scope: 'image', subject: scanned.imageTagId });
    expect((await read(`${ofImage.token}/endoflife/nodejs.json`)).status).toBe(404);
  });

  it('what is asked badly is a 422', async () => {
    const { token } = await make(own, organization);
    const { status, text } = await read(`${token}/calendar.ics?reminders=soon`);
    expect([status, JSON.parse(text)]).toMatchObject([
      422,
      { detail: [{ loc: ['query', 'reminders'], type: 'value_error' }] },
    ]);
    const dated = await read(`${token}/calendar.ics?reminders=90,30`);
    expect(dated.text.match(/^BEGIN:VEVENT/gm)?.length).toBeGreaterThanOrEqual(3);
  });

  it('no secret of a token is in a log or a row, whatever path it stands in', async () => {
    const { token } = await make(own, organization);
    const secret = token.slice(13);
    const paths = [
      ...FEED_FILES.map((file) => `/feeds/${token}/${file}`),
      ...[`/feeds/${token}`, `/feeds//${token}/calendar.ics`, `/feeds/x/${token}/calendar.ics`],
      ...[`/api/feeds/${token}/calendar.ics`, `/v2/${token}`, `/${token}`, `/export/${token}`],
      `/feeds/${token}/calendar.ics?reminders=${token}`,
      `/xeol/databases/${token}`,
    ];
    for (const target of paths) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const headers = { ...clientOf(mount).headers, referer: `${mount.origin}${target}` };
        await sendHttp(mount.origin, { method, target, headers });
      }
    }
    const written = logFiles.filter((file) => readFileSync(file).includes(secret));
    expect(written).toEqual([]);
    expect(logFiles.some((file) => readFileSync(file).includes(`${token.slice(0, 12)}…`))).toBe(
      true,
    );
    const [row] = await deps.db.query<{ row: string }>(
      'SELECT t::text AS row FROM feed_token t WHERE public_id = $1',
      [token.slice(4, 12)],
    );
    expect(row?.row).not.toContain(secret);
    const trail = await deps.db.query<{ row: string }>(
      `SELECT t::text AS row FROM audit_event t WHERE organization_id = $1`,
      [own.organizationId],
    );
    expect(JSON.stringify(trail)).toContain('feed_token.create');
    expect(JSON.stringify(trail)).not.toContain(secret);
  });
});

it('are served on the host of the API too', async () => {
  const target = '/feeds/x/badge.svg';
  const answer = await sendHttp(node.origin, { method: 'GET', target, headers: { host: apiHost } });
  expect([answer.status, answer.text]).toEqual([404, NOT_FOUND]);
});
