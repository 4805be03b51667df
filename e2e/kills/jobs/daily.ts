import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TREND_MONTHS } from '@/domain/eol/trend';
import { imageScan } from '../../api/harness/payloads';
import { DRAINED_WITHIN_MS } from '../drained';
import { type Job, settled } from '../job';
import { BY_DIGEST, created, type Receivers, writtenTo } from '../receivers';
import type { Installation } from '../world';

/** Images that have old scans, as many that nobody has scanned for long, and what was refused long ago. */
const IMAGES = 10;
const OLD_SCANS = 300;
const REFUSED = 500;
/** A server begins with all of it when it starts, and with most of it again minutes later. */
const BEGUN_WITHIN_MS = 10_000;

/** Rules that remove and retire, and packs that are made by themselves. */
export async function prepareDaily({ api }: Installation): Promise<void> {
  const keep = { scan_days: 30, newest_scans: 1, sbom_days: 0, history_days: 0 };
  const rules = { ...keep, refused_days: 7, message_days: 0, audit_days: 0 };
  const answers = [
    await api.put('/settings/retention', rules),
    await api.put('/settings/retirement', { not_scanned_days: 9, not_running_days: 0 }),
  ];
  for (const { status, text } of answers)
    if (status !== 200) throw new Error(`A rule was not taken: ${text}`);
  created(await api.post('/evidence_pack_schedules', { template: 'general', period: 'monthly' }));
}

/**
 * What is done by itself: retention, retirements, a scheduled pack, months that are kept, a backup and digests. All of it once,
 * and to the end.
 */
export function daily(receivers: Receivers): Job {
  return {
    name: 'daily work',
    needsServer: true,
    async begin(installation, round) {
      const mailsBefore = receivers.mails.mails.length;
      const product = `Digested${String(round)}`;
      const [before] = await installation.ask<Made>(MADE);
      await makeDue(installation, round, product);
      await installation.restart();
      await untilThereIsADatabase(installation);
      const undone = () =>
        installation.ask<Undone>(UNDONE).then(
          ([row]) => wordsOf(row ?? {}),
          () => ['the database is away'],
        );
      const ended = settled(undone, BEGUN_WITHIN_MS, () => sleep(20)).then(() => undefined);
      const check = async () => {
        // Whose database alone was killed tries again minutes later.
        if ((await undone()).length > 0) await installation.restart();
        await installation.ready();
        const told = () => untold(receivers, product, mailsBefore);
        const left = await settled(
          async () => [...(await undone()), ...told()],
          DRAINED_WITHIN_MS,
          () => sleep(100),
        );
        const faults = [
          ...left,
          ...(await miscounted(installation, round, before)),
          ...(await brokenPack(installation)),
          ...(await brokenBackups(installation)),
        ];
        await forget(installation, round);
        return faults;
      };
      return { ended, check };
    },
  };
}

const keptName = (round: number) => `kept${String(round)}x`;
const leftName = (round: number) => `left${String(round)}x`;

/** Makes everything due that is done by itself. */
async function makeDue(installation: Installation, round: number, product: string) {
  const { api } = installation;
  const upload = async (project: string, image: string, name: string) => {
    const matches = [{ product: name, cycle: '1' }];
    const { status, text } = await api.put('/v2/scan', imageScan({ project, image, matches }));
    if (status !== 200) throw new Error(`A scan was not taken: ${text}`);
  };
  for (let n = 0; n < IMAGES; n += 1) {
    await upload('daily', `${keptName(round)}${String(n)}`, 'Old');
    await upload('daily', `${leftName(round)}${String(n)}`, 'Old');
  }
  await upload('denied', `${keptName(round)}denied`, product);
  const statements = [
    `INSERT INTO scan
     SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
              'accepted_at', s.accepted_at - make_interval(days => 100, mins => n)))).*
       FROM scan s JOIN image_tag t ON t.organization_id = s.organization_id AND t.latest_scan_id = s.id,
            generate_series(1, ${String(OLD_SCANS)}) n
      WHERE t.name LIKE '${keptName(round)}_'`,
    `UPDATE image_tag SET latest_scan_at = latest_scan_at - interval '20 days', first_scan_at = first_scan_at - interval '20 days'
      WHERE name LIKE '${leftName(round)}_'`,
    `INSERT INTO refused_upload (organization_id, id, refused_at, path, caller_kind, caller_id, caller_name, remote_address, request_id, status, faults)
     SELECT id, gen_random_uuid(), now() - interval '30 days', '/v2/scan', 'api_key', gen_random_uuid(), 'CI', '192.0.2.1', 'x', 422, '[]'
       FROM organization, generate_series(1, ${String(REFUSED)}) WHERE name = 'Acme'`,
    `UPDATE retention_rules SET looked_on = NULL`,
    `UPDATE organization SET retire_looked_on = NULL`,
    `UPDATE pack_schedule SET due_on = current_date`,
    `DELETE FROM trend_month`,
    `DELETE FROM installation_setting WHERE name = 'scheduled_backup'`,
    `UPDATE message_rule SET next_digest_at = now() WHERE next_digest_at IS NOT NULL`,
    `UPDATE digest_entry SET due_at = now()`,
  ];
  await installation.ask(statements.join(';\n'));
}

/** The server begins with what is due as soon as it has a database: before that nothing can be killed in its middle. */
async function untilThereIsADatabase(installation: Installation): Promise<void> {
  const away = () =>
    installation.ask('SELECT 1').then(
      () => [],
      () => ['away'],
    );
  await settled(away, BEGUN_WITHIN_MS, () => sleep(10));
}

