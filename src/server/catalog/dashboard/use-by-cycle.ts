import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { ESTIMATED_FROM } from '../follow-queries';

/** What an organization holds of one cycle, and the end that its images are judged by. */
export interface CycleUse {
  readonly images: number;
  /** Null: nothing is known of its end. */
  readonly eolOn: Day | null;
  /** False: it ended on an unknown day, and `eolOn` is the day it was first seen. */
  readonly eolOnKnown: boolean;
  /** The release cycle that the end was concluded from, where nobody says it. */
  readonly estimatedFrom: string | null;
}

/** What an organization holds of one product. */
export interface ProductUse {
  /** Image tags that hold any of its cycles now. */
  readonly images: number;
  /** Each cycle, also those that the catalogue does not know. */
  readonly byCycle: ReadonlyMap<string, CycleUse>;
}

export const NO_USE: ProductUse = { images: 0, byCycle: new Map() };

interface UseRow extends CycleUse {
  readonly slug: string;
  /** Null: of all cycles together. */
  readonly cycle: string | null;
}

/**
 * What the organization holds of products, by slug; one that no image holds is left out.
 * @param names under which scanners may report each
 *
 * Plan: as `useOfProducts` of `../use-queries.ts`, sorted once for both groupings: 30 ms for 50 products that 54,000
 * findings are of.
 */
export async function useByCycle(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly { readonly slug: string; readonly nameKey: string }[],
): Promise<ReadonlyMap<string, ProductUse>> {
  const rows = await db.query<UseRow>(
    `SELECT w.slug, c.cycle, count(DISTINCT f.image_tag_id) AS images, min(c.eol_on) AS "eolOn",
            bool_and(c.eol_on_known) AS "eolOnKnown", min(${ESTIMATED_FROM}) AS "estimatedFrom"
       FROM json_to_recordset($2) AS w(slug text, "nameKey" text)
       JOIN software_cycle c ON c.organization_id = $1 AND c.search_text = w."nameKey"
       JOIN software s ON s.organization_id = $1 AND s.software_cycle_id = c.id
       JOIN finding f ON f.organization_id = $1 AND f.software_id = s.id AND f.is_open
      GROUP BY GROUPING SETS ((w.slug), (w.slug, c.cycle))`,
    [organizationId, JSON.stringify(names)],
  );
  const ofCycles = Map.groupBy(
    rows.filter(({ cycle }) => cycle !== null),
    ({ slug }) => slug,
  );
  return new Map(
    rows
      .filter(({ cycle }) => cycle === null)
      .map(({ slug, images }) => [slug, { images, byCycle: byCycle(ofCycles.get(slug) ?? []) }]),
  );
}

function byCycle(rows: readonly UseRow[]): ReadonlyMap<string, CycleUse> {
  return new Map(
    rows.flatMap(({ cycle, slug: _, ...use }) => (cycle === null ? [] : [[cycle, use]])),
  );
}

/**
 * The names of everything that some image of the organization holds now, folded.
 *
 * Plan: the organization's software cycles, each looked up in finding_open_software_idx until a first row.
 */
export async function namesInUse(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT DISTINCT c.search_text AS name
       FROM software_cycle c
      WHERE c.organization_id = $1 AND EXISTS (
        SELECT FROM software s
          JOIN finding f ON f.organization_id = $1 AND f.software_id = s.id AND f.is_open
         WHERE s.organization_id = $1 AND s.software_cycle_id = c.id)`,
    [organizationId],
  );
  return rows.map(({ name }) => name);
}
