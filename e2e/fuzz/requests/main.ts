import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { insertOperator } from '@/server/operator/repository';
import { makePerson, makeSession } from '@/test/accounts';
import type { AskableDeps } from '@/test/with-query';
import { ApiClient } from '../../api/harness/api-client';
import { depsOf, makeTenantIn } from '../../api/harness/past-the-server';
import { freePort } from '../../api/harness/server-process';
import { TenantWorld } from '../../api/harness/tenant-world';
import { startDatabaseCluster } from '../../database-cluster';
import { growthOf } from '../../load/growth';
import { hearInterruption, INTERRUPTED } from '../../load/interruption';
import { type Listeners, listenersOf } from '../../load/listeners';
import { type LoadedServer, startLoadedServer } from '../../load/loaded-server';
import { residentMib } from '../../load/process-figures';
import { type Kinds, record } from './recorded';
import { makeRecords } from './records';
import { type Finding, sendRequests } from './run';
import { LogFaults, readingOn } from './server-log';

/**
 * `npm run fuzz -- [--requests N] [--seed S] [--only NUMBER] [--concurrency C] [--out FOLDER]`: sends changed requests of
 * every kind (uploads as tools wrote them, every route of the API's document, every call of the dashboard, every page,
 * export and feed, what assistants ask, and what scanners send by TLS) to a built server with a database of its own. None may be answered 5xx, with an
 * internal error in another answer, after more than ten seconds or not at all; the server may not tell of errors, and may not
 * grow. A request follows from the seed and its number: `--only` sends it again, alone. Ctrl-C ends it after the stretch of
 * requests that is under way, with what was found and how much it grew until then.
 */
const AUTH_SECRET = 'a secret for changed requests, and for them alone';
/** Requests use up the records that they name: after so many there are new ones, in a new organization. */
const ROUND = 2_500;
/**
 * Growth is more than this share and more than the slack, whichever is larger: a server of 200 MiB may have 24 MiB more at
 * the end. A leak of a kilobyte a request would be far more, in a million.
 */
const MAX_GROWTH = 0.1;
const SLACK_MIB = 24;
/**
 * Fewer requests than this say nothing about growth: until then code is compiled as it gets hot, pages are loaded, and memories
 * that are bounded fill. It was 351 MiB after some 15,000, 395 after 50,000, and 404 to 411 from 195,000 to 280,000.
 */
const ENOUGH = 400_000;
const SAMPLE_EVERY_MS = 1_000;
const MANY = '1000000';

const say = (line: string) => void process.stdout.write(`${line}\n`);

function given() {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: MANY },
      seed: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '4' },
      only: { type: 'string' },
      out: { type: 'string', default: 'test-results/fuzz' },
    },
  });
  const whole = (text: string) => {
    if (!/^\d{1,15}$/.test(text)) throw new Error(`${text} is no whole number`);
    return Number(text);
  };
  return {
    requests: whole(values.requests),
    seed: whole(values.seed),
    concurrency: whole(values.concurrency),
    only: values.only === undefined ? null : whole(values.only),
    out: values.out,
  };
}
type Given = ReturnType<typeof given>;

