import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';
import { STARTED_AT } from './servers';

/** A connection that ends, a server without room for one, one that stops: whoever asks again may be told. */
const PASSING = /^(?:08|53|57)/;
/** While a server takes over from another, one of two addresses may lead to it before the other. */
const LOOKS = 10;
const LOOK_AGAIN_MS = 500;

/** What {@link serverOf} says of two ways at one moment. */
type Look = () => Promise<readonly [app: string | null, other: string | null]>;

/**
 * One address that was changed without the other would bring the wrong database up to date, have the wrong one kept, and hear of
 * changes there.
 * @param name of the variable beside DATABASE_URL
 * @throws DatabaseStartError
 */
export async function refuseOtherDatabase(
  name: 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL',
  look: Look,
): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (looks > 0) await sleep(LOOK_AGAIN_MS);
    const [app, other] = await look();
    if (app === null || other === null || app === other) return;
  }
  throw new DatabaseStartError(
    `${name} leads to another database than DATABASE_URL. Both have to name the same one.`,
  );
}

/**
 * Finds which server an address leads to, by when that was started: a copy that went back to a moment has all else of the first one.
 * @returns null where the server does not tell: some do not let everybody ask
 */
export async function serverOf(connected: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  try {
    const { rows } = await connected.query<{ server: string }>(
      `SELECT concat_ws('/', current_database(), ${STARTED_AT}) AS server`,
    );
    return rows[0]?.server ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !PASSING.test(error.code ?? '')) return null;
    throw error;
  }
}