type Undone = Readonly<Record<string, number>>;
const UNDONE = `
  SELECT (SELECT count(*) FROM retention_rules WHERE looked_on IS NULL)::int AS "rules for retention that were not followed",
         (SELECT count(*) FROM retention_run WHERE ended_at IS NULL)::int AS "runs of retention without an end",
         (SELECT count(*) FROM refused_upload WHERE refused_at < now() - interval '9 days')::int AS "refused uploads that are old",
         (SELECT count(*) FROM organization WHERE retire_looked_on IS NULL)::int AS "rules for retirement that were not followed",
         (SELECT count(*) FROM image_tag WHERE deleted_at IS NULL AND latest_scan_at < now() - interval '10 days')::int
           AS "images that are to be retired",
         (SELECT count(*) FROM pack_schedule WHERE due_on <= current_date)::int AS "packs that are due",
         (SELECT ${String(Math.max(...TREND_MONTHS))} - count(*) FROM trend_month m
           JOIN organization o ON o.id = m.organization_id WHERE o.name = 'Acme')::int AS "months that are not kept",
         (SELECT 1 - count(*) FROM installation_setting WHERE name = 'scheduled_backup')::int AS "backups that are due",
         (SELECT count(*) FROM digest_entry WHERE due_at <= now())::int AS "digests that are due"`;

const wordsOf = (undone: Undone) =>
  Object.entries(undone).flatMap(([what, count]) =>
    count === 0 ? [] : [`${what}: ${String(count)}`],
  );

function untold({ mails, digested }: Receivers, product: string, since: number): readonly string[] {
  return [BY_DIGEST, digested].flatMap((address) =>
    writtenTo(mails, address, since).includes(product)
      ? []
      : [`no digest to ${address} names ${product}`],
  );
}

/** What this work has brought so far, in all rounds. */
interface Made {
  readonly packs: number;
  readonly entries: number;
  readonly scans: number;
  readonly refused: number;
}
const MADE = `
  SELECT (SELECT count(*) FROM evidence_pack)::int AS packs, count(*)::int AS entries,
         coalesce(sum((before -> 'removed' ->> 'scans')::int), 0)::int AS scans,
         coalesce(sum((before -> 'removed' ->> 'refused_uploads')::int), 0)::int AS refused
    FROM audit_event WHERE action = 'retention.remove'`;

async function miscounted(
  installation: Installation,
  round: number,
  before: Made | undefined,
): Promise<string[]> {
  const [after] = await installation.ask<Made>(MADE);
  const [retired] = await installation.ask<{ images: number; times: number }>(
    `SELECT count(DISTINCT r.image_tag_id)::int AS images, count(*)::int AS times
       FROM image_retirement r JOIN image_tag t ON t.organization_id = r.organization_id AND t.id = r.image_tag_id
      WHERE t.name LIKE '${leftName(round)}%'`,
  );
  const counts: readonly (readonly [what: string, found: number | undefined, wanted: number])[] = [
    ['packs', after?.packs, (before?.packs ?? 0) + 1],
    ['ends of runs of retention in the trail', after?.entries, (before?.entries ?? 0) + 1],
    ['scans that were removed', after?.scans, (before?.scans ?? 0) + IMAGES * OLD_SCANS],
    ['refused uploads that were removed', after?.refused, (before?.refused ?? 0) + REFUSED],
    ['images that were retired', retired?.images, IMAGES],
    ['retirements', retired?.times, IMAGES],
  ];
  return counts.flatMap(([what, found, wanted]) =>
    found === wanted ? [] : [`${what}: ${String(found)} of ${String(wanted)}`],
  );
}

async function brokenPack(installation: Installation): Promise<string[]> {
  const [pack] = await installation.ask<{ id: string }>(
    `SELECT id FROM evidence_pack ORDER BY number DESC LIMIT 1`,
  );
  const { json } = await installation.api.get(`/evidence_packs/${pack?.id ?? ''}/verification`);
  return (json as { intact: boolean }).intact ? [] : ['the pack is not intact']; // held against its schema
}

/** The backup that is noted is there, and whatever has the name of one is whole. */
async function brokenBackups(installation: Installation): Promise<string[]> {
  const [last] = await installation.ask<{ file: string }>(
    `SELECT value ->> 'file' AS file FROM installation_setting WHERE name = 'scheduled_backup'`,
  );
  const names = await backupsIn(installation);
  const faults = names.includes(basename(last?.file ?? ''))
    ? []
    : ['the backup that is noted is not there'];
  for (const name of names) {
    const file = join(installation.backups, name);
    const { status, text } = await installation.command('backup', 'verify', file).ended;
    if (status !== 0) faults.push(`a backup of its own is not whole: ${text}`);
  }
  return faults;
}

/** Not the file that says whose folder it is: without it a server that has kept some refuses to write more. */
async function backupsIn({ backups }: Installation): Promise<string[]> {
  return (await readdir(backups)).filter((name) => name.endsWith('.tar.gz'));
}

/** So that the last round has no more to do than the first. */
async function forget(installation: Installation, round: number): Promise<void> {
  const images = await installation.ask<{ id: string }>(
    `SELECT id FROM image_tag WHERE name LIKE '${keptName(round)}%' OR name LIKE '${leftName(round)}%'`,
  );
  for (const { id } of images) await installation.api.delete(`/image_tags/${id}`);
  for (const name of await backupsIn(installation))
    await rm(join(installation.backups, name), { force: true });
}
