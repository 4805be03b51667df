const ORGANIZATION = /\borganization_id = \$1\b/g;

/**
 * Lets the planner reckon with an organization of average size, whichever it is asked for.
 *
 * Told which, it looks the id up in the statistics. An organization that is younger than these, or small beside
 * the others, is not in them: the planner then takes its part of every table for a single row and joins them by
 * comparing each with each, by the organization alone. A thousand cycles in one image make that a thousand
 * million comparisons, and minutes. It does not look into a subquery, and takes the table's rows divided by the
 * number of organizations instead.
 *
 * @param sql as every statement is written here: the organization is `$1`
 */
export function forAnyOrganization(sql: string): string {
  return sql.replaceAll(ORGANIZATION, 'organization_id = (SELECT $1::uuid)');
}
