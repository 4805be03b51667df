import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { backUpWhenDue } from '@/server/backup/service/scheduled';
import { createChannel, pauseChannel } from '@/server/channel/service/channels';
import { deliverChannel } from '@/server/channel/service/delivery';
import { sendLetters } from '@/server/inbox/service/sending';
import { sendMessage } from '@/server/message/service';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { runJob } from '@/server/platform/jobs/run-job';
import { outgoing, requests, uploads } from '@/server/platform/signals';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { temporaryFolder } from '@/test/files';
import { hearing } from '@/test/messages';
import { METRICS } from './service/definitions';
import { Held } from './service/held';
import type { MeasuredDeps } from './service/gauges';
import { createPrometheus, type PrometheusMetrics } from './service/prometheus';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

function measured(deps: MeasuredDeps = testDeps(db)) {
  const metrics = createPrometheus(deps, '1.2.3');
  onTestFinished(() => {
    metrics.stop();
  });
  return metrics;
}

describe('what happens', () => {
  it('is counted by templates and names alone', async () => {
    const metrics = measured();
    requests.send({ method: 'GET', route: '/v2/policy', status: 200, seconds: 0.02 });
    requests.send({ method: 'BREW', route: null, status: 404, seconds: 0.001 });
    uploads.send({ format: 'cyclonedx-json', outcome: 'accepted' });
    outgoing.send({ outcome: 'refused', seconds: 0.1 });
    await runJob('ends of support', () => Promise.resolve());
    await expect(
      runJob('ends of support', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow();
    const { text, contentType } = await metrics.expose();
    expect(contentType).toContain('text/plain');
    for (const line of [
      'eventide_info{version="1.2.3"} 1',
      'eventide_http_request_duration_seconds_count{method="GET",route="/v2/policy",status="200"} 1',
      'eventide_http_request_duration_seconds_count{method="other",route="none",status="404"} 1',
      'eventide_uploads_total{format="cyclonedx-json",outcome="accepted"} 1',
      'eventide_outgoing_requests_total{outcome="refused"} 1',
      'eventide_job_runs_total{name="ends of support",outcome="done"} 1',
      'eventide_job_runs_total{name="ends of support",outcome="failed"} 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(
      /^eventide_job_last_success_timestamp_seconds\{name="ends of support"\} \d{10}/m,
    );
  });

  it('is known of uploads and of what retention removes before there are any, so that the first is seen', async () => {
    const { text } = await measured().expose();
    for (const line of [
      'eventide_uploads_total{format="scan",outcome="failed"} 0',
      'eventide_uploads_total{format="syft-json",outcome="refused"} 0',
      'eventide_uploads_total{format="cluster-report",outcome="accepted"} 0',
      'eventide_retention_removed_rows_total{kind="scans"} 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('is measured while somebody wants it, and not before or after', async () => {
    expect(requests.isHeard).toBe(false);
    const metrics = createPrometheus(testDeps(db), '1.2.3');
    expect(requests.isHeard).toBe(true);
    await metrics.expose();
    metrics.stop();
    expect(requests.isHeard).toBe(false);
  });
});

describe('when a job last succeeded', () => {
  const name = 'counting';
  const atSeconds = async (metrics: PrometheusMetrics) => {
    const line = new RegExp(
      `^eventide_job_last_success_timestamp_seconds\\{name="${name}"\\} (.+)$`,
      'm',
    );
    const [, value] = line.exec((await metrics.expose()).text) ?? [];
    return value === undefined ? null : Number(value);
  };
  const schedule = (round: () => Promise<void>) =>
    scheduleRounds(testDeps(db), { name, everyMs: 10, failure: 'failed' }, round);

  it('is told from when it was begun with, where it fails or hangs from then on', async () => {
    const beganAt = Date.now() / 1000;
    let rounds = 0;
    const stop = schedule(() => {
      rounds += 1;
      return Promise.reject(new Error('always'));
    });
    const metrics = measured();
    await expect.poll(() => rounds).toBeGreaterThan(2);
    const since = await atSeconds(metrics);
    expect(since).toBeGreaterThanOrEqual(beganAt);
    expect(since).toBeLessThan(beganAt + 5);
    await stop();
    expect(await atSeconds(metrics)).toBeNull();
  });

  it('moves with each success', async () => {
    const metrics = measured();
    const stop = schedule(() => Promise.resolve());
    const since = await atSeconds(metrics);
    expect(since).not.toBeNull();
    await expect.poll(() => atSeconds(metrics)).toBeGreaterThan(since ?? Infinity);
    await stop();
  });
});

test('a run that is broken off since the process ends counts for nothing', async () => {
  const metrics = measured();
  const work = () => Promise.reject(new Error('aborted'));
  await expect(runJob('waivers', work, AbortSignal.abort())).rejects.toThrow('aborted');
  expect((await metrics.expose()).text).not.toContain('waivers');
});

test('a run that says itself that nothing came of it has failed', async () => {
  const metrics = measured();
  await runJob(
    'update catalog',
    () => Promise.resolve('refused'),
    undefined,
    (said) => (said === 'refused' ? 'failed' : 'done'),
  );
  expect((await metrics.expose()).text).toContain(
    'eventide_job_runs_total{name="update catalog",outcome="failed"} 1',
  );
});

test('a run in which there was nothing to do is none', async () => {
  const metrics = measured();
  const nothing = () => null;
  await runJob('make digests', () => Promise.resolve(), undefined, nothing);
  expect((await metrics.expose()).text).not.toContain('make digests');
});

describe('the figures of the database', () => {
  it('are there from the first answer on', async () => {
    const { text } = await measured().expose();
    const lines = text.split('\n');
    expect(lines).toContain('eventide_ready 1');
    expect(lines).toContain('eventide_outbox_pending{way="channel"} 0');
    expect(lines).toContain('eventide_outbox_pending{way="mail"} 0');
    expect(lines).toContain('eventide_findings{state="ended"} 0');
    expect(lines).toContain('eventide_channels_disabled{reason="failing"} 0');
    expect(lines).toContain('eventide_database_connections_limit 10');
  });

  it('that cannot be counted say for how long, also where they never could', async () => {
    const unreadable = { ...db, sql: db.sql.withSchema('nowhere') };
    const metrics = measured({ ...testDeps(db), db: unreadable });
    const ages = async () =>
      [
        ...(await metrics.expose()).text.matchAll(/^eventide_figures_age_seconds\{.*\} (.+)$/gm),
      ].map(([, seconds]) => Number(seconds));
    const [before] = await ages();
    const [after] = await ages();
    expect(before).toBeGreaterThan(0);
    expect(after).toBeGreaterThan(before ?? Infinity);
  });

  it('are left out, not 0, where they are not known', async () => {
    const deps = testDeps(db);
    expect(await valuesOf('eventide_catalog_age_seconds', deps)).toEqual([]);
    expect(await valuesOf('eventide_backup_age_seconds', deps)).toEqual([]);
    expect(await valuesOf('eventide_backup_interval_seconds', deps)).toEqual([]);
  });

  it('count what is open and kept in all organizations, and neither what is closed nor what is gone', async () => {
    const own = await testDatabase();
    onTestFinished(() => own.close());
    const deps = testDeps(own);
    const [acme, globex] = [await makeOrganization(deps), await makeOrganization(deps, 'Globex')];
    const redis = { product: 'Redis', cycle: '6', eol: '2026-11-01' };
    const node = { product: 'Node.js', cycle: '20', eol: '2027-04-30' };
    const debian = { product: 'Debian', cycle: '11', eol: '2027-09-30' };
    const python = { product: 'Python', cycle: '3.14', eol: '2030-10-31' };
    const quill = { product: 'Quill', cycle: '2' };
    await scanImage(deps, acme, { image: 'api:1', software: [redis, node, debian, python, quill] });
    await scanImage(deps, acme, { image: 'web:1', software: [redis, node] });
    await scanImage(deps, globex, { image: 'api:1', software: [redis] });
    // Closed by the next scan, by a deletion, and by a retirement.
    await scanImage(deps, acme, { image: 'moved:1', software: [redis, quill] });
    await scanImage(deps, acme, { image: 'moved:1', software: [python] });
    const admin = callAs(deps, acme, 'admin');
    const gone = await scanImage(deps, acme, { image: 'gone:1', software: [redis, node] });
    await admin.image.delete({ id: gone.image_tag_id });
    const old = await scanImage(deps, acme, { image: 'old:1', software: [redis, debian] });
    await admin.retirement.retire({ id: old.image_tag_id, body: {} });
    const lines = await linesOf(deps);
    for (const line of [
      'eventide_organizations 2',
      'eventide_images 4',
      'eventide_findings{state="ended"} 3',
      'eventide_findings{state="soon"} 2',
      'eventide_findings{state="next"} 1',
      'eventide_findings{state="later"} 2',
      'eventide_findings{state="unknown"} 1',
    ]) {
      expect(lines).toContain(line);
    }
  });

  it('count what is still to be delivered, how long that waits, and channels that deliver nothing', async () => {
    const own = await testDatabase();
    onTestFinished(() => own.close());
    const deps = testDeps(own);
    const { clock } = deps;
    const { signal } = new AbortController();
    const acme = await makeOrganization(deps);
    const ada = await makePerson(deps, { organizationId: acme, role: 'member' });
    const channel = await hearing(deps, acme, 'support.ends');
    const actor = await makeActor(deps, acme, 'admin');
    const { id: silent } = await createChannel(deps, actor, {
      ...{ kind: 'mail', name: 'Silent' },
      settings: { addresses: ['silent@example.com'] },
    });
    await pauseChannel(deps, actor, silent);
    const say = (kind: 'support.ends' | 'build.denied', personIds: readonly string[] = []) => {
      const items = [itemOf({ key: 'a', what: 'Debian 11', personIds: [...personIds] })];
      const content = fullMessage({ kind, items, total: 1 });
      return own.transaction((tx) => sendMessage(tx, acme, content, 'listeners', clock.now()));
    };
    // What is delivered waits no more.
    await say('support.ends');
    await say('build.denied', [ada.id]);
    await deliverChannel(deps, acme, channel, signal);
    await sendLetters(deps, signal);
    expect(deps.mails()).toHaveLength(2);
    clock.advance(3_600_000);
    await say('support.ends');
    clock.advance(30_000);
    await say('support.ends');
    await say('build.denied', [ada.id]);
    clock.advance(60_000);
    const lines = await linesOf(deps);
    for (const line of [
      'eventide_outbox_pending{way="channel"} 2',
      'eventide_outbox_oldest_seconds{way="channel"} 90',
      'eventide_outbox_pending{way="mail"} 1',
      'eventide_outbox_oldest_seconds{way="mail"} 60',
      'eventide_channels_disabled{reason="paused"} 1',
      'eventide_channels_disabled{reason="gone"} 0',
      'eventide_channels_disabled{reason="failing"} 0',
    ]) {
      expect(lines).toContain(line);
    }
  });

  it('say when certificates for scanners end, where scanners have a listener', async () => {
    const name = 'eventide_scanner_certificate_end_timestamp_seconds{';
    const certificateEnds = () => [
      { certificate: 'server', at: new Date('2027-01-01T00:00:00Z') } as const,
    ];
    expect(await valuesOf(name, { ...testDeps(db), certificateEnds })).toEqual([
      `${name}certificate="server"} 1798761600`,
    ]);
    expect(await valuesOf(name, testDeps(db))).toEqual([]);
  });

  it('say how many authorities processes have for scanners, where the service has one', async () => {
    const name = 'eventide_scanner_authorities';
    const scannerAuthorities = () => 2;
    expect(await valuesOf(name, { ...testDeps(db), scannerAuthorities })).toEqual([`${name} 2`]);
    expect(await valuesOf(name, testDeps(db))).toEqual([]);
  });

  it('say how often the source of the catalog is looked at, where there is one', async () => {
    const name = 'eventide_catalog_interval_seconds';
    const settings = { CATALOG_URL: 'https://catalog.example.com/full', CATALOG_INTERVAL: '7d' };
    expect(await valuesOf(name, testDeps(db, settings))).toEqual([`${name} 604800`]);
    expect(await valuesOf(name, testDeps(db))).toEqual([]);
  });

  it('say every metric of the list, and none beside node’s own', async () => {
    const { text } = await measured().expose();
    const said = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '']) => name);
    const own = said.filter((name) => name.startsWith('eventide_'));
    expect(own.sort()).toEqual(Object.keys(METRICS).sort());
    const others = said.filter((name) => !/^(eventide|process|nodejs)_/.test(name));
    expect(others).toEqual([]);
  });
});

const linesOf = async (deps: MeasuredDeps) => (await measured(deps).expose()).text.split('\n');
const valuesOf = async (name: string, deps: MeasuredDeps) =>
  (await linesOf(deps)).filter((line) => line.startsWith(name));

const DAY_MS = 86_400_000;

/** Reads the catalog, after which a day passes. */
async function read(deps: TestDeps, source: string, outcome: string) {
  const values = [source, outcome, deps.clock.now()];
  await db.query(
    `INSERT INTO catalog_revision (id, source, trigger, outcome, started_at, finished_at, detail)
     VALUES (gen_random_uuid(), $1, 'start', $2, $3, $3, '{}')`,
    values,
  );
  deps.clock.advance(DAY_MS);
}

test('the age of the last backup is that of the last one on a schedule, or of the service before there is one', async () => {
  await db.query('DELETE FROM catalog_revision');
  const dir = join(await temporaryFolder(), 'backups');
  const settings = { BACKUP_DIR: dir, BACKUP_INTERVAL: '6h', DATA_DIR: dir };
  const deps = testDeps(db, settings);
  const age = () => valuesOf('eventide_backup_age_seconds', deps);
  expect(await age()).toEqual([]);
  await read(deps, 'starter', 'imported');
  expect(await age()).toEqual(['eventide_backup_age_seconds 86400']);
  const { signal } = new AbortController();
  await backUpWhenDue(deps, signal);
  deps.clock.advance(2 * 3_600_000);
  // A look that finds nothing to do makes it no newer.
  await backUpWhenDue(deps, signal);
  expect(await age()).toEqual(['eventide_backup_age_seconds 7200']);
  expect(await valuesOf('eventide_backup_interval_seconds', deps)).toEqual([
    'eventide_backup_interval_seconds 21600',
  ]);
  // Nobody wants one any more.
  expect(await valuesOf('eventide_backup_', testDeps(db))).toEqual([]);
});

describe('a held value', () => {
  const nothing = () => undefined;

  it('is read once for all who ask meanwhile, and not again while it holds', async () => {
    const read = vi.fn(() => Promise.resolve(7));
    const held = new Held({ read, everyMs: 60_000, onFailure: nothing });
    const asked = await Promise.all([held.current(1_000), held.current(1_000)]);
    expect(asked.map((one) => one?.value)).toEqual([7, 7]);
    await held.current(1_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('keeps nobody waiting for longer than they want, and is there later', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const held = new Held({ read: () => promise, everyMs: 60_000, onFailure: nothing });
    expect(await held.current(1)).toBeNull();
    resolve(3);
    expect((await held.current(10_000))?.value).toBe(3);
  });

  it('stays as it was when a reading fails', async () => {
    const read = vi
      .fn<() => Promise<number>>()
      .mockResolvedValueOnce(1)
      .mockRejectedValue(new Error('away'));
    const onFailure = vi.fn();
    const held = new Held({ read, everyMs: 0, onFailure });
    expect((await held.current(1_000))?.value).toBe(1);
    await vi.waitFor(async () => {
      expect((await held.current(1_000))?.value).toBe(1);
      expect(onFailure).toHaveBeenCalled();
    });
  });
});
