import { z } from 'zod';
import { OUTCOMES, PROJECT_STATES } from '@/domain/companion/pull';
import { instant } from '@/server/platform/trpc/outputs';
import type { CompanionRow } from './repository/companion';
import type { ProjectRow } from './repository/projects';

const count = z.number().int().min(0);

export const companionRecord = z
  .object({
    url: z.string().describe('The address of the server, without `/api`'),
    key_readable: z.boolean().describe('False: the key has to be entered again. It is never shown'),
    interval_hours: z.number().int(),
    server_version: z.string().nullable().describe('As it said last; null before the first pull'),
    next_pull_at: instant,
    running_since: instant.nullable().describe('Null: no pull is under way'),
    last_pull: z
      .object({
        started_at: instant,
        ended_at: instant.nullable().describe('Null: it is under way, and the counts go on'),
        outcome: z
          .enum(OUTCOMES)
          .nullable()
          .describe('`unfinished`: the rest is gone on with in a few minutes'),
        fault: z.string().nullable(),
        listed: count.describe('Active projects there'),
        pulled: count.describe('Those whose BOM was fetched and stored'),
        unchanged: count.describe('Those whose BOM is the one that was fetched before'),
        without_bom: count.describe('Those that have none, or only sum up others'),
        failed: count.describe('Those that could not be pulled'),
        waiting: count.describe('Those that are left for the next pull'),
        gone: count.describe('Projects that are not listed any more since then'),
      })
      .nullable()
      .describe('Null: there was none'),
  })
  .meta({
    id: 'Companion',
    example: {
      url: 'https://dtrack.example.com',
      key_readable: true,
      interval_hours: 6,
      server_version: '4.13.4',
      next_pull_at: '2026-11-24T18:00:00.000Z',
      running_since: null,
      last_pull: {
        started_at: '2026-11-24T11:59:00.000Z',
        ended_at: '2026-11-24T12:00:00.000Z',
        outcome: 'complete',
        fault: null,
        ...{
          listed: 240,
          pulled: 3,
          unchanged: 230,
          without_bom: 6,
          failed: 1,
          waiting: 0,
          gone: 0,
        },
      },
    },
  });

/** Makes an organization's companion as admins see it. */
export function toCompanion(row: CompanionRow, keyReadable: boolean) {
  const { startedAt, endedAt } = row;
  const startedText = startedAt?.toISOString() ?? null;
  return {
    url: row.url,
    key_readable: keyReadable,
    interval_hours: row.intervalHours,
    server_version: row.serverVersion,
    next_pull_at: row.nextPullAt.toISOString(),
    running_since: endedAt === null ? startedText : null,
    last_pull: startedText === null ? null : { started_at: startedText, ...toPull(row) },
  };
}

function toPull(row: CompanionRow) {
  const { outcome, fault, listed, pulled, unchanged, failed, waiting, gone } = row;
  return {
    ended_at: row.endedAt?.toISOString() ?? null,
    ...{ outcome, fault, listed, pulled, unchanged, without_bom: row.withoutBom },
    ...{ failed, waiting, gone },
  };
}

/** Makes what the audit trail keeps of it: the key is in neither form part of it. */
export function toAudited({
  url,
  intervalHours,
}: Pick<CompanionRow, 'url' | 'intervalHours'>): Record<string, unknown> {
  return { url, interval_hours: intervalHours };
}

export const pulledProject = z
  .object({
    uuid: z.guid().describe('Its id there'),
    name: z.string(),
    version: z.string().describe('The tag that it has here; `latest` where it has none there'),
    state: z
      .enum(PROJECT_STATES)
      .describe('`gone`: not listed any more as active, and its image marked as not in use'),
    state_since: instant,
    fault: z.string().nullable().describe('Why it could not be pulled'),
    imported_at: instant.nullable().describe('When the BOM that was pulled last came there'),
    pulled_at: instant.nullable(),
    image_tag_id: z
      .guid()
      .nullable()
      .describe('The image that it is here; null when there is none, or none any more'),
  })
  .meta({ id: 'PulledProject' });

export function toPulledProject(row: ProjectRow) {
  const { name, version, state, fault, imageTagId } = row;
  return {
    ...{ uuid: row.id, name, version, state, fault },
    state_since: row.stateSince.toISOString(),
    imported_at: row.importedAt?.toISOString() ?? null,
    pulled_at: row.pulledAt?.toISOString() ?? null,
    image_tag_id: imageTagId,
  };
}
