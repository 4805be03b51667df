/**
 * Of a software cycle `c`, the name of the cycle that its end was concluded from; null where somebody says it, or
 * nothing is known of it.
 */
export const ESTIMATED_FROM = `CASE WHEN c.eol_source = 'inferred' THEN c.catalog_inferred_from END`;
