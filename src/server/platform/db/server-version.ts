import type pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';
import { connectOnce } from './pooler';

/** The oldest major version that migrations and statements are tried with. */
const OLDEST_MAJOR = 15;

/** Those in which every text that somebody sends can be kept; the second one takes it for bytes, of which it knows nothing. */
const ENCODINGS: ReadonlySet<string> = new Set(['UTF8', 'SQL_ASCII']);

interface Said {
  /** Of PostgreSQL 15.4: 150004. */
  readonly number: number;
  readonly text: string;
  readonly encoding: string;
}

/**
 * Looks at which PostgreSQL and what kind of database a connection leads to: an older one would fail in the middle of a migration,
 * one of another encoding over the first text with a character that it lacks, whoever sends it.
 * @throws DatabaseStartError when it is too old, or cannot keep every text
 */
export async function refuseUnfitServer(connection: pg.ClientConfig): Promise<void> {
  const client = await connectOnce(connection);
  try {
    const { rows } = await client.query<Said>(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text,
              current_setting('server_encoding') AS encoding`,
    );
    const [said] = rows;
    if (said && said.number < OLDEST_MAJOR * 10_000)
      throw new DatabaseStartError(
        `DATABASE_URL leads to PostgreSQL ${said.text}, which is too old: Eventide needs ${String(OLDEST_MAJOR)} or later. Upgrade the server, or name another one. Nothing was changed.`,
      );
    if (said && !ENCODINGS.has(said.encoding))
      throw new DatabaseStartError(
        `DATABASE_URL leads to a database with the encoding ${said.encoding}, which cannot keep every text: Eventide needs UTF8. Make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0. Nothing was changed.`,
      );
  } finally {
    await client.end().catch(() => undefined);
  }
}