async function main(): Promise<number> {
  const options = given();
  const interruption = hearInterruption('it ends after the stretch of requests that is under way');
  const database = await startDatabaseCluster();
  const folder = await mkdtemp(join(tmpdir(), 'eventide-requests-'));
  await chmod(folder, 0o755);
  const tlsPort = await freePort();
  const environment = {
    ...{ ...database.main, ...OPEN, AUTH_SECRET, SCANNER_TLS_PORT: String(tlsPort) },
    // At the port of everybody, so that they are asked for as well.
    ...{ METRICS_PORT: '', METRICS_HOST: '', METRICS_TOKEN },
  };
  const server = await startLoadedServer(folder, environment, true);
  const deps = depsOf({ databaseUrl: database.main.DATABASE_URL, authSecret: AUTH_SECRET });
  const memory = watchMemory(server);
  const findings: Finding[] = [];
  const logged = { faults: new LogFaults(), readOn: readingOn(server.process.logFile) };
  try {
    const listeners = await listenersOf(server.process.origin, tlsPort);
    const isEnded = () => interruption.isAsked || !server.process.isRunning;
    let sent = 0;
    try {
      sent = await sendAll(options, { deps, listeners, findings, logged, isEnded, server });
    } finally {
      // Also what was found before it could not go on.
      await keep(options.out, findings, await server.process.log());
    }
    const isRunning = server.process.isRunning;
    if (!isRunning) say('The server has ended by itself');
    const isSteady = memory.verdict(sent);
    if (findings.length > 0 || !isRunning || !isSteady) return 1;
    return interruption.isAsked ? INTERRUPTED : 0;
  } finally {
    memory.stop();
    await deps.db.close();
    await server.process.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const METRICS_TOKEN = 'a-token-for-the-metrics-of-the-fuzzer';

/** Limits of how often would refuse what is to be tried. */
const OPEN = {
  MAX_FAILED_CREDENTIALS: MANY,
  MAX_ORGANIZATIONS_BY_PERSON: MANY,
  MAX_INVITATIONS: MANY,
  MAX_INVITATIONS_BY_ORGANIZATION: MANY,
  MAX_INVITATIONS_BY_PERSON: MANY,
  // Nothing may be reached from here, whatever the requests say.
  OUTGOING_ALLOW: 'nobody.invalid',
};

interface Sending {
  readonly deps: AskableDeps;
  readonly listeners: Listeners;
  /** What is found is added to them, stretch by stretch. */
  readonly findings: Finding[];
  /** What the server tells of, beside what it answered. */
  readonly logged: { readonly faults: LogFaults; readonly readOn: () => Promise<string> };
  /** Whether no further stretch is to be sent. */
  readonly isEnded: () => boolean;
  readonly server: LoadedServer;
}

/** Sends the requests, stretch by stretch. @returns how many were sent */
async function sendAll(
  { requests, seed, concurrency, only }: Given,
  { deps, listeners, findings, logged, isEnded, server }: Sending,
): Promise<number> {
  let sent = 0;
  for (let from = 0; from < requests && !isEnded(); from += ROUND) {
    const to = Math.min(requests, from + ROUND);
    if (only !== null && (only < from || only >= to)) continue;
    const range = only === null ? { from, to } : { from: only, to: only + 1 };
    const kinds = await recordedAt(deps, listeners.origin);
    const done = await sendRequests({ ...range, seed, concurrency, listeners, kinds });
    sent += done.sent;
    const told = logged.faults.news(await logged.readOn(), done.failedIds);
    const ofLog = told.map((line) => ({ number: range.from, request: null, fault: line }));
    const found = [...done.findings, ...ofLog];
    findings.push(...found);
    // At once: a million take hours.
    for (const finding of found) tell(seed, finding);
    const answers = [...done.statuses].toSorted(([left], [right]) => left - right);
    const counts = answers
      .map(([status, count]) => `${String(status)}: ${String(count)}`)
      .join(', ');
    const live = await server.liveMib();
    const figures = `${String(findings.length)} findings, ${live.toFixed(0)} MiB live`;
    say(`${String(sent)} requests, ${figures} (${counts})`);
  }
  return sent;
}

function tell(seed: number, { number, request, fault }: Finding): void {
  const from = `--seed ${String(seed)}`;
  if (request === null) say(`${from}, from ${String(number)} on: in the server’s log: ${fault}`);
  else say(`${from} --only ${String(number)}: ${request.name}: ${fault}`);
}

/** Requests in a new organization, by its admin, who is an operator, too. */
async function recordedAt(deps: AskableDeps, origin: string): Promise<Kinds> {
  const tenant = await makeTenantIn(deps, 'Fuzz');
  const person = await makePerson(deps, { organizationId: tenant.organizationId, role: 'admin' });
  await insertOperator(deps.db, person.id, deps.clock.now());
  const { cookie } = await makeSession(deps, person.id);
  const client = new ApiClient(origin);
  const world = TenantWorld.of(deps, tenant, client);
  const key = tenant.keys.admin;
  // Those that go first: of some kinds there is one at a time.
  const doomed = await makeRecords(world, client.withKey(key), deps);
  const records = await makeRecords(world, client.withKey(key), deps);
  return record({ world, key, cookie, origin, metricsToken: METRICS_TOKEN, records, doomed });
}

function watchMemory({ process: { pid }, liveMib }: LoadedServer) {
  const values: Record<'resident' | 'live', number[]> = { resident: [], live: [] };
  const sample = async () => {
    values.resident.push(await residentMib(pid));
    values.live.push(await liveMib());
  };
  const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS);
  return {
    stop: () => clearInterval(timer),
    /** Tells how much it has grown, and whether it is as large at the end as it was once warm: few requests do not say. */
    verdict: (sent: number) => {
      const isJudged = sent >= ENOUGH;
      if (!isJudged) say(`${String(sent)} requests are too few to judge growth by`);
      const judged = Object.entries(values).map(([name, of]) => {
        const grown = growthOf({ name, unit: 'MiB', values: of, slack: SLACK_MIB }, MAX_GROWTH);
        const { first, last, share, isWithin } = grown;
        const figures = `${first.toFixed(0)} to ${last.toFixed(0)} MiB (${(share * 100).toFixed(1)} %)`;
        say(
          `${name}: ${Number.isFinite(share) ? figures : 'not measured'}${isWithin || !isJudged ? '' : ': too much'}`,
        );
        return isWithin || !isJudged;
      });
      return judged.every(Boolean);
    },
  };
}

async function keep(out: string, findings: readonly Finding[], log: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const whole = findings.map(({ number, fault, request }) => ({
    ...{ number, fault, ...request },
    body: request?.body?.toString('base64') ?? null,
  }));
  await writeFile(join(out, 'findings.json'), `${JSON.stringify(whole, null, 2)}\n`);
  // What the server says of its own faults.
  const faults = log.split('\n').filter((line) => /"level":"?(?:50|60|error|fatal)/.test(line));
  await writeFile(join(out, 'server-errors.log'), `${faults.join('\n')}\n`);
}

process.exitCode = await main();
