import { addDays, dayOf, parseDay } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { insertNote } from '@/server/note/repository';
import { importedProduct, withCatalog } from '@/test/catalog';
import { cycleOf } from './payload';
import type { Bench } from './runner';

const AUDIT_EVENTS = 50_000;
/** As many as are kept. */
const REFUSED_UPLOADS = 1_000;
const NOTES = 400;
/** Of the image that changed all the time: it was scanned this often, and each finding came and went so often. */
const SCANS_OF_ONE = 400;
const RETURNS_OF_ONE = 20;

const AUDITED = `
INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, actor_name, remote_address, request_id,
                         action, subject_kind, subject_id, before, after)
SELECT $1, uuidv7(), now() - make_interval(mins => n * 10), 'person', md5('person' || n % 40)::uuid,
  'Person ' || n % 40, '192.0.2.' || n % 250, md5(n::text),
  (ARRAY['policy.create', 'policy.update', 'note.update', 'api_key.create', 'session.start'])[1 + n % 5],
  'policy', md5(n::text), jsonb_build_object('warn_days', n), jsonb_build_object('warn_days', n + 1)
FROM generate_series(1, ${String(AUDIT_EVENTS)}) AS n`;

const REFUSED = `
INSERT INTO refused_upload (organization_id, id, refused_at, path, caller_kind, caller_id, caller_name,
                            remote_address, request_id, status, faults)
SELECT $1, uuidv7(), now() - make_interval(hours => n), '/v2/scan', 'api_key', md5('key')::uuid, 'CI',
  '192.0.2.1', md5(n::text), 422, (
    SELECT jsonb_agg(jsonb_build_object('loc', jsonb_build_array('body', 'Matches', m), 'msg', 'Field required'))
    FROM generate_series(1, 20) AS m)
FROM generate_series(1, ${String(REFUSED_UPLOADS)}) AS n`;

/** $2 the image tag. One scan each hour before those that it has. */
const MANY_SCANS = `
INSERT INTO scan (organization_id, id, image_tag_id, accepted_at, caller_kind, caller_id, caller_name,
                  match_count, component_count, opened_count, closed_count, inventory_id, answer)
SELECT $1, uuidv7(), s.image_tag_id, s.accepted_at - make_interval(hours => n), 'api_key', s.caller_id, 'CI',
  s.match_count, s.component_count, 2, 2, s.inventory_id, s.answer
FROM (SELECT * FROM scan WHERE organization_id = $1 AND image_tag_id = $2 ORDER BY accepted_at LIMIT 1) s,
  generate_series(1, ${String(SCANS_OF_ONE)}) AS n`;

/** $2 the image tag. What it holds was gone every other hour, at the instants of those scans. */
const MANY_CHANGES = `
INSERT INTO finding_interval (organization_id, id, finding_id, software_id, opened_at, closed_at)
SELECT $1, uuidv7(), f.id, f.software_id, first.at - make_interval(hours => n * 4 + 2),
  first.at - make_interval(hours => n * 4)
FROM finding f,
  (SELECT min(accepted_at) AS at FROM scan
   WHERE organization_id = $1 AND image_tag_id = $2) oldest,
  LATERAL (SELECT oldest.at + make_interval(hours => ${String(SCANS_OF_ONE)}) AS at) first,
  generate_series(1, ${String(RETURNS_OF_ONE)}) AS n
WHERE f.organization_id = $1 AND f.image_tag_id = $2`;

/**
 * Writes what a year of use leaves beside the images: a full audit trail, refused uploads and notes, a catalog that
 * knows the fleet's products, and one image that changed at every other scan. Returns that image's id.
 */
export async function fillDashboard({ server, fleet }: Bench): Promise<string> {
  const { deps, bare } = server;
  const { organizationId, today } = fleet;
  await bare.query(AUDITED, [organizationId]);
  await bare.query(REFUSED, [organizationId]);
  await deps.db.transaction(async (tx) => {
    for (let number = 0; number < NOTES; number += 1) {
      const productName = `Product ${String(number)}`;
      const id = identityOf('note', productName);
      const note = { id, productName, eolSoftware: productName, userProfile: 'bench@example.com' };
      const content = 'Move to the next cycle before the end of the quarter. '.repeat(4);
      const written = { createdAt: today, updatedAt: new Date(today.getTime() - number * 60_000) };
      const productKey = identityOf(productName);
      await insertNote(organizationId, tx, { ...note, content, productKey, ...written });
    }
  });
  await withCatalog(deps, catalogOf(today));
  const { rows } = await bare.query<{ id: string }>(
    `SELECT id FROM image_tag WHERE organization_id = $1 AND software_ids <> '{}' ORDER BY sort_key LIMIT 1`,
    [organizationId],
  );
  const id = rows[0]?.id ?? '';
  await bare.query(MANY_SCANS, [organizationId, id]);
  await bare.query(MANY_CHANGES, [organizationId, id]);
  await bare.query('VACUUM (ANALYZE)');
  return id;
}

/** Removes rows that the lists do not need and later benchmarks do not expect. */
export async function forgetCatalog({ server: { deps } }: Bench): Promise<void> {
  await withCatalog(deps, []);
}

/** The fleet's products with the fleet's cycles. */
function catalogOf(today: Date) {
  const cycles = Array.from({ length: 1_600 }, (_, cycle) =>
    cycleOf(Math.ceil((cycle * 10) / 9), today),
  );
  const byProduct = Map.groupBy(cycles, ({ ProductName }) => ProductName);
  return [...byProduct].map(([name, known]) =>
    importedProduct({
      name,
      cycles: [...new Map(known.map((cycle) => [cycle.ReleaseCycle, cycle])).values()].map(
        ({ ReleaseCycle, ReleaseDate, Eol }) => ({
          name: ReleaseCycle,
          releasedOn: ReleaseDate,
          supportedUntil: parseDay(Eol) ?? addDays(dayOf(today), 365),
        }),
      ),
    }),
  );
}
