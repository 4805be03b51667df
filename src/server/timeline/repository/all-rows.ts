import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { ESTIMATED_FROM } from '@/server/catalog/sql';
import { SUPPORT } from '@/server/coverage/sql';
import { evidenceAt } from '@/server/evidence/sql';
import { cyclesAt } from '@/server/past/sql';
import { heldByImages, isListed, type TimelineFilter } from './held';
import { linesOfUsed, PLACE_IN_LINE, PLACE_OF_LINE, placedSoftware } from './lines';

export type TimelineFileRow = Awaited<
  ReturnType<ReturnType<typeof allTimelineRows>['execute']>
>[number];

/**
 * All rows of all lines in the order of the timeline, each with the number of images that count and hold it: one statement,
 * so that a file is of one moment.
 *
 * Plan: as that of the lines, with the counts of {@link heldByImages} joined rather than asked for. Rows are placed before
 * their cycles are joined: of tables without statistics the planner would join these anew for each line. Contracts and
 * evidence are looked up as rows are fetched.
 */
export function allTimelineRows(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
) {
  const own = anyOrganization(organizationId);
  return (
    db.sql
      .with(
        (cte) => cte('used').materialized(),
        () =>
          placedSoftware(own, db, filter)
            .innerJoin(heldByImages(filter, own).as('held'), 'held.softwareId', 's.id')
            .select('held.images'),
      )
      .with('lines', () => linesOfUsed(filter))
      .with(
        (cte) => cte('placed').materialized(),
        (of) =>
          of
            .selectFrom('used')
            .innerJoin('lines', 'lines.productKey', 'used.productKey')
            .select(['used.id', 'used.artifactType', 'used.state', 'used.images', 'used.cycleId'])
            .select(
              sql<number>`row_number() OVER (ORDER BY ${PLACE_OF_LINE}, ${PLACE_IN_LINE})`.as(
                'position',
              ),
            )
            .where(isListed(filter)),
      )
      .selectFrom('placed')
      .innerJoin(cyclesAt(own, filter.past), (join) =>
        join.on('c.organizationId', '=', own).onRef('c.id', '=', 'placed.cycleId'),
      )
      .select(['placed.id', 'placed.artifactType', 'placed.state', 'placed.images'])
      .select(['c.productName', 'c.cycle', 'c.lts', 'c.releasedOn'])
      .select(['c.eolOn', 'c.eolOnKnown', ESTIMATED_FROM, evidenceAt(filter.past), SUPPORT])
      .orderBy('placed.position')
      // Leaves nothing out, and has the planner look up what costs much after it has sorted.
      .limit(sql<null>`ALL`)
  );
}
