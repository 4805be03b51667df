import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import type { PackageEcosystem } from '@/domain/registry/component';
import { NO_PEERS } from '@/server/platform/outbound/address-rules';
import { isVariableName, VARIABLES, type VariableName } from './env-variables';

export type { LogLevel } from './env-variables';

/** The environment is wrong. The message lists every fault and is meant to be read by the operator. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type Readers = { readonly [Name in VariableName]: (typeof VARIABLES)[Name]['read'] };
const schema = z.object(
  // `fromEntries` forgets which name has which reader.
  Object.fromEntries(Object.entries(VARIABLES).map(([name, { read }]) => [name, read])) as Readers,
);
type Values = z.infer<typeof schema>;

function describeFault(name: VariableName, value: string | undefined): string {
  const got = 'isSecret' in VARIABLES[name] ? 'something else (not shown)' : JSON.stringify(value);
  return `${name}: wants ${VARIABLES[name].wants}; got ${got}`;
}

/** @param isGiven whether the environment says it, rather than its default */
function faultsBetween(values: Values, isGiven: (name: VariableName) => boolean): string[] {
  const faults: string[] = [];
  const needs = (name: VariableName, because: string, also = '') => {
    faults.push(`${name}: wants ${VARIABLES[name].wants}${also}, because ${because}; got nothing`);
  };
  const together = (...names: readonly VariableName[]) => {
    const set = names.find((name) => values[name] !== undefined);
    if (set === undefined) return;
    for (const name of names) if (values[name] === undefined) needs(name, `${set} is set`);
  };
  /** Each of the names means something with `needed` alone. */
  const belong = (needed: VariableName, ...names: readonly VariableName[]) => {
    const given = names.find(isGiven);
    if (given !== undefined && !isGiven(needed)) needs(needed, `${given} is set`);
  };
  if (values.PASSWORD_LOGIN) together('ADMIN_EMAIL', 'ADMIN_PASSWORD');
  else if (values.ADMIN_PASSWORD !== undefined && values.ADMIN_EMAIL === undefined)
    needs('ADMIN_EMAIL', 'ADMIN_PASSWORD is set');
  together('SCANNER_TLS_CERT', 'SCANNER_TLS_KEY');
  together('SMTP_URL', 'MAIL_FROM');
  together('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  together('OIDC_JOIN_DOMAINS', 'OIDC_JOIN_ORGANIZATION');
  belong('BOOTSTRAP_ORGANIZATION', 'BOOTSTRAP_API_KEY');
  belong('METRICS_PORT', 'METRICS_HOST');
  belong('SCANNER_TLS_PORT', 'SCANNER_TLS_HOST', 'SCANNER_TLS_CERT', 'SCANNER_TLS_KEY');
  belong('SCANNER_TLS_PORT', 'SCANNER_ADDRESS');
  belong('BACKUP_DIR', 'BACKUP_INTERVAL', 'BACKUP_KEEP');
  belong('CATALOG_URL', 'CATALOG_INTERVAL');
  if (values.METRICS_PORT === values.PORT)
    faults.push(`METRICS_PORT: wants ${VARIABLES.METRICS_PORT.wants}; got the same`);
  if (isHostOfPages(values.API_HOST, publicUrlOf(values)))
    faults.push('API_HOST: wants another host than that of PUBLIC_URL, where pages are shown');
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    belong('DATABASE_URL', name);
  if (values.DATABASE_URL !== undefined && values.AUTH_SECRET === undefined)
    needs('AUTH_SECRET', 'DATABASE_URL is set', ', the same in every process');
  if (values.OIDC_ISSUER === undefined) {
    if (!values.PASSWORD_LOGIN) needs('OIDC_ISSUER', 'PASSWORD_LOGIN is off');
    for (const name of ['OIDC_ROLE_CLAIM', 'OIDC_JOIN_DOMAINS'] as const)
      if (values[name] !== undefined) needs('OIDC_ISSUER', `${name} is set`);
  }
  belong('IDENTITY_PROVIDER', ...KEYCLOAKS_OWN);
  if (values.IDENTITY_PROVIDER === 'keycloak') {
    // Whom Keycloak names is told by who they sign in as: people sign in there.
    for (const name of [...KEYCLOAKS_OWN, 'OIDC_ISSUER'] as const)
      if (values[name] === undefined) needs(name, 'IDENTITY_PROVIDER is keycloak');
    if (isOfAnotherRealm(values))
      faults.push(
        `KEYCLOAK_REALM: wants the realm of OIDC_ISSUER, whose people it knows; got ${JSON.stringify(values.KEYCLOAK_REALM)}`,
      );
  }
  if (values.IDENTITY_PROVIDER === 'keycloak' && values.OIDC_JOIN_DOMAINS !== undefined)
    faults.push('OIDC_JOIN_DOMAINS: wants nothing, because Keycloak says who belongs to what');
  return faults;
}

const KEYCLOAKS_OWN = [
  'KEYCLOAK_URL',
  'KEYCLOAK_REALM',
  'KEYCLOAK_CLIENT_ID',
  'KEYCLOAK_CLIENT_SECRET',
] as const;

/** Where Keycloak has no organization of a name, its members stay as they are here: nobody would ever lose access. */
function isOfAnotherRealm({ OIDC_ISSUER: issuer, KEYCLOAK_REALM: realm }: Values): boolean {
  if (issuer === undefined || realm === undefined) return false;
  const [, own] = /\/realms\/([^/]+)\/?$/.exec(new URL(issuer).pathname) ?? [];
  return own !== undefined && own !== encodeURI(realm) && own !== encodeURIComponent(realm);
}

const publicUrlOf = ({ PUBLIC_URL: url, PORT: port }: Values) =>
  new URL(url ?? `http://localhost:${port}`);

/** Whether whoever asks for a page would get the API, which has none. */
function isHostOfPages(apiHost: string | undefined, { host, hostname }: URL): boolean {
  return apiHost === host || apiHost === hostname;
}

/** The OpenID Connect provider that people may sign in with; null: none. */
function oidc(values: Values) {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  const domains = values.OIDC_JOIN_DOMAINS;
  const idpId = values.OIDC_JOIN_ORGANIZATION;
  return Object.freeze({
    issuer,
    clientId,
    clientSecret,
    name: values.OIDC_NAME,
    scope: values.OIDC_SCOPE,
    /** The path of the claim that names roles; null: roles are not taken from the provider. */
    roleClaim: values.OIDC_ROLE_CLAIM?.split('.') ?? null,
    /** Who becomes a member of which organization by signing in; null: nobody. */
    join:
      domains === undefined || idpId === undefined
        ? null
        : Object.freeze({ domains, idpId, role: values.OIDC_JOIN_ROLE }),
  });
}

/** How mail is sent; null: not at all. The address may hold a password. */
function mail({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Values) {
  return smtpUrl === undefined || from === undefined ? null : Object.freeze({ smtpUrl, from });
}

/** The Keycloak server that holds organizations and members; null: the built-in directory does. */
function keycloak(values: Values) {
  const { KEYCLOAK_URL: url, KEYCLOAK_REALM: realm } = values;
  const { KEYCLOAK_CLIENT_ID: clientId, KEYCLOAK_CLIENT_SECRET: clientSecret } = values;
  if (values.IDENTITY_PROVIDER !== 'keycloak') return null;
  if (url === undefined || realm === undefined) return null;
  if (clientId === undefined || clientSecret === undefined) return null;
  return Object.freeze({ url: url.replace(/\/$/, ''), realm, clientId, clientSecret });
}

/** Where Prometheus reads metrics; null: nowhere, and nothing is measured. */
function metrics({ METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token }: Values) {
  if (port === undefined && token === undefined) return null;
  return Object.freeze({
    /** A port of their own, which also tells of the start; null: they are at the port of everything else. */
    listener: port === undefined ? null : Object.freeze({ port, host: host ?? '127.0.0.1' }),
    /** What has to be shown; null: nothing, whoever reaches the port may read. */
    token: token ?? null,
  });
}

type RegistryUrls = Readonly<Partial<Record<PackageEcosystem, string>>>;

function registryUrls(values: Values): RegistryUrls {
  return Object.freeze({
    npm: values.REGISTRY_NPM_URL,
    pypi: values.REGISTRY_PYPI_URL,
    nuget: values.REGISTRY_NUGET_URL,
    maven: values.REGISTRY_MAVEN_URL,
    golang: values.REGISTRY_GOLANG_URL,
    cargo: values.REGISTRY_CARGO_URL,
    gem: values.REGISTRY_GEM_URL,
    composer: values.REGISTRY_COMPOSER_URL,
  });
}

/** Where backups are kept, how often one is made and how many are kept; null: none are. */
function backups({ BACKUP_DIR: dir, BACKUP_INTERVAL: intervalMs, BACKUP_KEEP: keep }: Values) {
  if (dir === undefined) return null;
  return Object.freeze({ dir: resolve(/* turbopackIgnore: true */ dir), intervalMs, keep });
}

function toEnv(values: Values, isDemo = false) {
  const dataDir = values.DATA_DIR ?? '.data';
  return Object.freeze({
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    /** All interfaces unless told otherwise, as a container or a scanner on another machine needs. */
    host: values.HOST,
    /** When absent, the embedded PostgreSQL is started in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** For migrations alone, and left out of what services are given. Absent: `databaseUrl` owns the tables. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    /** Past a pooler, for what a session has to hold. Absent: `databaseUrl` goes to PostgreSQL itself. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    /** Servers that replay it, for what may be a little old. Absent: there are none. */
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseReplicaLagSeconds: values.DATABASE_REPLICA_LAG_SECONDS,
    /** Whether statements get names; null: unless there is a pooler that may not know them. */
    databasePreparedStatements: values.DATABASE_PREPARED_STATEMENTS,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** Absolute. */
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(/* turbopackIgnore: true */ dataDir),
    /** False while `dataDir` is only the default: then its database may be placed elsewhere if it must. */
    dataDirIsChosen: values.DATA_DIR !== undefined,
    backups: backups(values),
    /** Whether it shows an invented organization: only the demo's own command makes it so. */
    isDemo,
    /** An origin: no path, no slash at the end. */
    publicUrl: publicUrlOf(values).origin,
    /** Lower case, with its port where one was given. */
    apiHost: values.API_HOST,
    /** Absent only with the embedded database: `auth/auth-secret.ts` then keeps a generated one. */
    authSecret: values.AUTH_SECRET,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    /** Lower case: whose accounts may look after the installation, once they have proven these addresses. */
    operators: values.OPERATORS ?? [],
    bootstrapOrganization: values.BOOTSTRAP_ORGANIZATION,
    bootstrapApiKey: values.BOOTSTRAP_API_KEY,
    maxScanBytes: values.MAX_SCAN_BYTES,
    /** How much of each the installation allows, in all processes together; over which time says `server/limits`. */
    limits: Object.freeze({
      failedCredentials: values.MAX_FAILED_CREDENTIALS,
      invitations: values.MAX_INVITATIONS,
      invitationsByOrganization: values.MAX_INVITATIONS_BY_ORGANIZATION,
      invitationsByPerson: values.MAX_INVITATIONS_BY_PERSON,
      accountMails: values.MAX_ACCOUNT_MAILS,
      organizationsByPerson: values.MAX_ORGANIZATIONS_BY_PERSON,
    }),
    /** Bytes that all uploads under way may hold together; the largest one always finds room. */
    uploadBudgetBytes: values.UPLOAD_BUDGET_BYTES,
    /** Where the catalog is updated from; may hold credentials. Absent: it is not. */
    catalogUrl: values.CATALOG_URL,
    catalogIntervalMs: values.CATALOG_INTERVAL,
    scannerTlsPort: values.SCANNER_TLS_PORT,
    /** Scanners of other machines come past the proxy that the rest may be behind, on this machine. */
    scannerTlsHost: values.SCANNER_TLS_HOST ?? values.HOST,
    /** Where scanners come to port 443, for the commands that people copy. Absent: where `publicUrl` is. */
    scannerAddress: values.SCANNER_ADDRESS,
    scannerTlsCertPath: values.SCANNER_TLS_CERT,
    scannerTlsKeyPath: values.SCANNER_TLS_KEY,
    logLevel: values.LOG_LEVEL,
    metrics: metrics(values),
    /** How long requests are still taken once the process was asked to end, so that load balancers see it. */
    drainMs: values.DRAIN_SECONDS * 1000,
    /** Whether `X-Forwarded-For` and its kin are believed. */
    trustProxy: values.TRUST_PROXY,
    /** Registries to ask about components; one that is absent is never asked. May hold credentials: not for logs. */
    registryUrls: registryUrls(values),
    /** What each of them may be asked in the background, about what is held; 0: nothing. */
    registryRequestsPerHour: values.REGISTRY_REQUESTS_PER_HOUR,
    /** What people may have the server ask, beside public hosts. */
    outgoingAllowed: values.OUTGOING_ALLOW ?? NO_PEERS,
    mail: mail(values),
    /** Whether people may sign in with a password of this service. */
    passwordLogin: values.PASSWORD_LOGIN,
    oidc: oidc(values),
    keycloak: keycloak(values),
  });
}

/** The whole configuration, with the way to own the database: for what starts the service, and for nothing else. */
export type LoadedEnv = ReturnType<typeof toEnv>;

/** The configuration as services see it: without the ways to the database that are not theirs. */
export type Env = Omit<LoadedEnv, 'databaseOwnerUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'>;

/**
 * The validated configuration. Throws `ConfigurationError` naming every wrong variable, what it wants and
 * what it got; values of secrets are never part of the message.
 */
export function loadEnv(
  source: Readonly<Record<string, string | undefined>> = process.env,
): LoadedEnv {
  const given = Object.fromEntries(
    Object.entries(source)
      .map(([name, value]) => [name, withoutLineEnd(name, value)] as const)
      .filter(([, value]) => value !== ''),
  );
  const parsed = schema.safeParse(given);
  const faults = parsed.success
    ? faultsBetween(parsed.data, (name) => given[name] !== undefined)
    : [...new Set(parsed.error.issues.map(({ path }) => path[0]).filter(isVariableName))].map(
        (name) => describeFault(name, given[name]),
      );
  if (parsed.success && faults.length === 0) return toEnv(parsed.data);
  throw new ConfigurationError(
    `The configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

/**
 * A file that holds one value ends with a line end, which whoever makes a secret of it may keep (`kubectl create secret
 * --from-file`): nobody can type a password that has one. `AUTH_SECRET` is taken as it is, for what was sealed with it.
 */
function withoutLineEnd(name: string, value: string | undefined): string | undefined {
  return name === 'AUTH_SECRET' ? value : value?.replace(/\r?\n$/, '');
}

/** Tells next-auth its own address: it reads that from the environment and from nowhere else. */
export function announcePublicUrl({ publicUrl }: Pick<Env, 'publicUrl'>): void {
  process.env.NEXTAUTH_URL = publicUrl;
}

/** How many threads node computes with beside its own: libuv's variable and default. */
export function threadPoolSize(): number {
  const given = Number(process.env.UV_THREADPOOL_SIZE);
  return Number.isInteger(given) && given > 0 ? given : 4;
}

/** What of OpenTelemetry is wanted. */
export interface WantedTelemetry {
  readonly traces: boolean;
  readonly metrics: boolean;
  /** Whether the environment names the service. */
  readonly isNamed: boolean;
}

/**
 * What the standard variables of OpenTelemetry ask for; null: nothing, so that nothing of it is loaded. All else that they
 * say is read by its own SDK.
 */
export function wantedTelemetry(
  source: Readonly<Record<string, string | undefined>> = process.env,
): WantedTelemetry | null {
  if (source.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return null;
  const has = (name: string) => (source[name]?.trim() ?? '') !== '';
  const isWanted = (signal: 'TRACES' | 'METRICS') => {
    const exporter = source[`OTEL_${signal}_EXPORTER`]?.trim() ?? '';
    if (exporter !== '') return exporter !== 'none';
    return has('OTEL_EXPORTER_OTLP_ENDPOINT') || has(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
  };
  const [traces, metrics] = [isWanted('TRACES'), isWanted('METRICS')];
  const isNamed =
    has('OTEL_SERVICE_NAME') ||
    /(^|,)\s*service\.name=/.test(source.OTEL_RESOURCE_ATTRIBUTES ?? '');
  return traces || metrics ? { traces, metrics, isNamed } : null;
}
