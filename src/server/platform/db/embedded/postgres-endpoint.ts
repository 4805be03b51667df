import { chmod, chown, mkdtemp, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBarrier, type PostgresUser } from './postgres-user';

/** Where a server listens: a folder with its socket, or the loopback address. */
export interface PostgresEndpoint {
  /** The host as `pg` takes it: a folder starting with `/`, or an address. */
  readonly host: string;
  readonly port: number;
}

/** With a socket the port is only a part of the file's name. */
const socketPort = 5432;
/** The shortest limit of the systems we know (macOS: 104 bytes with the NUL at the end), with some room. */
const maxSocketPathBytes = 100;

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}.lock`)) <= maxSocketPathBytes;
}

async function privateTemporaryFolder(user: PostgresUser | undefined): Promise<string> {
  const preferred = await realpath(tmpdir());
  const isUsable = isShortEnough(join(preferred, 'eventide-xxxxxx'));
  const base = isUsable && !(await findBarrier(preferred, user)) ? preferred : '/tmp';
  const folder = await mkdtemp(join(base, 'eventide-'));
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

function freeLoopbackPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('The system gave no port'));
      });
    });
  });
}

/**
 * Chooses where a new server listens: a socket in the cluster's own folder (only its owner may enter), in a
 * private temporary folder when that path is too long for a socket, and on Windows a free port of the
 * loopback address. Never anything that another machine can reach.
 */
export async function chooseEndpoint(
  clusterDir: string,
  user: PostgresUser | undefined,
): Promise<PostgresEndpoint> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freeLoopbackPort() };
  const folder = isShortEnough(clusterDir) ? clusterDir : await privateTemporaryFolder(user);
  return { host: folder, port: socketPort };
}

export function isSocketFolder(host: string): boolean {
  return host.startsWith('/');
}

/** The arguments that make `postgres` listen there, and nowhere else. */
export function endpointArguments({ host, port }: PostgresEndpoint): string[] {
  // Quoted, because the setting is a list and a folder's name may hold a comma.
  const [addresses, folders] = isSocketFolder(host) ? ['', `"${host}"`] : [host, ''];
  const settings = { listen_addresses: addresses, unix_socket_directories: folders, port };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
