import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makePerson, makeSession } from '@/test/accounts';
import { startWebhookReceiver } from '@/test/webhook-receiver';
import { ApiClient } from '../api/harness/api-client';
import { freePort } from '../api/harness/server-process';
import { depsOf, makeTenantIn, type Tenant } from '../api/harness/past-the-server';
import { type DatabaseCluster, startDatabaseCluster } from '../database-cluster';
import { settled } from '../kills/job';
import { WARM_UP } from '../load/growth';
import { hearInterruption, INTERRUPTED, type Interruption } from '../load/interruption';
import { listenersOf } from '../load/listeners';
import { startLoadedServer } from '../load/loaded-server';
import { checksOf, denialsOf, importsOf, listsOf, scannersOf, uploadsOf } from './acts';
import { background, type Place, prepareKept, unmatched } from './background';
import { every, type Kind, Load } from './load';
import { MailSink } from './mail-sink';
import { drawn, said } from './picture';
import { Samples } from './sampling';
import { outcomeOf, type Run } from './telling';

/**
 * `npm run soak -- [--minutes N] [--out FOLDER]`: an hour of uploads of every format by every way, lists, checks, messages to a
 * receiver and by mail, re-matches and imports, against a built server with a database of its own. What it takes of memory, descriptors and
 * connections, and how long it takes to answer, is drawn in `soak.svg`. After the warm-up (the first fifth, in which requests come
 * four times as fast) nothing of it may grow by 3 %: the median of the last fifth of the rest beside that of the first. Ends
 * with 1 where it did. Ctrl-C ends the load, and draws what it came to, which is no proof.
 */
const AUTH_SECRET = 'a secret for a long load, and for it alone';
/** Measurements in a run: each tells of as much time. */
const SAMPLES = 240;
const LEAST_SECONDS = 1;
/** A failed request or two at most: none is expected. */
const MAX_FAULTS = 0;
const NAME = 'Soak';
const MATCHED_WITHIN_MS = 60_000;
/** Hears of every denial by mail. */
const MAILED = 'everybody@example.com';

