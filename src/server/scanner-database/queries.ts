const FACTS = `name, catalog_revision AS "catalogRevision", built_on AS "builtOn", built_at AS "builtAt", sha256`;

/**
 * What the archive to offer says of itself: of the newest catalogue, and of that the newest day. Plan: index
 * (catalog_revision, built_on) backwards, one row.
 */
export const NEWEST_ARCHIVE = `
SELECT ${FACTS} FROM scanner_database ORDER BY catalog_revision DESC, built_on DESC LIMIT 1`;

/** An archive with its bytes. $1 name. Plan: primary key. */
export const ARCHIVE_BY_NAME = `SELECT ${FACTS}, archive AS content FROM scanner_database WHERE name = $1`;

/** $1 name, $2 catalogue revision, $3 day, $4 built at, $5 SHA-256, $6 bytes. */
export const INSERT_ARCHIVE = `
INSERT INTO scanner_database (name, catalog_revision, built_on, built_at, sha256, archive)
VALUES ($1, $2, $3, $4, $5, $6)`;

/** Drops what was built before $2 but for $1, the name of the one on offer. A handful of rows: read in full. */
export const PRUNE_ARCHIVES = `DELETE FROM scanner_database WHERE built_at < $2 AND name <> $1`;

/** Makes builders take turns until the transaction ends. */
export const LOCK_BUILDING = `SELECT pg_advisory_xact_lock(hashtextextended('scanner database', 0))`;

/** How large the archive to offer is, beside what it says of itself. Plan: as NEWEST_ARCHIVE; no bytes are read. */
export const NEWEST_ARCHIVE_SIZE = `
SELECT ${FACTS}, octet_length(archive) AS "sizeBytes"
FROM scanner_database ORDER BY catalog_revision DESC, built_on DESC LIMIT 1`;
