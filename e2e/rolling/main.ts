import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startWebhookReceiver } from '@/test/webhook-receiver';
import { ApiClient } from '../api/harness/api-client';
import { NotRunnable } from '../database/programs';
import { DRAINED_WITHIN_MS, type Looked } from '../kills/drained';
import { type Act, checksOf, type Credentials, inTurns, listsOf, uploadsOf } from '../soak/acts';
import * as acts from './across';
import { afterwards } from './afterwards';
import { buildEarlier, findEarlier, type Earlier } from './earlier';
import { fill, sourceUploads } from './fill';
import { errorsOf, jobsOf, prepareInstallation, type Version } from './installation';
import { LockWaits, tellWaits } from './lock-waits';
import { requestsOf, Side, type Kind } from './side';

/**
 * `npm run test:rolling -- [--from COMMIT] [--images N] [--seconds N] [--keep FOLDER] [--out FOLDER]`: a rolling update, for
 * real. An earlier version, built from the history, works on a new database, into which so many images are copied; this
 * tree's build starts beside it and brings the database up to date; both work on under a constant load, each reads what the
 * other has written, and the earlier one ends. Ends with 1 where anything failed, was lost, was done twice or waited for
 * long for a lock, and with 3 where there is no earlier version.
 */
const NOT_RUN = 3;
/** Every format several times. */
const FIRST_UPLOADS = 150;
const ALONE_MS = 10_000;
const READY_WITHIN_MS = 120_000;
/** In a filled database: until it is up to date, and until all images are matched anew where the new version matches otherwise. */
const FILLED_WITHIN_MS = 900_000;
/** A request that was sent has come within so long. */
const ON_THE_WAY_MS = 50;
const LAST_UPLOADS = 8;
const REFUSED_WITHIN_MS = 60_000;
const REFUSAL = 'The database is newer than this version of the program';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(0)} ms`;

function given() {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      images: { type: 'string', default: '0' },
      seconds: { type: 'string', default: '45' },
      keep: { type: 'string' },
      out: { type: 'string', default: 'test-results/rolling' },
    },
  });
  const seconds = Number(values.seconds);
  if (!(seconds >= 5)) throw new Error('--seconds is a number, from 5');
  const images = Number(values.images);
  if (!Number.isSafeInteger(images) || images < 0) throw new Error('--images is a whole number');
  return { ...values, seconds, images };
}

async function main(): Promise<number> {
  const { from, keep, ...others } = given();
  if (!existsSync('dist/server/listener/main.js'))
    throw new NotRunnable('there is no build (npm run build)');
  const earlier = findEarlier(from);
  const folder = await mkdtemp(join(tmpdir(), 'eventide-rolling-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  try {
    const tree = keep === undefined ? join(folder, 'earlier') : resolve(keep);
    say(`From ${earlier.commit}, ${String(earlier.newer.length)} migrations earlier: building it`);
    await buildEarlier(earlier, tree);
    const faults = await update(earlier, { tree, folder, ...others });
    for (const fault of faults.slice(0, 50)) say(`FAULT ${fault}`);
    say(`${String(faults.length)} faults`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Place {
  readonly tree: string;
  readonly folder: string;
  readonly seconds: number;
  readonly images: number;
  readonly out: string;
}

async function update(earlier: Earlier, place: Place): Promise<string[]> {
  const { tree, folder, seconds, images, out } = place;
  const drainedWithinMs = images > 0 ? FILLED_WITHIN_MS : DRAINED_WITHIN_MS;
  const installation = await prepareInstallation(folder);
  const receiver = await startWebhookReceiver();
  const versions: Version[] = [];
  const sides: Side[] = [];
  const launch = async (name: string, of?: string) => {
    const version = await installation.launch(name, of);
    versions.push(version);
    return version;
  };
  const { key, looked } = installation;
  const locks = await LockWaits.watch(await looked.address()).catch(async (error: unknown) => {
    await installation.stop();
    throw error;
  });
  const faults: string[] = [];
  /** @returns what is too long */
  const tell = (phase: string, ...told: readonly Side[]) => {
    tellTimes(phase, told);
    const waits = tellWaits(phase, locks.taken(), earlier.newer);
    waits.lines.forEach(say);
    return waits.faults;
  };
  try {
    const before = await launch('old', tree);
    await before.process.ready();
    await leadDenials(before.process.origin, key, receiver.url);
    const credentials = { key, cookie: await acts.signIn(before.process.origin) };
    const refusals = { known: new Set<string>(), isLearning: true };
    const across = acts.nothingAcross();
    const old = new Side('old', before.process.origin, refusals);
    sides.push(old);
    let reads = (writer: Side) => writer;
    const kinds = kindsOf(credentials, {
      writing: { key, across, reader: (writer) => reads(writer) },
      isFilled: images > 0,
    });
    const upload = inTurns(uploadsOf(credentials));
    for (let turn = 0; turn < FIRST_UPLOADS; turn += 1) await old.ask('uploads', upload(turn));
    if (images > 0) await addImages(old, looked, { key, images });
    locks.taken();
    old.taken();
    old.start(kinds);
    await sleep(ALONE_MS);
    refusals.isLearning = false;
    // How long one waits without any update: told, and not judged.
    tell('the earlier version alone', old);

    const startedAtMs = performance.now();
    const after = await launch('new');
    await after.process.ready(images > 0 ? FILLED_WITHIN_MS : READY_WITHIN_MS);
    say(`The new version was ready after ${ms(performance.now() - startedAtMs)}`);
    faults.push(...tell('while the new version brought the database up to date', old));
    await tellMigrations(looked, earlier);

    const now = new Side('new', after.process.origin, refusals);
    sides.push(now);
    reads = (writer) => (writer === old ? now : old);
    Object.assign(across, { seen: 0, slowestMs: 0 });
    now.start(kinds);
    await sleep(seconds * 1_000);
    faults.push(...tell('side by side', old, now));
    say(
      `side by side: ${String(across.seen)} times one showed what the other had taken, after ${ms(across.slowestMs)} at most`,
    );
    const oldJobs = await jobsOf(before);

    reads = () => now;
    await endGently(old, before, upload);
    // Where both have the same schema, the earlier version may be started again.
    if (earlier.newer.length > 0) await refuseAgain(await launch('late', tree), old);
    await sleep(ALONE_MS);
    const newJobs = await jobsOf(after);
    await now.end();
    tell('the new version alone', now);

    for (const side of sides) tellSide(side);
    say(`messages: ${String(receiver.requests.length)}`);
    tellJobs(oldJobs, newJobs);
    const failed = [oldJobs, newJobs].flatMap((jobs) =>
      [...jobs].filter(([, job]) => job.failed > 0).map(([name]) => `jobs: ${name} failed`),
    );
    const errors = (await Promise.all([before, after].map(errorsOf))).flat();
    return [
      ...faults,
      ...sides.flatMap((side) => side.faults),
      ...failed,
      ...errors.map((line) => `log: ${line.slice(0, 1_000)}`),
      ...(await afterwards(looked, { sides, across, receiver, drainedWithinMs })),
    ];
  } finally {
    await Promise.all(sides.map((side) => side.end()));
    for (const version of versions) await version.process.stop();
    await receiver.close();
    // The database goes whatever does not.
    try {
      await locks.end();
    } finally {
      await installation.stop();
    }
    await keepLogs(versions, out);
  }
}

/** Uploads some, and copies them. */
async function addImages(
  old: Side,
  looked: Looked,
  { key, images }: { key: string; images: number },
): Promise<void> {
  for (const request of sourceUploads(key)) await old.ask('uploads', request);
  const filled = await fill(await looked.address(), images);
  say(
    `Filled with ${String(filled.images)} further images: ${String(filled.findings)} findings, in ${ms(filled.tookMs)}`,
  );
}

/** Without files of everything, which would be of hundreds of megabytes in a filled database. */
const withoutFiles =
  (act: Act): Act =>
  (turn) => {
    for (let next = turn; ; next += 1) {
      const request = act(next);
      if (!request.target.startsWith('/export/')) return request;
    }
  };

function kindsOf(
  credentials: Credentials,
  { writing, isFilled }: { writing: acts.Writing; isFilled: boolean },
): Kind[] {
  const lists = inTurns(listsOf(credentials));
  return [
    requestsOf('uploads', 2, inTurns(uploadsOf(credentials))),
    requestsOf('lists', 1, isFilled ? withoutFiles(lists) : lists),
    requestsOf('checks', 1, inTurns(checksOf(credentials))),
    requestsOf('ready', 4, () => ({ method: 'GET', target: '/readyz' })),
    acts.dashboardReads(credentials.cookie),
    acts.uploadsAcross(writing),
    acts.denials(writing),
    acts.waiversAcross(writing),
    acts.signInsAcross(writing),
  ];
}

/** A policy that denies, and a channel that hears of it. */
async function leadDenials(origin: string, key: string, url: string): Promise<void> {
  const api = new ApiClient(origin).withKey(key);
  const made = async (path: string, body: object) => {
    const answer = await api.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return (answer.json as { id: string }).id; // held against its schema by the client
  };
  const policy = { policy_scope: 'project', project_name: 'denied', policy_type: 'EOL' };
  await made('/v1/policy', { ...policy, deny_days: 0 });
  await api.put('/settings/dependency_track', { enabled: true });
  const id = await made('/channels', { kind: 'webhook', name: 'Receiver', settings: { url } });
  const kinds = ['build.denied'];
  await made('/message_rules', { name: 'Denials', kinds, tempo: 'at_once', channel_ids: [id] });
}

/** A load balancer sends it nothing more; what is under way as it is asked to end is answered. */
async function endGently(old: Side, version: Version, upload: Act): Promise<void> {
  await old.end();
  const last = Array.from({ length: LAST_UPLOADS }, (_, turn) => old.ask('last', upload(turn)));
  await sleep(ON_THE_WAY_MS);
  await version.process.stop();
  await Promise.all(last);
  const status = await version.process.ended();
  if (status !== 0) old.fault('end', `it ended with ${String(status)}`);
}

/** One of the earlier version that starts only now does no harm: it says why, and ends. */
async function refuseAgain({ process: late }: Version, old: Side): Promise<void> {
  const status = await Promise.race([late.ended(), sleep(REFUSED_WITHIN_MS, null, { ref: false })]);
  if (status === null || status === 0) old.fault('start', 'it was not refused after the update');
  else if (!(await late.log()).includes(REFUSAL))
    old.fault('start', `it was refused otherwise: ${(await late.log()).slice(-500)}`);
}

function tellTimes(phase: string, sides: readonly Side[]): void {
  for (const side of sides) {
    const { gapMs, slowest } = side.taken();
    const kinds = [...slowest].toSorted(([, one], [, other]) => other - one);
    const answers = kinds.map(([kind, tookMs]) => `${kind} ${ms(tookMs)}`).join(', ');
    say(
      `${phase}: ${side.name}: nothing answered for ${ms(gapMs)}, slowest answers: ${answers || 'none'}`,
    );
  }
}

function tellSide({ name, requests, acknowledged, faults, refused }: Side): void {
  say(
    `${name}: ${String(requests)} requests, ${String(acknowledged.size)} images, ${String(faults.length)} faults`,
  );
  for (const [what, count] of refused)
    say(`  refused as before the update, ${String(count)} times: ${what}`);
}

async function tellMigrations({ ask }: Looked, { newer }: Earlier): Promise<void> {
  const rows = await ask<{ name: string; took: number }>(
    `SELECT migration_name AS name, extract(epoch FROM finished_at - started_at)::float8 * 1000 AS took
       FROM _prisma_migrations ORDER BY started_at`,
  );
  for (const { name, took } of rows) if (newer.includes(name)) say(`  ${name} took ${ms(took)}`);
}

type Jobs = Awaited<ReturnType<typeof jobsOf>>;

function tellJobs(old: Jobs, now: Jobs): void {
  const runs = (jobs: Jobs) => [...jobs.values()].reduce((sum, job) => sum + job.runs, 0);
  const both = [...old.keys()].filter((name) => now.has(name));
  const alone = (one: Jobs, other: Jobs) => [...one.keys()].filter((name) => !other.has(name));
  say(
    `jobs: ${String(runs(old))} runs by old, ${String(runs(now))} by new; by both in turns: ${both.join(', ')}; by old alone: ${alone(old, now).join(', ') || 'none'}; by new alone: ${alone(now, old).join(', ') || 'none'}`,
  );
}

async function keepLogs(versions: readonly Version[], out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const [number, { process: server }] of versions.entries())
    await copyFile(server.logFile, join(out, `server-${String(number + 1)}.log`));
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotRunnable)) throw error;
  say(`A rolling update: NOT RUN: ${error.message}`);
  process.exitCode = NOT_RUN;
}
