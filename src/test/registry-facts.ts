import { dayOf } from '@/domain/eol/calendar';
import { packageOfPurl } from '@/domain/registry/component';
import { NO_FACTS, type PackageFacts, type StatementKind } from '@/domain/registry/package-facts';
import { systemDelay } from '@/server/platform/delay';
import { createGathering, type GatheringDeps } from '@/server/registry/service/gather';
import { packageKeyOf } from '@/server/registry/service/package-key';
import type { AskableDeps } from './with-query';

/** Facts of a package whose line 1 is stale. */
export const STALE_FACTS: PackageFacts = {
  said: [],
  lines: [
    { line: '1', newest: '1.9.0', on: dayOf(new Date('2020-01-01')) },
    { line: '2', newest: '2.1.0', on: dayOf(new Date('2026-11-01')) },
  ],
};

/** What a registry says of a package, or of some of its versions alone. */
export function saying(
  kind: StatementKind,
  message: string,
  more: { readonly successor?: string; readonly versions?: string[] } = {},
): PackageFacts {
  const { successor = null, versions = null } = more;
  return { ...NO_FACTS, said: [{ kind, message, successor, url: null, versions, ranges: [] }] };
}

/** Stores what a registry has said of the package of a package URL, as the background does. */
export async function storeFacts(
  { db, clock }: Pick<AskableDeps, 'db' | 'clock'>,
  purl: string,
  facts: PackageFacts,
): Promise<void> {
  const asked = packageOfPurl(purl);
  if (!asked) throw new Error(`${purl} names no package`);
  await db.query(
    `INSERT INTO registry_package (package_key, facts, checked_at, refresh_after)
     VALUES ($1, $2, $3::timestamptz, $3::timestamptz + interval '3 days')
     ON CONFLICT (package_key) DO UPDATE SET facts = excluded.facts`,
    [packageKeyOf(asked), JSON.stringify(facts), clock.now()],
  );
}

/** Judges what organizations hold by what is stored, as a round in the background does; registries know nothing else. */
export async function judgeHeld(deps: GatheringDeps): Promise<void> {
  const ecosystems = ['npm', 'cargo', 'gem', 'composer'];
  const base = 'https://registries.invalid';
  const gathering = createGathering(deps, {
    env: {
      registryUrls: Object.fromEntries(ecosystems.map((name) => [name, `${base}/${name}`])),
      registryRequestsPerHour: 100_000,
    },
    fetch: () => Promise.resolve(new Response(null, { status: 404 })),
    ...{ delay: systemDelay, tell: () => Promise.resolve() },
  });
  await gathering.round(new AbortController().signal);
}
