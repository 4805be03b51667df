import { type Day, dayOf } from '@/domain/eol/calendar';
import { invalid } from '@/domain/errors';
import { placeFaults } from '@/domain/waiver/faults';
import { subjectKeyOf, type WaiverSubject } from '@/domain/waiver/keys';
import { endFault, MAX_WAIVER_TEXT, type WaiverPlace } from '@/domain/waiver/waiver';
import { type Ignored, type IgnoreFile, readIgnores } from '@/domain/waiver-import/read';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findCyclesByEndId, type NamedCycle } from '../repository/named';
import { findAsked } from '../repository/waivers';
import { insertAsked, requireWaiverOwner, toFault } from './ask';
import { mailDeciders, noteForDeciders } from './mail';
import { requireSetting } from './setting';
import { tellOfWaivers } from './tell';

/** What is imported, and what counts where the file does not say it. */
export interface WaiverImport extends WaiverPlace {
  readonly file: IgnoreFile;
  readonly content: string;
  /** For entries without one; null: such an entry is not understood. */
  readonly reason: string | null;
  readonly endsOn: Day | null;
  readonly ownerEmail: string | null;
  /** Whether nothing is asked for, and only told what would be. */
  readonly isPreview: boolean;
}

/** What becomes of one entry. */
export interface ImportedEntry {
  readonly line: number;
  readonly id: string;
  readonly productName: string | null;
  readonly cycle: string | null;
  readonly endsOn: Day | null;
  readonly reason: string | null;
  readonly waiverId: string | null;
  /** Why nothing is asked for; null: something is. */
  readonly why: string | null;
}

interface Meant extends WaiverSubject {
  readonly reason: string;
  readonly endsOn: Day;
}

/**
 * Asks for a waiver for each entry of a file that is understood, in one transaction, or tells what it would ask for. An
 * entry that is not understood is told why, and keeps no other from being asked for.
 * @throws DomainError 422 for a file or a place that makes no sense, 409 when there are too many waivers
 */
export async function importWaivers(
  deps: Deps,
  actor: Actor,
  given: WaiverImport,
): Promise<ImportedEntry[]> {
  const read = readIgnores(given.file, given.content);
  if ('faults' in read) throw invalid([...read.faults]);
  const faults = placeFaults(given).map(toFault);
  if (faults.length > 0) throw invalid(faults);
  const imported = await deps.db.transaction(async (tx) => {
    const entries = await importEntries(deps, tx, actor, given, read.entries);
    const asked = entries.flatMap(({ waiverId }) => waiverId ?? []);
    await tellOfWaivers(tx, actor, 'asked', asked, deps.clock.now());
    await noteForDeciders(deps, tx, actor.organizationId, asked);
    return entries;
  });
  mailDeciders(deps);
  return imported;
}

async function importEntries(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  given: WaiverImport,
  entries: readonly Ignored[],
): Promise<ImportedEntry[]> {
  const { organizationId } = actor;
  // For a preview too: it says what would be.
  await requireWaiverOwner(tx, actor, given.ownerEmail);
  const ids = entries.map(({ id }) => id.toLowerCase());
  const known = Map.groupBy(await findCyclesByEndId(organizationId, tx, ids), ({ id }) => id);
  const { waiverMaxDays } = await requireSetting(tx, organizationId);
  const today = dayOf(deps.clock.now());
  const seen = new Set<string>();
  const imported: ImportedEntry[] = [];
  for (const entry of entries) {
    const cycles = known.get(entry.id.toLowerCase()) ?? [];
    const endsOn = entry.endsOn ?? given.endsOn;
    const reason = cutReason(entry.reason ?? given.reason);
    const why =
      entry.fault ??
      whyUnknown(entry.id, cycles) ??
      (reason === null ? 'it gives no reason, and none is given for all' : null) ??
      (endsOn === null ? 'it has no end, and none is given for all' : null) ??
      (endsOn === null ? null : endWords(endsOn, today, waiverMaxDays));
    const [cycle] = cycles;
    const told = { line: entry.line, id: entry.id, endsOn, reason };
    const software = { productName: cycle?.productName ?? null, cycle: cycle?.cycle ?? null };
    if (why !== null || !cycle || reason === null || endsOn === null) {
      imported.push({ ...told, ...software, waiverId: null, why });
      continue;
    }
    const meant = { ...placeOf(given), ...cycle, reason, endsOn };
    const outcome = await askOne(deps, tx, actor, { given, meant, seen, today });
    imported.push({ ...told, ...software, ...outcome });
  }
  return imported;
}

const placeOf = ({
  scope,
  projectName,
  teamId,
  imageName,
  imageTag,
}: WaiverPlace): WaiverPlace => ({
  ...{ scope, projectName, teamId, imageName, imageTag },
});

interface Asking {
  readonly given: WaiverImport;
  readonly meant: Meant;
  /** Keys of what was asked for by earlier entries. */
  readonly seen: Set<string>;
  readonly today: Day;
}

async function askOne(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { given, meant, seen, today }: Asking,
): Promise<Pick<ImportedEntry, 'waiverId' | 'why'>> {
  const key = subjectKeyOf(meant);
  if (seen.has(key)) return { waiverId: null, why: 'an earlier entry asks for the same' };
  const same = await findAsked(actor.organizationId, tx, key, today);
  if (same !== null) return { waiverId: null, why: `the same is asked for already: ${same}` };
  seen.add(key);
  if (given.isPreview) return { waiverId: null, why: null };
  const { id } = await insertAsked(deps, tx, actor, {
    ...meant,
    ...{ control: null, links: [], ownerEmail: given.ownerEmail },
  });
  return { waiverId: id, why: null };
}

function whyUnknown(id: string, cycles: readonly NamedCycle[]): string | null {
  if (!id.toUpperCase().startsWith('EOL-')) {
    return 'it is no end of support: waivers are on release cycles alone, as EOL-Debian-Linux-11';
  }
  if (cycles.length === 0) return 'no image holds software that is called so';
  if (cycles.length === 1) return null;
  const names = cycles.slice(0, 3).map(({ productName, cycle }) => `${productName} ${cycle}`);
  return `several are called so: ${names.join(', ')}`;
}

function endWords(endsOn: Day, today: Day, maxDays: number): string | null {
  const fault = endFault(endsOn, today, maxDays);
  return fault === null ? null : `its last day ${fault}`;
}

function cutReason(reason: string | null): string | null {
  const text = reason?.replaceAll('\0', '').trim().slice(0, MAX_WAIVER_TEXT).toWellFormed() ?? '';
  return text === '' ? null : text;
}
