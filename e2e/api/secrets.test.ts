import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { makeTenant } from './harness/tenants';

const { clusterDir, databaseOwnerUrl, logFiles, maxScanBytes } = inject('startedServers');
const MARK = `sesame-${String(Date.now())}`;
/** A text that the service keeps on purpose: proves that looking for a text in the cluster's files finds it. */
const KEPT = `kept-${MARK.slice(7)}`;

/** A scan with a secret in every place that real scanners put one, and in some that they do not. */
function scanWithSecrets(image: string) {
  const scan = imageScan({ project: KEPT, image, matches: [{ product: KEPT, cycle: '1' }] });
  const config = Buffer.from(JSON.stringify({ config: { Env: [`PASSWORD=${MARK}-config`] } }));
  const hidden = {
    Metadata: { note: `${MARK}-metadata` },
    Locations: [{ path: `/${MARK}-location` }],
  };
  return {
    ...scan,
    AppConfig: {
      'project-name': KEPT,
      'api-key': `${MARK}-api-key`,
      registry: {
        auth: [{ username: `${MARK}-user`, password: `${MARK}-password`, token: `${MARK}-token` }],
      },
      [`${MARK}-key`]: { 'project-name': `${MARK}-nested` },
    },
    Context: {
      Distro: { ID: 'debian', VersionID: '12' },
      Source: {
        Scheme: `${MARK}-scheme`,
        Metadata: {
          config: config.toString('base64'),
          manifest: `${MARK}-manifest`,
          tags: [],
          repoDigests: [],
          labels: { a: `${MARK}-label` },
        },
      },
    },
    Packages: scan.Packages.map((item) => ({ ...item, ...hidden })),
    Matches: scan.Matches.map((item) => ({ ...item, Package: { ...item.Package, ...hidden } })),
    [`${MARK}-extra`]: `${MARK}-extra`,
  };
}

const encoded = [MARK, Buffer.from(`PASSWORD=${MARK}`).toString('base64').slice(4, -4)];

function filesBelow(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/** The files that hold a text, among those that can be read. */
function holding(files: readonly string[], text: string): string[] {
  return files.filter((file) => {
    try {
      return readFileSync(file).includes(text);
    } catch {
      return false; // PostgreSQL removes files while we look
    }
  });
}

describe('what scans carry in clear', () => {
  it('is in no answer, no log and no file of the database', async () => {
    const { keys } = await makeTenant();
    for (const mount of mounts) {
      const scanner = clientOf(mount).withKey(keys.scanner);
      const sound = scanWithSecrets(`${KEPT}:${mount.name}`);
      const text = JSON.stringify(sound);
      const headers = { 'content-type': 'application/json' };
      const attempts: [number, Buffer | string, Record<string, string>?][] = [
        [200, text],
        [200, text],
        [
          422,
          JSON.stringify({
            ...sound,
            Matches: `${MARK}-matches`,
            ImageVerified: `${MARK}-verified`,
          }),
        ],
        [
          422,
          JSON.stringify({
            ...sound,
            AppConfig: `${MARK}-whole`,
            EventSource: { Type: `${MARK}-type` },
          }),
        ],
        [422, JSON.stringify({ ...sound, Sbom: `*${MARK}` })],
        [
          422,
          JSON.stringify({
            ...sound,
            Matches: [
              {
                ...sound.Matches[0],
                Cycle: { ...sound.Matches[0]?.Cycle, Eol: `${MARK}-eol`, LTS: `${MARK}-lts` },
              },
            ],
          }),
        ],
        [422, text.slice(0, -1)],
        [422, `${text}${MARK}`],
        [422, text.replace(`"${MARK}-user"`, MARK)],
        [415, text, { 'content-type': 'text/plain' }],
        [413, text.replace('{', `{"a":"${'a'.repeat(maxScanBytes)}",`)],
      ];
      for (const [status, body, other] of attempts) {
        const answer = await scanner.send({
          method: 'PUT',
          target: '/api/v2/scan',
          headers: { ...headers, ...other },
          body,
        });
        expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.anything()]);
        for (const secret of encoded)
          expect(answer.text + JSON.stringify(answer.headers)).not.toContain(secret);
      }
      const wrongKey = await clientOf(mount)
        .withKey(`${MARK}-as-key`)
        .get(`/v1/policy?token=${MARK}`);
      expect(wrongKey.status).toBe(401);
      expect(wrongKey.text).not.toContain(MARK);
    }

    const owner = new pg.Client({ connectionString: databaseOwnerUrl });
    await owner.connect();
    await owner.query('CHECKPOINT');
    await owner.end();
    const files = filesBelow(clusterDir);
    expect(holding(files, KEPT).length).toBeGreaterThan(0);
    for (const secret of encoded) {
      expect(holding(files, secret)).toEqual([]);
      expect(holding(logFiles, secret)).toEqual([]);
    }
  });
});

describe('the tokens of mailed links', () => {
  it('are in no log, of the page that they open as of what it loads', async () => {
    const token = `link-${MARK}`.padEnd(43, 'x');
    for (const { origin } of mounts) {
      for (const place of [
        'invitations/',
        'reset-password/',
        'confirm-email/',
        'waivers/decide/',
        'unsubscribe/',
        'set-up?token=',
      ]) {
        const target = `/${place}${token}`;
        expect((await sendHttp(origin, { method: 'GET', target })).status).toBeLessThan(500);
        const headers = { referer: `${origin}${target}` };
        await sendHttp(origin, { method: 'GET', target: '/api/trpc/session.current', headers });
      }
      const target = `/unsubscribe/${token}/one-click`;
      await sendHttp(origin, { method: 'POST', target, body: 'List-Unsubscribe=One-Click' });
    }
    expect(holding(logFiles, token)).toEqual([]);
  });
});
