import { describe } from 'vitest';
import { acceptAsNewPerson } from '@/server/sign-in/service/accept';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import type { DirectoryBench } from '@/test/directory/bench';
import { directoryContract } from '@/test/directory/contract';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };

async function bench(): Promise<DirectoryBench> {
  const deps = testDeps(await testDatabase());
  return {
    deps,
    organization: () => makeOrganization(deps),
    member: (organizationId, role) => makePerson(deps, { organizationId, role }),
    accept: async (_organizationId, { accept_url: link }) => {
      const token = link?.slice(-43) ?? '';
      const password = 'correct horse battery staple';
      await acceptAsNewPerson(deps, { token, name: 'Grace Hopper', password }, ORIGIN);
    },
    mailsTo: (email) => Promise.resolve(deps.mails().filter(({ to }) => to === email).length),
    close: () => deps.db.close(),
  };
}

describe('the built-in directory', () => directoryContract(bench));
