import { sql, type RawBuilder } from 'kysely';
import { identityOf } from '@/domain/identifiers/identity';
import { fullName, type GrantedWaiver } from '@/domain/waiver/set';

/**
 * Selects the ids of the findings that some waivers cover, one by several more than once. Places are those of `WaiverSet`.
 *
 * Plan: for each waiver its cycle and the software of it, what the policies' tables are small in; the open findings of that
 * software by finding_open_software_idx, their image tags and projects by hash or by primary keys.
 * @param isNow whether findings that are not open are left out
 */
export function waivedFindings(
  own: RawBuilder<string>,
  waivers: readonly GrantedWaiver[],
  isNow: boolean,
): RawBuilder<{ id: string }> {
  const given = waivers.map(({ productName, cycle, ...place }) => {
    const { scope, projectName, teamId, imageName, imageTag } = place;
    return {
      ...{ productKey: identityOf(productName), cycle, scope, projectName, teamId },
      ...{ imageName, imageTag, fullName: imageName === null ? null : fullName(imageName) },
    };
  });
  return sql<{ id: string }>`(
    SELECT f.id
      FROM json_to_recordset(${JSON.stringify(given)}) AS w(
             "productKey" uuid, cycle text, scope text, "projectName" text, "teamId" uuid, "imageName" text,
             "imageTag" text, "fullName" text)
      JOIN software_cycle c ON c.organization_id = ${own} AND c.product_key = w."productKey" AND c.cycle = w.cycle
      JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
      JOIN finding f ON f.organization_id = ${own} AND f.software_id = s.id
                    AND ${isNow ? sql`f.is_open` : sql`true`}
      JOIN image_tag t ON t.organization_id = ${own} AND t.id = f.image_tag_id
      JOIN project p ON p.organization_id = ${own} AND p.id = t.project_id
     WHERE (w.scope <> 'team' OR p.owner_team_id = w."teamId")
       AND (w."projectName" IS NULL OR p.name = w."projectName")
       AND (w."imageName" IS NULL
            OR (t.name = w."imageName" OR t.kind = 'image' AND t.canonical_name = w."fullName")
               AND (w."imageTag" IS NULL OR t.tag = w."imageTag"))
  )`;
}
