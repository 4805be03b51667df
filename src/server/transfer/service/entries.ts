/** The names of an export's entries. */
export const HEAD = 'organization.json';
export const PEOPLE = 'people.ndjson';
export const CONTENTS = 'contents.json';

const PART_DIGITS = 6;
const TABLE_PART = /^tables\/([a-z][a-z0-9_]*)\/(\d+)\.ndjson$/;

export const tableEntry = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(PART_DIGITS, '0')}.ndjson`;

/** The table that an entry holds rows of; null for another entry. */
export const tableOf = (entry: string) => TABLE_PART.exec(entry)?.[1] ?? null;
