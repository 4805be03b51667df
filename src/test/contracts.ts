import { parseDay, type Day } from '@/domain/eol/calendar';
import { createContract, type ContractTerms } from '@/server/contract/service/contracts';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor } from './accounts';
import { callAs } from './callers';
import type { TestDeps } from './deps';

/** A day that a test writes. */
export function dayOf(text: string): Day {
  const day = parseDay(text);
  if (!day) throw new Error(`${text} is no day`);
  return day;
}

/** Enters a contract; what a test does not care about is left out: everywhere, for Debian 10, from 2026 to 2028. */
export async function makeContract(
  deps: TestDeps,
  organizationId: OrganizationId,
  terms: Partial<ContractTerms> = {},
): Promise<string> {
  const actor = await makeActor(deps, organizationId);
  const { id } = await createContract(deps, actor, {
    ...{ vendor: 'Freexian', scope: 'organization', projectId: null, teamId: null },
    lines: [{ productName: 'Debian', cycle: '10' }],
    ...{ startsOn: dayOf('2026-01-01'), endsOn: dayOf('2028-01-01'), noticeDays: 90 },
    ...{ cost: null, documentUrl: null, note: null, ...terms },
  });
  return id;
}

/** What an organization's images hold, by `project image product cycle`: the end, and by whose contract. */
export async function endsOf(
  deps: TestDeps,
  organizationId: OrganizationId,
): Promise<Record<string, string>> {
  const caller = callAs(deps, organizationId);
  const { items } = await caller.image.list({ size: 100 });
  const ends: Record<string, string> = {};
  for (const { id, projectName, name: image } of items) {
    for (const one of await caller.image.findings({ imageTagId: id })) {
      const name = [projectName, image, one.productName, one.releaseCycle].join(' ');
      ends[name] = [one.eolDate, ...(one.contract ? ['by', one.contract.vendor] : [])].join(' ');
    }
  }
  return ends;
}

/**
 * Lists what is wrong with what contracts cover, worked out anew from contracts, projects and names alone; nothing where
 * all is right.
 */
export function wrongsOf({ db }: TestDeps, organizationId: OrganizationId) {
  return db.query<{ wrong: string }>(
    `WITH held AS (
       SELECT f.id, f.image_tag_id, f.software_id, f.is_open, t.software_ids, t.deleted_at, p.id AS project_id,
              p.owner_team_id, c.contract_id, c.product_name, c.cycle, c.eol_on, u.eol_on AS upstream_on, s.software_key
         FROM finding f
         JOIN image_tag t ON t.id = f.image_tag_id
         JOIN project p ON p.id = t.project_id
         JOIN software s ON s.id = f.software_id
         JOIN software_cycle c ON c.id = s.software_cycle_id
         LEFT JOIN software_cycle u ON u.id = c.upstream_id
        WHERE f.organization_id = $1),
     best AS (
       SELECT held.*, (
         SELECT k.id FROM contract k JOIN contract_software w ON w.contract_id = k.id
          WHERE k.organization_id = $1 AND k.has_begun AND lower(w.product_name) = lower(held.product_name)
            AND (w.cycle IS NULL OR w.cycle = held.cycle)
            AND (k.scope = 'organization' OR k.project_id = held.project_id OR k.team_id = held.owner_team_id)
          ORDER BY k.ends_on DESC, k.id LIMIT 1) AS best_id
         FROM held)
     SELECT 'another contract: ' || product_name AS wrong FROM best WHERE contract_id IS DISTINCT FROM best_id
     UNION ALL
     SELECT 'another end: ' || product_name FROM best JOIN contract k ON k.id = best.contract_id
      WHERE eol_on IS DISTINCT FROM CASE WHEN upstream_on IS NOT NULL THEN greatest(upstream_on, k.ends_on) END
     UNION ALL
     SELECT 'not in the list of its image: ' || product_name FROM best
      WHERE deleted_at IS NULL AND is_open IS DISTINCT FROM (software_id = ANY(software_ids))
     UNION ALL
     SELECT 'more in the list of an image' FROM image_tag t
      WHERE t.organization_id = $1 AND t.deleted_at IS NULL AND cardinality(t.software_ids) <>
            (SELECT count(*) FROM finding f WHERE f.image_tag_id = t.id AND f.is_open)
     UNION ALL
     SELECT 'an interval of other software' FROM finding_interval i JOIN finding f ON f.id = i.finding_id
      WHERE f.organization_id = $1 AND i.software_id <> f.software_id`,
    [organizationId],
  );
}
