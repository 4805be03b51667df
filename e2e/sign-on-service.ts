import { withQuery, type AskableDeps } from '@/test/with-query';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnv } from '@/env';
import { createCatalogStore } from '@/server/catalog/service/store';
import { systemClock } from '@/server/platform/clock';
import { openDatabase } from '@/server/platform/db/db';
import { builtInDirectory } from '@/server/identity-provider/service/built-in-directory';
import { createLogger } from '@/server/platform/log';
import { NO_PEERS } from '@/server/platform/outbound/address-rules';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { noRegistryEvidence } from '@/server/registry/service/evidence';
import { bodyBudgetOf } from '@/server/platform/http/body-budget';
import { OpenidProvider } from '@/test/openid-provider';
import type { DatabaseCluster } from './database-cluster';
import { commands, freePort, ServerProcess } from './api/harness/server-process';

const AUTH_SECRET = 'a secret for the sign-on tests, and for them alone';

/** A server of a test's own, with a database of its own, whose people sign in at a provider. */
export class SignOnService {
  private constructor(
    readonly server: ServerProcess,
    readonly provider: OpenidProvider,
    /** The server's own database, past the server. */
    readonly deps: AskableDeps,
    private readonly close: () => Promise<void>,
  ) {}

  get origin(): string {
    return this.server.origin;
  }

  static async start(
    cluster: DatabaseCluster,
    environment: Readonly<Record<string, string>>,
  ): Promise<SignOnService> {
    const folder = await mkdtemp(join(tmpdir(), 'eventide-sign-on-'));
    const database = await cluster.create('sign_on');
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${String(port)}`;
    const provider = await OpenidProvider.start({ publicUrl });
    const variables = {
      ...database,
      DATA_DIR: folder,
      PUBLIC_URL: publicUrl,
      AUTH_SECRET,
      ...provider.environment(environment),
    };
    const logFile = join(folder, 'server.log');
    const server = await ServerProcess.launch({
      args: commands.node(),
      port,
      logFile,
      env: variables,
    });
    await server.ready();
    const db = withQuery(
      openDatabase({
        connection: { connectionString: database.DATABASE_URL },
        poolSize: 2,
      }),
    );
    const logger = createLogger('silent');
    const deps: AskableDeps = {
      env: { ...loadEnv(variables), authSecret: AUTH_SECRET },
      db,
      clock: systemClock,
      logger,
      identityProvider: builtInDirectory,
      mailer: null,
      registry: noRegistryEvidence,
      outgoing: outgoingClient(NO_PEERS),
      catalog: createCatalogStore(db, logger, systemClock),
      ending: new AbortController().signal,
      bodyBudget: bodyBudgetOf(loadEnv(variables)),
    };
    return new SignOnService(server, provider, deps, async () => {
      await db.close();
      await server.stop();
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    });
  }

  stop(): Promise<void> {
    return this.close();
  }
}
