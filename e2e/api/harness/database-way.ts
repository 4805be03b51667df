import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

/** What a server of PostgreSQL says of a session that begins: which of its own processes has it, and a key. */
const BACKEND_KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);
/** It is said within the first bytes, of which the server has no more to say than these. */
const BEGINNING_BYTES = 8_192;

/** A way to a database that one process goes alone, so that its sessions are known from those of all others. */
export interface DatabaseWay {
  readonly address: string;
  /** Tells whether a session (`pg_stat_activity.pid`) is of whoever goes this way. */
  has(pid: number): boolean;
  close(): void;
}

/** Opens a way to a database that listens on a port of this machine, or in a folder (`?host=`). */
export async function openDatabaseWay(database: string): Promise<DatabaseWay> {
  const url = new URL(database);
  const folder = url.searchParams.get('host');
  const place =
    folder === null
      ? { host: url.hostname, port: Number(url.port) }
      : { path: `${folder}/.s.PGSQL.${url.port}` };
  const pids = new Set<number>();
  const server = createServer((client) => {
    const onward = connect(place);
    let beginning = Buffer.alloc(0);
    const listen = (part: Buffer) => {
      beginning = Buffer.concat([beginning, part]);
      const at = beginning.indexOf(BACKEND_KEY_DATA);
      const from = at + BACKEND_KEY_DATA.length;
      const isSaid = at >= 0 && beginning.length >= from + 4;
      if (isSaid) pids.add(beginning.readInt32BE(from));
      if (isSaid || beginning.length > BEGINNING_BYTES) onward.off('data', listen);
    };
    onward.on('data', listen);
    // Either end may go away at any time: then so does the other.
    pipeline(client, onward, client, () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  url.searchParams.delete('host');
  [url.hostname, url.port] = ['127.0.0.1', String(port)];
  return { address: url.href, has: (pid) => pids.has(pid), close: () => server.close() };
}
