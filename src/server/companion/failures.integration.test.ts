import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { jobs } from '@/server/platform/signals';
import { testDeps, type TestDeps } from '@/test/deps';
import type { DependencyTrackServer } from '@/test/dependency-track-server';
import { getCompanion, requestPull, setCompanion } from './service/companion';
import { pullWhenDue } from './service/pull';
import { CompanionBench, never, NOW, project } from '@/test/companion-bench';

let deps: TestDeps;
let bench: CompanionBench;

beforeAll(async () => {
  deps = await CompanionBench.deps();
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  bench = await CompanionBench.start(deps);
});
afterEach(() => bench.remote.stop());

const HOUR_MS = 3_600_000;

/** Lists one project a page, each of which takes a while. */
function listSlowly(names: readonly string[], pageMs: number): void {
  const listed = names.map((name) => project(name));
  bench.remote.projects = listed;
  bench.remote.instead.set('/api/v1/project', (response, request) => {
    deps.clock.advance(pageMs);
    const number = Number(
      new URL(request.url ?? '', bench.remote.url).searchParams.get('pageNumber'),
    );
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-total-count': String(names.length),
    });
    response.end(JSON.stringify(listed.slice(number - 1, number)));
  });
}

describe('a server that lists its projects slowly', () => {
  it('is asked for no further page after ten minutes; those that are known have their turn', async () => {
    bench.remote.projects = [project('before')];
    await bench.pull();
    listSlowly(['a', 'b', 'c', 'd'], 6 * 60_000);
    expect((await bench.pull()).last).toMatchObject({
      ...{ outcome: 'complete', listed: 2, pulled: 2, gone: 0 },
      fault: 'It takes too long to list its projects: only the first 2 were looked at',
    });
    expect((await bench.images()).map(({ name }) => name)).toEqual(['a', 'b', 'before']);
  });

  it('brings one project with each pull all the same, however long it takes', async () => {
    listSlowly(['a', 'b'], 9 * 60_000);
    expect((await bench.pull()).last).toMatchObject({
      ...{ outcome: 'unfinished', listed: 2, pulled: 1, waiting: 1, fault: null },
    });
    expect((await bench.pull()).last).toMatchObject({ pulled: 1, unchanged: 1, waiting: 0 });
  });
});

describe('a project that fails', () => {
  const failures: [string, Parameters<DependencyTrackServer['instead']['set']>[1], RegExp][] = [
    ['403', (response) => response.writeHead(403).end(), /may not read this \(403\)/],
    ['404', (response) => response.writeHead(404).end(), /nothing there \(404\)/],
    ['500', (response) => response.writeHead(500).end('secret of theirs'), /^It answers 500$/],
    [
      'a body that breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"bomFormat":"CycloneDX"');
        setTimeout(() => response.destroy(), 20);
      },
      /breaks off/,
    ],
    ['half a document', (response) => response.end('{"bomFormat":"Cyclo'), /BOM is not read/],
    ['no BOM', (response) => response.end('<html>Sign in</html>'), /BOM is not read/],
    ['nothing', (response) => response.writeHead(200).end(), /BOM is not read/],
    [
      'more than is read',
      (response) => response.end(`{"bomFormat":"CycloneDX","x":"${'y'.repeat(9_000_000)}"}`),
      /larger than 8388608 bytes/,
    ],
    [
      'another origin',
      (response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
      /redirects to another origin/,
    ],
  ];

  it.each(failures.slice(0, -1))(
    'keeps no other from its turn: %s',
    async (_what, answer, fault) => {
      const [bad, good] = [project('bad'), project('good')];
      bench.remote.projects = [bad, good];
      bench.remote.instead.set(bench.remote.bomPath(bad.uuid), answer);
      expect((await bench.pull()).last).toMatchObject({
        outcome: 'complete',
        pulled: 1,
        failed: 1,
      });
      const [failed] = await bench.projects('failed');
      expect(failed).toMatchObject({ name: 'bad', imported_at: null, image_tag_id: null });
      expect(failed?.fault).toMatch(fault);
      expect((await bench.images()).map(({ name }) => name)).toEqual(['good']);
      bench.remote.instead.clear();
      expect((await bench.pull()).last).toMatchObject({ pulled: 1, failed: 0, unchanged: 1 });
      expect(await bench.projects('failed')).toEqual([]);
    },
  );

  it('does not lead elsewhere', async () => {
    const bad = project('bad');
    bench.remote.projects = [bad];
    const [, answer, fault] = failures.at(-1) ?? [];
    if (answer) bench.remote.instead.set(bench.remote.bomPath(bad.uuid), answer);
    expect((await bench.pull()).last).toMatchObject({
      outcome: 'failed',
      fault: expect.stringMatching(fault ?? ''),
    });
  });

  it('comes after those that have not failed', async () => {
    const bad = project('a-bad');
    bench.remote.projects = [bad];
    bench.remote.instead.set(bench.remote.bomPath(bad.uuid), (response) =>
      response.writeHead(403).end(),
    );
    await bench.pull();
    bench.remote.projects = [bad, project('b-new')];
    bench.remote.asked.length = 0;
    await bench.pull();
    expect(bench.remote.asked.at(-1)).toBe(bench.remote.bomPath(bad.uuid));
  });
});

