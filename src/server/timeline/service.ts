import { adviceOn } from '@/domain/advice/advice';
import { catalogFactsOf, type CatalogView } from '@/domain/catalog/view';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { toLabelCondition, type LabelFilter } from '@/domain/image/list';
import type { OwnerQuery } from '@/domain/team/owner';
import { toSupport } from '@/server/coverage/dto';
import { ownerScope } from '@/server/team/service/owners';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { timelineRows, type TimelineRow } from './repository';

/** More rows than anybody reads; a picture of them is still drawn and exported whole. */
export const MAX_TIMELINE_ROWS = 1_000;

/** All but the type say which images count; software that none of them holds is left out. */
export interface TimelineQuery extends OwnerQuery {
  readonly projectId?: string | null | undefined;
  readonly label?: LabelFilter | null | undefined;
  readonly artifactType?: string | null | undefined;
}

/**
 * Lists the software that images hold, soonest end first, with the support phases that the catalog knows: at most
 * {@link MAX_TIMELINE_ROWS} of `total`. Phases are read from memory, everything else with one statement.
 */
export async function listTimeline(
  { db, clock, catalog }: Deps,
  organizationId: OrganizationId,
  query: TimelineQuery,
) {
  const { projectId, label, artifactType } = query;
  const filter = {
    projectId: projectId ?? null,
    label: label ? toLabelCondition(label) : null,
    artifactType: artifactType ?? null,
    owner: await ownerScope({ db }, organizationId, query),
  };
  const [rows, view] = await Promise.all([
    timelineRows(organizationId, db, filter, MAX_TIMELINE_ROWS),
    catalog.forOrganization(organizationId),
  ]);
  const today = dayOf(clock.now());
  return {
    items: rows.map((row) => toTimelineItem(row, view, today)),
    total: rows[0]?.total ?? 0,
  };
}

function toTimelineItem(row: TimelineRow, view: CatalogView, today: Day) {
  const facts = catalogFactsOf(view, row, today);
  return {
    id: row.id,
    productName: row.productName,
    cycle: row.cycle,
    artifactType: row.artifactType,
    lts: row.lts,
    releaseDate: row.releasedOn ?? facts?.releaseDate ?? null,
    eolDate: row.eolOn,
    eolDateKnown: row.eolOnKnown,
    estimatedFrom: row.estimatedFrom,
    contract: toSupport(row.support),
    contractElsewhere: row.supportElsewhere,
    support: facts?.support ?? [],
    advice: adviceOn(view, row, today),
    images: row.images,
  };
}
