import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { v7 as uuidv7 } from 'uuid';
import { type Day, dayOf } from '@/domain/eol/calendar';
import { scanEventPayloadV2 } from '@/domain/scan/payload';
import { toScanUpload } from '@/domain/scan/upload';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { measure } from '@/server/knowledge/service/measure';
import { deleteProject } from '@/server/project/service';
import { recordRefusedUpload } from '@/server/refused-upload/service';
import { SbomCompressor } from '@/server/scan/service/sbom-compressor';
import type { ScanBody, UploadedSbom } from '@/server/platform/http/scan-body';
import { acceptScan } from '@/server/scan/service/upload';
import type { KeyName } from '../../../prisma/seed/organization/keys';
import { channels } from '../../../prisma/seed/organization/channels';
import { notes } from '../../../prisma/seed/organization/notes';
import { policies } from '../../../prisma/seed/organization/policies';
import { plans } from '../../../prisma/seed/organization/plans';
import { refusals } from '../../../prisma/seed/organization/refusals';
import { retirements } from '../../../prisma/seed/organization/retirements';
import type { SeedProject } from '../../../prisma/seed/scenario/scenario';
import type { SeedUpload } from '../../../prisma/seed/uploads/generate-uploads';
import { addChannel } from './channels';
import { type FoundedOrganization, morningOf } from './found-organization';
import { makePlan } from './plans';
import { findProjectId, insertNote, insertPolicy } from './repository';
import { retireByHand } from './retirements';

/** Something that happened on the morning of a day, before its scans. */
export interface HistoryEvent {
  readonly at: Date;
  /** @param deps with a clock that says `at` */
  happen(deps: Deps): Promise<void>;
}

/** How far back the demo's coverage goes. */
const COUNTED_WEEKS = 52;

/** Events of the organization other than its scans. */
export function historyOf(
  { admin, callers }: FoundedOrganization,
  projects: readonly SeedProject[],
  today: Day,
): HistoryEvent[] {
  const { organizationId } = admin;
  const on = (daysAgo: number, happen: (deps: Deps, at: Date) => Promise<void>): HistoryEvent => {
    const at = morningOf(today, daysAgo);
    return { at, happen: (deps) => happen(deps, at) };
  };
  return [
    ...policies.map((policy) =>
      on(policy.createdDaysAgo, ({ db }, at) =>
        insertPolicy(organizationId, db, policy, { at, today }),
      ),
    ),
    ...notes.map((note) =>
      on(note.writtenDaysAgo, ({ db }, at) => insertNote(organizationId, db, note, at)),
    ),
    ...channels.map((channel) =>
      on(channel.addedDaysAgo, (deps) => addChannel(deps, admin, channel)),
    ),
    ...plans
      .filter(({ team }) => team === undefined)
      .map((plan) => on(plan.madeDaysAgo, (deps) => makePlan(deps, admin, plan, today))),
    ...refusals.map(({ daysAgo, key, remoteAddress, status, detail }) =>
      on(daysAgo, async (deps) => {
        const caller = callers.get(key);
        const refusal = { path: '/v2/scan', requestId: uuidv7(), remoteAddress, status, detail };
        if (caller) await recordRefusedUpload(deps, caller, refusal);
      }),
    ),
    // Counted once a week, as the job of the service does it day by day.
    ...Array.from({ length: COUNTED_WEEKS }, (_, week) =>
      on(7 * week + 1, (deps) => measure(deps, organizationId)),
    ),
    ...retirements.map((one) => on(one.daysAgo, (deps) => retireByHand(deps, admin, one))),
    ...projects.flatMap(({ name, deletedDaysAgo }) =>
      deletedDaysAgo === undefined
        ? []
        : on(deletedDaysAgo, async (deps) => {
            const id = await findProjectId(organizationId, deps.db, name);
            if (id !== null) await deleteProject(deps, admin, id);
          }),
    ),
  ];
}

/** Enough to keep the database busy while the next uploads are prepared. */
const CONCURRENT_UPLOADS = 8;
const PATH = '/v2/scan';
/** The demo's uploads never went over a wire, and no idempotency key asks for the digest of their bodies. */
const NO_BODY_SHA256 = createHash('sha256').digest();

export interface History {
  readonly uploads: readonly SeedUpload[];
  readonly events: readonly HistoryEvent[];
  readonly callers: ReadonlyMap<KeyName, Principal>;
}

/**
 * Lives through a history day by day, as the service would have: each thing happens by a clock that stands
 * at its time. Scans of one day are accepted side by side; no tag is scanned twice on a day.
 * @param onProgress is told the share that is done, from 0 to 1, after each day
 */
export async function loadHistory(
  deps: Deps,
  { uploads, events, callers }: History,
  onProgress: (share: number) => void,
): Promise<void> {
  const uploadsByDay = Map.groupBy(uploads, ({ at }) => dayOf(at));
  const eventsByDay = Map.groupBy(events, ({ at }) => dayOf(at));
  const days = [...new Set<Day>([...uploadsByDay.keys(), ...eventsByDay.keys()])].sort();
  const limit = pLimit(CONCURRENT_UPLOADS);
  const compressed = new Map<Buffer, Promise<UploadedSbom | null>>();
  let done = 0;
  for (const day of days) {
    for (const { at, happen } of eventsByDay.get(day) ?? []) await happen(depsAt(deps, at));
    const scans = uploadsByDay.get(day) ?? [];
    await Promise.all(
      scans.map((upload) =>
        limit(async () => {
          const caller = callers.get(upload.key);
          if (caller) await accept(depsAt(deps, upload.at), caller, upload, compressed);
        }),
      ),
    );
    done += scans.length;
    onProgress(done / uploads.length);
  }
}

/** The same with a clock that stands. */
export function depsAt(deps: Deps, at: Date): Deps {
  return { ...deps, clock: { now: () => at } };
}

async function accept(
  deps: Deps,
  caller: Principal,
  { payload, sbom }: SeedUpload,
  compressed: Map<Buffer, Promise<UploadedSbom | null>>,
): Promise<void> {
  // Through the schema, so that a scenario which no scanner could send does not load either.
  const upload = {
    ...toScanUpload(scanEventPayloadV2.parse(payload), 'v2'),
    ...(sbom && { sbomFormat: 'cyclonedx' as const }),
  };
  const body: ScanBody = {
    sha256: NO_BODY_SHA256,
    sbom: sbom && (await onceCompressed(sbom, compressed)),
    idempotencyKey: null,
    path: PATH,
  };
  await acceptScan(deps, caller, upload, body);
}

/** The same document comes with scan after scan of an image. */
function onceCompressed(
  sbom: Buffer,
  compressed: Map<Buffer, Promise<UploadedSbom | null>>,
): Promise<UploadedSbom | null> {
  const known = compressed.get(sbom);
  if (known) return known;
  const result = compressOnce(sbom);
  compressed.set(sbom, result);
  return result;
}

async function compressOnce(sbom: Buffer): Promise<UploadedSbom | null> {
  const compressor = new SbomCompressor();
  try {
    compressor.write(sbom);
    const uploaded = await compressor.end();
    if (!uploaded) return null;
    const zstd = await uploaded.compress();
    return { ...uploaded, compress: () => Promise.resolve(zstd) };
  } finally {
    await compressor.close();
  }
}
