/**
 * An app reduced to its database: `embedded-process.ts <dataDir>`. Owns the embedded PostgreSQL until SIGTERM,
 * and answers each line of SQL on standard input with one line of JSON; `exit` ends it without further ado.
 * Tests kill it in every way there is.
 */
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { openDatabase } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function main(dataDir: string): Promise<void> {
  const logger = createLogger('info', {
    write: (line) => process.stderr.write(line),
  });
  const server = await startEmbeddedPostgres({ dataDir, logger, durable: true });
  const database = openDatabase({ connection: server.owner.connection, logger });
  process.once('SIGTERM', () => {
    void database
      .close()
      .then(() => server.stop())
      .then(() => process.exit(0));
  });
  say({ ready: true });
  createInterface({ input: process.stdin }).on('line', (sql) => {
    if (sql === 'exit') process.exit(0);
    database.pool.query(sql).then(
      ({ rows }) => say({ rows, postgresPid: server.pid }),
      (error: unknown) => say({ error: String(error) }),
    );
  });
}

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Wants a data folder');
main(dataDir).catch((error: unknown) => {
  say({ refused: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
