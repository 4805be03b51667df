import type pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';
import { connectOnce } from './pooler';

/** The oldest major version that migrations and statements are tried with. */
const OLDEST_MAJOR = 15;

interface Version {
  /** Of PostgreSQL 15.4: 150004. */
  readonly number: number;
  readonly text: string;
}

/**
 * Looks at which PostgreSQL a connection leads to: an older one would fail in the middle of a migration.
 * @throws DatabaseStartError when it is too old
 */
export async function refuseOldServer(connection: pg.ClientConfig): Promise<void> {
  const client = await connectOnce(connection);
  try {
    const { rows } = await client.query<Version>(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text`,
    );
    const [version] = rows;
    if (version && version.number < OLDEST_MAJOR * 10_000)
      throw new DatabaseStartError(
        `DATABASE_URL leads to PostgreSQL ${version.text}, which is too old: Eventide needs ${String(OLDEST_MAJOR)} or later. Upgrade the server, or name another one. Nothing was changed.`,
      );
  } finally {
    await client.end().catch(() => undefined);
  }
}