describe('a server that fails', () => {
  const failed = async () => {
    const { last, ...rest } = await bench.pull();
    expect(last.outcome).toBe('failed');
    return { ...rest, fault: last.fault };
  };

  it('by its key: 401 in the list, and in the middle', async () => {
    bench.remote.projects = [project('shop'), project('tool')];
    bench.remote.instead.set('/api/v1/project', (response) => response.writeHead(401).end());
    expect(await failed()).toMatchObject({
      ...{ fault: 'It refuses the key (401)', next_pull_at: '2026-11-21T12:15:00.000Z' },
    });
    bench.remote.instead.clear();
    const [shop] = bench.remote.projects;
    if (shop)
      bench.remote.instead.set(bench.remote.bomPath(shop.uuid), (response) =>
        response.writeHead(401).end(),
      );
    expect(await failed()).toMatchObject({ fault: 'It refuses the key (401)' });
    expect(await bench.images()).toEqual([]);
  });

  it('by asking for a rest, which it gets', async () => {
    bench.remote.projects = [project('shop')];
    bench.remote.instead.set('/api/v1/project', (response) =>
      response.writeHead(429, { 'retry-after': '7200' }).end(),
    );
    expect(await failed()).toMatchObject({
      ...{ fault: 'It asks to be left alone (429)', next_pull_at: '2026-11-21T14:00:00.000Z' },
    });
    deps.clock.set('2026-11-21T13:59:59Z');
    expect(await bench.pullWhenDue()).toBe(false);
    deps.clock.set('2026-11-21T14:00:00Z');
    expect(await bench.pullWhenDue()).toBe(true);
  });

  it('by being another one, or none', async () => {
    bench.remote.instead.set('/api/version', (response) => response.end('{"application":"Nexus"}'));
    expect((await failed()).fault).toBe('What answers at this address is no Dependency-Track');
    expect(bench.remote.asked).toEqual([]);
    await bench.remote.stop();
    expect((await failed()).fault).toBe('The connection fails or breaks off (ECONNREFUSED)');
    bench = await CompanionBench.start(deps);
  });

  it('by answering something else than projects', async () => {
    for (const [text, fault] of [
      ['{}', /something else than projects/],
      ['[{"name":', /no JSON, or breaks off/],
      ['not json', /no JSON, or breaks off/],
      [`["${'x'.repeat(100)}"`, /no JSON, or breaks off/],
    ] as const) {
      bench.remote.instead.set('/api/v1/project', (response) => response.end(text));
      expect((await failed()).fault).toMatch(fault);
    }
  });

  it('by silence, project after project', async () => {
    bench.remote.projects = Array.from({ length: 8 }, (_, index) => project(`p${String(index)}`));
    for (const { uuid } of bench.remote.projects) {
      bench.remote.instead.set(bench.remote.bomPath(uuid), (response) =>
        response.writeHead(500).end(),
      );
    }
    const { last } = await bench.pull();
    expect(last).toMatchObject({
      outcome: 'failed',
      fault: 'It answers 500',
      failed: 5,
      waiting: 4,
    });
  });

  it('by dribbling without end', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    timeout.mockImplementation((ms) => {
      const controller = new AbortController();
      const after = ms > 100_000 ? 300 : ms;
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), after).unref();
      return controller.signal;
    });
    const [slow, good] = [project('slow'), project('swift')];
    bench.remote.projects = [slow, good];
    bench.remote.instead.set(bench.remote.bomPath(slow.uuid), (response) => {
      response.write('{"bomFormat":"CycloneDX"');
      const dribble = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(dribble));
    });
    expect((await bench.pull()).last).toMatchObject({ pulled: 1, failed: 1 });
    expect((await bench.projects('failed'))[0]?.fault).toBe('It did not answer in 120 seconds');
    timeout.mockRestore();
  });

  it('doubles the pause, up to the interval', async () => {
    bench.remote.instead.set('/api/version', (response) => response.writeHead(500).end());
    const pauses: number[] = [];
    for (let times = 0; times < 7; times += 1) {
      const { next_pull_at: next } = await failed();
      pauses.push((Date.parse(next) - Date.parse(NOW)) / HOUR_MS);
    }
    expect(pauses).toEqual([0.25, 0.5, 1, 2, 4, 6, 6]);
  });
});

test('a pull that fails is a run that failed, and the log says of which organization and why', async () => {
  const runs: string[] = [];
  onTestFinished(
    jobs.hear(({ name, outcome }) => {
      runs.push(`${name} ${outcome}`);
    }),
  );
  await bench.pull();
  bench.remote.instead.set('/api/version', (response) => response.writeHead(500).end());
  await bench.pull();
  expect(runs).toEqual(['pull portfolios done', 'pull portfolios failed']);
  const line = deps
    .logged()
    .split('\n')
    .find((one) => one.includes('not pulled') && one.includes(bench.organizationId));
  expect(line).toContain('500');
});

test('this machine is asked only when the operator allows it', async () => {
  const strict = testDeps(deps.db, {});
  await requestPull(strict, bench.actor);
  expect(await pullWhenDue(strict, bench.organizationId, never())).toBe(true);
  expect((await bench.state()).last_pull?.fault).toMatch(
    /Only public hosts are asked.*OUTGOING_ALLOW/,
  );
  expect(bench.remote.asked).toEqual([]);
});

test('without the secret that sealed it the key is asked for again', async () => {
  const other = {
    ...deps,
    env: { ...deps.env, authSecret: 'another secret, also for tests alone' },
  };
  await requestPull(deps, bench.actor);
  expect(await pullWhenDue(other, bench.organizationId, never())).toBe(true);
  expect(await getCompanion(other, bench.organizationId)).toMatchObject({
    key_readable: false,
    last_pull: { outcome: 'failed', fault: 'The key cannot be read any more: enter it again' },
  });
  await setCompanion(other, bench.actor, {
    url: bench.remote.url,
    key: bench.remote.key,
    intervalHours: null,
  });
  expect(await pullWhenDue(other, bench.organizationId, never())).toBe(true);
  expect(await getCompanion(other, bench.organizationId)).toMatchObject({
    ...{ key_readable: true, last_pull: { outcome: 'complete' } },
  });
});