function given() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      out: { type: 'string', default: 'test-results/soak' },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 1)) throw new Error('--minutes is a number, from 1');
  return { minutes, out: values.out };
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { minutes, out } = given();
  const interruption = hearInterruption('it ends the load, and draws what it came to');
  const database = await startDatabaseCluster();
  const folder = await mkdtemp(join(tmpdir(), 'eventide-soak-'));
  await chmod(folder, 0o755);
  const mails = await MailSink.start();
  const tlsPort = await freePort();
  const environment = {
    SCANNER_TLS_PORT: String(tlsPort),
    ...{ ...database.main, AUTH_SECRET, OUTGOING_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' },
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'Eventide <eol@example.com>' },
  };
  const server = await startLoadedServer(folder, environment, true);
  const receiver = await startWebhookReceiver();
  try {
    const { tenant, cookie } = await prepare(database, server.process.origin, receiver.url);
    const credentials = { key: tenant.keys.admin, cookie };
    const kinds: readonly Kind[] = [
      { name: 'uploads', acts: uploadsOf(credentials), perSecond: 5 },
      { name: 'scanners', acts: scannersOf(credentials), perSecond: 1 },
      { name: 'lists', acts: listsOf(credentials), perSecond: 4 },
      { name: 'checks', acts: checksOf(credentials), perSecond: 10 },
      { name: 'denials', acts: denialsOf(credentials), perSecond: 1 },
      { name: 'imports', acts: importsOf(credentials), perSecond: 0.2 },
    ];
    const listeners = await listenersOf(server.process.origin, tlsPort);
    const load = new Load(listeners, kinds, WARM_UP * minutes * 60_000);
    const names = kinds.map(({ name }) => name);
    const samples = new Samples({
      server,
      databaseUrl: database.main.DATABASE_URL,
      load,
      kinds: names,
    });
    const fault = (text: string) => void load.faults.push(text);
    const place = { database: database.main, folder, organization: NAME, authSecret: AUTH_SECRET };
    const { stops, lastEdition } = background(place, fault);
    const sampleSeconds = Math.max(LEAST_SECONDS, (minutes * 60) / SAMPLES);
    const stopSampling = every(sampleSeconds, () => samples.take(), fault);
    const run = await goOn(minutes, interruption);
    for (const stop of [stopSampling, ...stops, () => load.end()]) await stop();
    // A load that was ended early has not come to everything.
    if (run.isWhole) {
      for (const one of load.unanswered()) fault(one);
      if (!mails.counts.has(MAILED)) fault(`no mail has come to ${MAILED}`);
      if (receiver.requests.length === 0) fault('no message has come to the webhook');
      if (!lastEdition()) fault('no catalog was imported');
    }
    for (const one of await unmatchedInTheEnd(place, lastEdition())) fault(one);
    say(
      [
        `${String(load.sent)} requests of ${String(kinds.flatMap(({ acts }) => acts).length)} acts, ${String(receiver.requests.length)} messages`,
        `${String(mails.total)} mails, ${String(load.faults.length)} faults`,
      ].join(', '),
    );
    for (const one of load.faults.slice(0, 20)) say(one);
    const isWell = await verdict(samples, run, out);
    if (!server.process.isRunning || load.faults.length > MAX_FAULTS) return 1;
    if (!run.isWhole) return INTERRUPTED;
    return isWell ? 0 : 1;
  } finally {
    await receiver.close();
    await server.process.stop();
    await mails.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Lets the load go on for as long as it is to, or until somebody wants it to end. */
async function goOn(minutes: number, { signal }: Interruption): Promise<Run> {
  const startedAtMs = performance.now();
  const isWhole = await sleep(minutes * 60_000, true, { signal }).catch(() => false);
  return { minutes, ranMinutes: (performance.now() - startedAtMs) / 60_000, isWhole };
}

/** Matching goes on for a while after an import. @returns what is not matched with the last catalog even then */
async function unmatchedInTheEnd(
  place: Place,
  edition: Parameters<typeof unmatched>[1] | null,
): Promise<readonly string[]> {
  if (!edition) return [];
  return settled(
    () => unmatched(place, edition),
    MATCHED_WITHIN_MS,
    () => sleep(500),
  );
}

/** An organization with images, a policy that denies, channels that hear of it, and somebody who is signed in. */
async function prepare(database: DatabaseCluster, origin: string, receiver: string) {
  const deps = depsOf({ databaseUrl: database.main.DATABASE_URL, authSecret: AUTH_SECRET });
  try {
    const tenant = await makeTenantIn(deps, NAME);
    const person = await makePerson(deps, { organizationId: tenant.organizationId, role: 'admin' });
    const { cookie } = await makeSession(deps, person.id);
    await leadDenials(tenant, origin, receiver);
    const admin = new ApiClient(origin).withKey(tenant.keys.admin);
    await prepareKept(async (name, document) => {
      const { status, text } = await admin.put('/sbom', Buffer.from(document), { query: { name } });
      if (status !== 200) throw new Error(`An SBOM was not taken: ${text}`);
    });
    return { tenant, cookie };
  } finally {
    await deps.db.close();
  }
}

async function leadDenials({ keys }: Tenant, origin: string, url: string): Promise<void> {
  const admin = new ApiClient(origin).withKey(keys.admin);
  const made = async (path: string, body: object) => {
    const answer = await admin.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return (answer.json as { id: string }).id; // held against its schema by the client
  };
  const policy = {
    policy_scope: 'project',
    project_name: 'denied',
    policy_type: 'EOL',
    deny_days: 0,
  };
  await made('/v1/policy', policy);
  await admin.put('/settings/dependency_track', { enabled: true });
  const channels = [
    await made('/channels', { kind: 'webhook', name: 'Receiver', settings: { url } }),
    await made('/channels', { kind: 'mail', name: 'Mail', settings: { addresses: [MAILED] } }),
  ];
  const rule = {
    name: 'Denials',
    kinds: ['build.denied'],
    tempo: 'at_once',
    channel_ids: channels,
  };
  await made('/message_rules', rule);
}

/** Draws what was measured, and says what it comes to. @returns whether that proves that nothing grows */
async function verdict(samples: Samples, run: Run, out: string): Promise<boolean> {
  const { title, series, isSteady } = outcomeOf(run, samples.drawn());
  for (const { name, unit, growth } of series) if (growth) say(`${name}: ${said(growth, unit)}`);
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'soak.svg'), drawn(title, run.ranMinutes, series));
  const told = { title, ...run, series };
  await writeFile(join(out, 'soak.json'), `${JSON.stringify(told, null, 2)}\n`);
  say(`${title}; drawn in ${join(out, 'soak.svg')}`);
  return isSteady;
}

process.exitCode = await main();
