/** The names of a backup's entries. */
export const HEAD = 'backup.json';
export const CONTENTS = 'contents.json';

const PART_DIGITS = 6;
const TABLE_PART = /^tables\/([^/]+)\/(\d+)\.copy$/;
const SEALED_FILE = /^files\/(.+)\.jwe$/;

export const tableEntry = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(PART_DIGITS, '0')}.copy`;

/** The table that an entry holds rows of; null for another entry. */
export const tableOf = (entry: string) => TABLE_PART.exec(entry)?.[1] ?? null;

export const fileEntry = (name: string) => `files/${name}.jwe`;

/** The file that an entry holds, sealed; null for another entry. */
export const fileOf = (entry: string) => SEALED_FILE.exec(entry)?.[1] ?? null;
