import { z } from 'zod';
import { RETIREMENT_ENDS, RETIREMENT_REASONS } from '@/domain/image/retirement';
import { callerKind, instant } from '@/server/platform/trpc/outputs';
import type { countRetired, RetirementRow } from './repository/retirements';

const doer = z.object({ kind: callerKind, name: z.string() }).nullable();

/** A time in which an image was retired. */
export const retirement = z
  .object({
    id: z.guid(),
    retired_at: instant,
    reason: z
      .enum(RETIREMENT_REASONS)
      .describe(
        '`not_scanned`: neither scanned nor seen running for `days`; `not_running`: no cluster runs it any more, and it was not scanned for `days`',
      ),
    days: z.number().int().nullable().describe('Of a rule, as it was then'),
    note: z.string().nullable().describe('By whoever retired it by hand'),
    retired_by: doer.describe('Null: a rule'),
    ended_at: instant.nullable().describe('When it came back; null: it is retired'),
    end: z
      .enum(RETIREMENT_ENDS)
      .nullable()
      .describe(
        'What brought it back. `running`: a cluster runs it again; `rule_changed`: the rule would not retire it any more',
      ),
    ended_by: doer.describe('Who brought it back, or scanned it'),
  })
  .meta({
    id: 'Retirement',
    example: {
      id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
      retired_at: '2026-11-26T04:00:00.000Z',
      reason: 'not_scanned',
      days: 90,
      note: null,
      retired_by: null,
      ended_at: null,
      end: null,
      ended_by: null,
    },
  });

export const retirements = z.array(retirement);

export function toRetirement(row: RetirementRow): z.infer<typeof retirement> {
  return {
    id: row.id,
    retired_at: row.retiredAt.toISOString(),
    ...{ reason: row.reason, days: row.days, note: row.note },
    retired_by: toDoer(row.retiredByKind, row.retiredByName),
    ended_at: row.endedAt?.toISOString() ?? null,
    end: row.end,
    ended_by: toDoer(row.endedByKind, row.endedByName),
  };
}

function toDoer(kind: RetirementRow['retiredByKind'], name: string | null) {
  return kind === null || name === null ? null : { kind, name };
}

/** Sums up what is retired now. */
export function toRetiredCounts(rows: Awaited<ReturnType<typeof countRetired>>) {
  const byRules = rows.filter(({ reason }) => reason !== 'by_hand');
  const latest = Math.max(...byRules.map(({ latestAt }) => latestAt.getTime()));
  return {
    total: rows.reduce((sum, { images }) => sum + images, 0),
    byRules: byRules.reduce((sum, { images }) => sum + images, 0),
    latestByRulesDate: byRules.length === 0 ? null : new Date(latest).toISOString(),
  };
}
