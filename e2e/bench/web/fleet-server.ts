import { join } from 'node:path';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { makePerson, makeSession } from '@/test/accounts';
import { startBenchServer, type BenchServer } from '../bench-server';
import { startBuiltServer } from '../built-server';
import { fillDashboard } from '../dashboard-data';
import { fillWork } from '../dashboard-work';
import { makeFleet } from '../fleet';
import type { Sizes } from '../sizes';
import { pathsOfFleet } from './paths';
import type { Subject } from './subject';

/** Starts what `npm start` starts on a database that holds a fleet, and all that a year of use leaves beside it. */
export async function startFleet(sizes: Sizes): Promise<Subject> {
  const server = await startBenchServer();
  try {
    return await serve(server, sizes);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function serve(server: BenchServer, sizes: Sizes): Promise<Subject> {
  const { deps } = server;
  const fleet = await makeFleet(server, sizes);
  const { organizationId } = fleet;
  const bench = { server, fleet, sizes, progress: () => undefined };
  await fillDashboard(bench);
  const admin = async () => {
    const { id, email } = await makePerson(deps, { organizationId, role: 'admin' });
    return { ...fleet.actor, kind: 'person', id, name: email } as const;
  };
  const reader = await admin();
  await fillWork(bench, { asker: await admin(), decider: reader });
  // Else the server would do so while its pages are looked at.
  await rematchOrganization(deps, organizationId);
  await server.bare.query('VACUUM (ANALYZE)');
  const built = await startBuiltServer(server.databaseUrl, join(server.folder, 'app'));
  const { cookie } = await makeSession(deps, reader.id);
  const [name = '', value = ''] = cookie.split('=');
  return {
    origin: built.origin,
    signIn: (context) => context.addCookies([{ name, value, url: built.origin }]),
    pathsOf: pathsOfFleet,
    stop: async () => {
      await built.stop();
      await server.stop();
    },
  };
}
