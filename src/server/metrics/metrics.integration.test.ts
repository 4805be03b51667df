import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { runJob } from '@/server/platform/jobs/run-job';
import { outgoing, requests, uploads } from '@/server/platform/signals';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { METRICS } from './service/definitions';
import { Held } from './service/held';
import { createPrometheus } from './service/prometheus';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

function measured(deps = testDeps(db)) {
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

  it('is measured while somebody wants it, and not before or after', async () => {
    expect(requests.isHeard).toBe(false);
    const metrics = createPrometheus(testDeps(db), '1.2.3');
    expect(requests.isHeard).toBe(true);
    await metrics.expose();
    metrics.stop();
    expect(requests.isHeard).toBe(false);
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

  it('are left out, not 0, where they are not known', async () => {
    expect(await catalogAge(testDeps(db))).toEqual([]);
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

const catalogAge = async (deps: ReturnType<typeof testDeps>) =>
  (await measured(deps).expose()).text
    .split('\n')
    .filter((line) => line.startsWith('eventide_catalog_age_seconds'));

describe('the age of the catalog', () => {
  const DAY_MS = 86_400_000;
  beforeEach(() => db.query('DELETE FROM catalog_revision'));

  async function read(deps: ReturnType<typeof testDeps>, source: string, outcome: string) {
    const values = [source, outcome, deps.clock.now()];
    await db.query(
      `INSERT INTO catalog_revision (id, source, trigger, outcome, started_at, finished_at, detail)
       VALUES (gen_random_uuid(), $1, 'start', $2, $3, $3, '{}')`,
      values,
    );
    deps.clock.advance(DAY_MS);
  }

  it('is none while it is as shipped and nothing is to bring a newer one', async () => {
    const deps = testDeps(db);
    await read(deps, 'starter', 'imported');
    expect(await catalogAge(deps)).toEqual([]);
  });

  it('is that of what was read last from a source, whatever is shipped later', async () => {
    const deps = testDeps(db);
    await read(deps, 'starter', 'imported');
    await read(deps, 'full.json', 'imported');
    await read(deps, 'https://catalog.example.com/full', 'not_modified');
    await read(deps, 'https://catalog.example.com/full', 'failed');
    await read(deps, 'starter', 'imported');
    expect(await catalogAge(deps)).toEqual([`eventide_catalog_age_seconds ${String(3 * 86_400)}`]);
  });

  it('counts from the first start on where an address is set and never answered', async () => {
    const deps = testDeps(db, { CATALOG_URL: 'https://catalog.example.com/full' });
    await read(deps, 'starter', 'imported');
    await read(deps, 'https://catalog.example.com/full', 'failed');
    await read(deps, 'starter', 'imported');
    expect(await catalogAge(deps)).toEqual([`eventide_catalog_age_seconds ${String(3 * 86_400)}`]);
  });
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
