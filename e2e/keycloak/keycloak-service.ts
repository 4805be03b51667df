import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { createLogger } from '@/server/platform/log';
import { startMailServer, type MailServer } from '@/test/mail-server';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';
import { KeycloakAdmin, startedKeycloak } from './keycloak-admin';

const DIRECTORY = { clientId: 'eventide-directory', secret: 'a secret of the service account' };
const SIGN_ON = { clientId: 'eventide', secret: 'a secret of the client' };

/** The built server, with a realm of its own for signing in and for its members. */
export interface KeycloakService {
  readonly origin: string;
  readonly keycloak: KeycloakAdmin;
  /** Letters that Keycloak has sent. */
  readonly mail: MailServer;
  stop(): Promise<void>;
}

export async function startKeycloakService(): Promise<KeycloakService> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-keycloak-app-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const logger = createLogger('silent');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, logger, durable: false });
  const port = await freePort();
  const origin = `http://127.0.0.1:${String(port)}`;
  const mail = await startMailServer();
  const keycloak = await configuredRealm(origin, mail.port);
  const dataDir = join(folder, 'app');
  await mkdir(dataDir);
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: join(folder, 'server.log'),
    env: {
      DATABASE_URL: postgres.connectionString,
      DATABASE_OWNER_URL: postgres.owner.connectionString,
      DATA_DIR: dataDir,
      PUBLIC_URL: origin,
      AUTH_SECRET: 'a secret for the tests against Keycloak, and for them alone',
      // Somebody has an account, so that the server does not wait for its set-up.
      ADMIN_EMAIL: 'first@example.com',
      ADMIN_PASSWORD: 'first account of the Keycloak tests',
      OIDC_ISSUER: keycloak.issuer,
      OIDC_CLIENT_ID: SIGN_ON.clientId,
      OIDC_CLIENT_SECRET: SIGN_ON.secret,
      OIDC_NAME: 'Keycloak',
      IDENTITY_PROVIDER: 'keycloak',
      KEYCLOAK_URL: keycloak.url,
      KEYCLOAK_REALM: keycloak.realm,
      KEYCLOAK_CLIENT_ID: DIRECTORY.clientId,
      KEYCLOAK_CLIENT_SECRET: DIRECTORY.secret,
    },
  });
  const stop = async () => {
    await server.stop();
    await postgres.stop();
    await mail.close();
    await rm(folder, { recursive: true, force: true });
  };
  await server.ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { origin, keycloak, mail, stop };
}

/** As the documentation of sign-on tells operators to set one up. */
async function configuredRealm(origin: string, smtpPort: number): Promise<KeycloakAdmin> {
  const keycloak = new KeycloakAdmin(startedKeycloak());
  await keycloak.createRealm(smtpPort);
  await keycloak.changeRealm({ verifyEmail: true });
  await keycloak.createClient({ ...DIRECTORY, serviceAccountsEnabled: true }, ['manage-realm']);
  await keycloak.createClient({
    ...SIGN_ON,
    redirectUris: [`${origin}/api/auth/callback/oidc`],
    attributes: { 'post.logout.redirect.uris': `${origin}/*` },
  });
  return keycloak;
}
