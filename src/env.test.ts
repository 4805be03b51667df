import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, loadEnv } from './env';

const apiKey = `evt_Ab3dEf9h_${'a-_Z'.repeat(10)}abc`;
const secret = 's'.repeat(32);

function messageOf(source: Record<string, string>): string {
  try {
    loadEnv(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('nothing set gives the documented defaults', () => {
  expect(loadEnv({})).toEqual({
    nodeEnv: 'production',
    port: 3000,
    host: '0.0.0.0',
    scannerTlsHost: '0.0.0.0',
    databasePreparedStatements: null,
    databasePoolSize: 10,
    dataDir: resolve('.data'),
    dataDirIsChosen: false,
    backups: null,
    isDemo: false,
    publicUrl: 'http://localhost:3000',
    maxScanBytes: 67_108_864,
    uploadBudgetBytes: 536_870_912,
    limits: {
      failedCredentials: 100,
      invitations: 1000,
      invitationsByOrganization: 200,
      invitationsByPerson: 200,
      accountMails: 1000,
      organizationsByPerson: 50,
    },
    operators: [],
    databaseReplicaLagSeconds: 1,
    catalogIntervalMs: 86_400_000,
    logLevel: 'info',
    metrics: null,
    drainMs: 0,
    trustProxy: false,
    registryRequestsPerHour: 1_800,
    registryUrls: {},
    outgoingAllowed: { hosts: new Set(), networks: [] },
    mail: null,
    passwordLogin: true,
    oidc: null,
    keycloak: null,
  });
});

test('the result cannot be changed', () => {
  expect(Object.isFrozen(loadEnv({}))).toBe(true);
});

test('without passwords the first admin needs none', () => {
  const env = loadEnv({
    ADMIN_EMAIL: 'ada@example.com',
    PASSWORD_LOGIN: 'off',
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'eventide',
    OIDC_CLIENT_SECRET: 'secret',
  });
  expect(env).toMatchObject({ adminEmail: 'ada@example.com', passwordLogin: false });
});

test('a whole configuration is read', () => {
  const env = loadEnv({
    NODE_ENV: 'development',
    PORT: '8080',
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgresql://u:p@db.example.com/eventide',
    DATABASE_POOL_SIZE: '25',
    UPLOAD_BUDGET_BYTES: '1073741824',
    MAX_FAILED_CREDENTIALS: '250',
    MAX_ORGANIZATIONS_BY_PERSON: '3',
    OPERATORS: 'Ops@example.com',
    DATABASE_OWNER_URL: 'postgresql://owner:p@db.example.com/eventide',
    DATABASE_DIRECT_URL: 'postgresql://u:p@a,b:5433/eventide?target_session_attrs=read-write',
    DATABASE_REPLICA_URL: 'postgresql://u:p@c,d/eventide?target_session_attrs=prefer-standby',
    DATABASE_REPLICA_LAG_SECONDS: '5',
    DATABASE_PREPARED_STATEMENTS: 'on',
    DATA_DIR: '/srv/eventide',
    PUBLIC_URL: 'https://Eol.example.com/',
    API_HOST: 'API.example.com:8443',
    AUTH_SECRET: secret,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
    BOOTSTRAP_ORGANIZATION: 'Example',
    BOOTSTRAP_API_KEY: apiKey,
    MAX_SCAN_BYTES: '1048576',
    CATALOG_URL: 'https://catalog.example.com/full.json',
    CATALOG_INTERVAL: '90m',
    BACKUP_DIR: '/srv/backups',
    BACKUP_INTERVAL: '6h',
    BACKUP_KEEP: '28',
    SCANNER_TLS_PORT: '443',
    SCANNER_TLS_HOST: '192.0.2.7',
    SCANNER_ADDRESS: 'scan.example.com',
    SCANNER_TLS_CERT: '/tls/cert.pem',
    SCANNER_TLS_KEY: '/tls/key.pem',
    LOG_LEVEL: 'debug',
    METRICS_PORT: '9464',
    METRICS_HOST: '0.0.0.0',
    METRICS_TOKEN: 'a-token-for-metrics',
    DRAIN_SECONDS: '15',
    TRUST_PROXY: 'true',
    REGISTRY_NPM_URL: 'https://user:word@registry.example/npm/',
    REGISTRY_PYPI_URL: 'http://pypi.registry.example',
    REGISTRY_NUGET_URL: 'https://registry.example/v3/index.json',
    REGISTRY_MAVEN_URL: 'https://registry.example/maven2',
    REGISTRY_GOLANG_URL: 'https://registry.example/go',
    REGISTRY_CARGO_URL: 'https://registry.example/crates',
    REGISTRY_GEM_URL: 'https://registry.example/gems',
    REGISTRY_COMPOSER_URL: 'https://registry.example/composer',
    SMTP_URL: 'smtps://user:word@mail.example.com?requireTLS=true',
    MAIL_FROM: 'Eventide <eol@example.com>',
    OUTGOING_ALLOW: 'DTrack.internal, 10.20.0.0/16,fd00::7',
    PASSWORD_LOGIN: 'off',
    OIDC_ISSUER: 'https://id.example.com/realms/company/',
    OIDC_CLIENT_ID: 'eventide',
    OIDC_CLIENT_SECRET: 'a client secret',
    OIDC_NAME: 'Company',
    OIDC_SCOPE: 'openid email groups',
    OIDC_ROLE_CLAIM: 'realm_access.roles',
    OIDC_JOIN_DOMAINS: '@Example.com, example.org',
    OIDC_JOIN_ORGANIZATION: 'acme',
    OIDC_JOIN_ROLE: 'member',
  });
  expect(env).toEqual({
    nodeEnv: 'development',
    uploadBudgetBytes: 1_073_741_824,
    limits: {
      failedCredentials: 250,
      invitations: 1000,
      invitationsByOrganization: 200,
      invitationsByPerson: 200,
      accountMails: 1000,
      organizationsByPerson: 3,
    },
    operators: ['ops@example.com'],
    databaseOwnerUrl: ['postgresql://owner:p@db.example.com/eventide'],
    databaseDirectUrl: ['postgresql://u:p@a/eventide', 'postgresql://u:p@b:5433/eventide'],
    databaseReplicaUrl: ['postgresql://u:p@c/eventide', 'postgresql://u:p@d/eventide'],
    databaseReplicaLagSeconds: 5,
    databasePreparedStatements: true,
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: ['postgresql://u:p@db.example.com/eventide'],
    databasePoolSize: 25,
    dataDir: '/srv/eventide',
    dataDirIsChosen: true,
    backups: { dir: '/srv/backups', intervalMs: 21_600_000, keep: 28 },
    isDemo: false,
    publicUrl: 'https://eol.example.com',
    apiHost: 'api.example.com:8443',
    authSecret: secret,
    adminEmail: 'ada@example.com',
    adminPassword: 'correct horse battery',
    bootstrapOrganization: 'Example',
    bootstrapApiKey: apiKey,
    maxScanBytes: 1_048_576,
    catalogUrl: 'https://catalog.example.com/full.json',
    catalogIntervalMs: 5_400_000,
    scannerTlsPort: 443,
    scannerTlsHost: '192.0.2.7',
    scannerAddress: 'scan.example.com',
    scannerTlsCertPath: '/tls/cert.pem',
    scannerTlsKeyPath: '/tls/key.pem',
    logLevel: 'debug',
    metrics: { listener: { port: 9464, host: '0.0.0.0' }, token: 'a-token-for-metrics' },
    drainMs: 15_000,
    trustProxy: true,
    registryRequestsPerHour: 1_800,
    registryUrls: {
      cargo: 'https://registry.example/crates',
      gem: 'https://registry.example/gems',
      composer: 'https://registry.example/composer',
      npm: 'https://user:word@registry.example/npm/',
      pypi: 'http://pypi.registry.example',
      nuget: 'https://registry.example/v3/index.json',
      maven: 'https://registry.example/maven2',
      golang: 'https://registry.example/go',
    },
    outgoingAllowed: {
      hosts: new Set(['dtrack.internal', 'fd00::7']),
      networks: ['10.20.0.0/16'],
    },
    mail: {
      smtpUrl: 'smtps://user:word@mail.example.com?requireTLS=true',
      from: 'Eventide <eol@example.com>',
    },
    passwordLogin: false,
    oidc: {
      issuer: 'https://id.example.com/realms/company/',
      clientId: 'eventide',
      clientSecret: 'a client secret',
      name: 'Company',
      scope: 'openid email groups',
      roleClaim: ['realm_access', 'roles'],
      join: { domains: ['example.com', 'example.org'], idpId: 'acme', role: 'member' },
    },
    keycloak: null,
  });
});

test('Keycloak is told apart from built-in members, and needs people to sign in there', () => {
  const keycloak = {
    IDENTITY_PROVIDER: 'keycloak',
    KEYCLOAK_URL: 'https://id.example.com/',
    KEYCLOAK_REALM: 'company',
    KEYCLOAK_CLIENT_ID: 'eventide-directory',
    KEYCLOAK_CLIENT_SECRET: 'another secret',
  };
  const oidc = {
    OIDC_ISSUER: 'https://id.example.com/realms/company',
    OIDC_CLIENT_ID: 'eventide',
    OIDC_CLIENT_SECRET: 'a secret',
  };
  expect(loadEnv({ ...keycloak, ...oidc }).keycloak).toEqual({
    url: 'https://id.example.com',
    realm: 'company',
    clientId: 'eventide-directory',
    clientSecret: 'another secret',
  });
  const builtIn = { ...keycloak, ...oidc, IDENTITY_PROVIDER: 'built-in' };
  expect(loadEnv(builtIn).keycloak).toBeNull();
  expect(() => loadEnv({ ...builtIn, IDENTITY_PROVIDER: '' })).toThrow(
    'IDENTITY_PROVIDER: wants built-in or keycloak, because KEYCLOAK_URL is set',
  );
  expect(() => loadEnv({ ...keycloak, ...oidc, KEYCLOAK_REALM: 'staging' })).toThrow(
    'KEYCLOAK_REALM: wants the realm of OIDC_ISSUER, whose people it knows; got "staging"',
  );
  expect(
    loadEnv({
      ...{ ...keycloak, ...oidc, KEYCLOAK_REALM: 'our@people' },
      OIDC_ISSUER: 'https://id.example.com/sso/realms/our%40people/',
    }).keycloak?.realm,
  ).toBe('our@people');
  expect(() => loadEnv(keycloak)).toThrow(/OIDC_ISSUER: .*IDENTITY_PROVIDER is keycloak/);
  const joining = { OIDC_JOIN_DOMAINS: 'example.com', OIDC_JOIN_ORGANIZATION: 'acme' };
  expect(() => loadEnv({ ...keycloak, ...oidc, ...joining })).toThrow(
    /OIDC_JOIN_DOMAINS: wants nothing/,
  );
});

test('an empty variable counts as not set', () => {
  expect(loadEnv({ PORT: '', ADMIN_EMAIL: '', TRUST_PROXY: '' }).port).toBe(3000);
});

test.each([
  ['24', 86_400_000],
  ['6h', 21_600_000],
  ['7d', 604_800_000],
])('an interval of %s', (text, expected) => {
  const source = { CATALOG_URL: 'https://catalog.example.com', CATALOG_INTERVAL: text };
  expect(loadEnv(source).catalogIntervalMs).toBe(expected);
});

test('the default public address follows the port', () => {
  expect(loadEnv({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
});

describe('wrong values are refused by name', () => {
  test.each([
    ['PORT', '0', '"0"'],
    ['PORT', '65536', '"65536"'],
    ['PORT', '3000.5', '"3000.5"'],
    ['PORT', '1e3', '"1e3"'],
    ['HOST', 'a b', '"a b"'],
    ['NODE_ENV', 'prod', '"prod"'],
    ['DATABASE_POOL_SIZE', '1', '"1"'],
    ['DATABASE_REPLICA_LAG_SECONDS', '0', '"0"'],
    ['PUBLIC_URL', 'eventide.example.com', '"eventide.example.com"'],
    ['PUBLIC_URL', 'https://example.com/eventide', '"https://example.com/eventide"'],
    ['PUBLIC_URL', 'ftp://example.com', '"ftp://example.com"'],
    ['API_HOST', 'https://api.example.com', '"https://api.example.com"'],
    ['ADMIN_EMAIL', 'ada', '"ada"'],
    ['ADMIN_EMAIL', `${'a'.repeat(65)}@example.com`, `"${'a'.repeat(65)}@example.com"`],
    ['BOOTSTRAP_ORGANIZATION', '   ', '"   "'],
    ['MAX_SCAN_BYTES', '-1', '"-1"'],
    ['CATALOG_INTERVAL', '4m', '"4m"'],
    ['CATALOG_INTERVAL', '31d', '"31d"'],
    ['CATALOG_INTERVAL', 'daily', '"daily"'],
    ['SCANNER_TLS_PORT', 'https', '"https"'],
    ['LOG_LEVEL', 'loud', '"loud"'],
    ['TRUST_PROXY', 'maybe', '"maybe"'],
    ['MAIL_FROM', 'Eventide', '"Eventide"'],
    ['OUTGOING_ALLOW', '10.0.0.0/40', '"10.0.0.0/40"'],
    ['OUTGOING_ALLOW', 'http://host', '"http://host"'],
    ['PASSWORD_LOGIN', 'never', '"never"'],
    ['OIDC_ISSUER', 'id.example.com', '"id.example.com"'],
    ['OIDC_SCOPE', 'email', '"email"'],
    ['OIDC_JOIN_DOMAINS', 'example.com,', '"example.com,"'],
    ['OIDC_JOIN_ROLE', 'scanner', '"scanner"'],
    ['IDENTITY_PROVIDER', 'ldap', '"ldap"'],
    ['KEYCLOAK_REALM', 'a/b', '"a/b"'],
  ])('%s=%s', (name, value, shown) => {
    const message = messageOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^ {2}${name}: wants .+; got `, 'm'));
    expect(message).toContain(`got ${shown}`);
  });

  test.each([
    ['AUTH_SECRET', 'short-secret'],
    ['SMTP_URL', 'https://root:hunter2@mail.example.com'],
    ['SMTP_URL', 'hunter2'],
    ['SMTP_URL', 'smtps://root:hunter2@mail.example.com?tls.rejectUnauthorized=false'],
    ['ADMIN_PASSWORD', 'eleven-char'],
    ['BOOTSTRAP_API_KEY', 'evt_Ab3dEf9h_tooshort'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/eventide'],
    ['DATABASE_URL', 'hunter2'],
    ['DATABASE_REPLICA_URL', 'postgres://u:hunter2@db/name?target_session_attrs=primary'],
    ['REGISTRY_NPM_URL', 'ftp://user:hunter2@registry.example'],
    ['REGISTRY_PYPI_URL', 'hunter2'],
    ['REGISTRY_NUGET_URL', 'https://registry.example/v3/index.json?token=hunter2'],
    ['REGISTRY_MAVEN_URL', 'https://registry.example/#hunter2'],
    ['REGISTRY_GOLANG_URL', 'file:///srv/hunter2'],
    ['CATALOG_URL', 'ftp://root:hunter2@catalog.example.com/full.json'],
  ])('%s, without showing it', (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`  ${name}: wants `);
    expect(message).not.toContain(value);
    expect(message).not.toContain('hunter2');
  });
});

describe('variables that need one another', () => {
  test.each([
    [{ ADMIN_EMAIL: 'ada@example.com' }, 'ADMIN_PASSWORD: wants .* because ADMIN_EMAIL is set'],
    [{ ADMIN_PASSWORD: 'a long password' }, 'ADMIN_EMAIL: wants .* because ADMIN_PASSWORD is set'],
    [{ MAIL_FROM: 'eol@example.com' }, 'SMTP_URL: wants .* because MAIL_FROM is set'],
    [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_ISSUER: wants .* because OIDC_CLIENT_ID is set'],
    [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_SECRET: wants .* because OIDC_CLIENT_ID is set'],
    [{ PASSWORD_LOGIN: 'off' }, 'OIDC_ISSUER: wants .* because PASSWORD_LOGIN is off'],
    [{ OIDC_JOIN_DOMAINS: 'a.example' }, 'OIDC_ISSUER: wants .* because OIDC_JOIN_DOMAINS is set'],
    [{ IDENTITY_PROVIDER: 'keycloak' }, 'KEYCLOAK_URL: wants .* because IDENTITY_PROVIDER is'],
    [{ SCANNER_TLS_CERT: 'cert.pem' }, 'SCANNER_TLS_KEY: wants .* because SCANNER_TLS_CERT is set'],
    [{ SCANNER_TLS_KEY: 'key.pem' }, 'SCANNER_TLS_CERT: wants .* because SCANNER_TLS_KEY is set'],
    [
      { SCANNER_TLS_CERT: 'cert.pem', SCANNER_TLS_KEY: 'key.pem' },
      'SCANNER_TLS_PORT: wants .* because SCANNER_TLS_CERT is set',
    ],
    [{ BACKUP_INTERVAL: '6h' }, 'BACKUP_DIR: wants a folder, because BACKUP_INTERVAL is set'],
    [{ BACKUP_KEEP: '7' }, 'BACKUP_DIR: wants a folder, because BACKUP_KEEP is set'],
    [{ CATALOG_INTERVAL: '24h' }, 'CATALOG_URL: wants .* because CATALOG_INTERVAL is set'],
    [{ BOOTSTRAP_API_KEY: apiKey }, 'BOOTSTRAP_ORGANIZATION: wants .* BOOTSTRAP_API_KEY is set'],
    [
      { DATABASE_REPLICA_URL: 'postgres://db/eventide' },
      'DATABASE_URL: wants .* because DATABASE_REPLICA',
    ],
    [{ DATABASE_URL: 'postgres://db/eventide' }, 'AUTH_SECRET: wants .* DATABASE_URL is set'],
  ])('%o', (source, expected) => {
    expect(messageOf(source)).toMatch(new RegExp(expected));
  });
});

test('all faults are named at once', () => {
  const message = messageOf({ PORT: 'x', LOG_LEVEL: 'y', ADMIN_PASSWORD: 'z' });
  expect(message.match(/^ {2}[A-Z_]+:/gm)).toEqual([
    '  PORT:',
    '  ADMIN_PASSWORD:',
    '  LOG_LEVEL:',
  ]);
});

test('metrics are off unless they are asked for, and need the token or the port', () => {
  expect(loadEnv({}).metrics).toBeNull();
  expect(loadEnv({ METRICS_PORT: '9464' }).metrics).toEqual({
    ...{ listener: { port: 9464, host: '127.0.0.1' }, token: null },
  });
  expect(loadEnv({ METRICS_TOKEN: 'a-token-for-metrics' }).metrics).toEqual({
    ...{ listener: null, token: 'a-token-for-metrics' },
  });
  expect(() => loadEnv({ METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_PORT: wants');
  expect(() => loadEnv({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT: wants');
  expect(() => loadEnv({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN: wants.*not shown/);
});

test('scanners are listened for where all else is, unless another address is named', () => {
  const behindProxy = { HOST: '127.0.0.1', SCANNER_TLS_PORT: '9443' };
  expect(loadEnv(behindProxy).scannerTlsHost).toBe('127.0.0.1');
  expect(loadEnv({ ...behindProxy, SCANNER_TLS_HOST: '' }).scannerTlsHost).toBe('127.0.0.1');
  expect(loadEnv({ ...behindProxy, SCANNER_TLS_HOST: '0.0.0.0' })).toMatchObject({
    ...{ host: '127.0.0.1', scannerTlsHost: '0.0.0.0' },
  });
  expect(loadEnv({}).scannerTlsHost).toBe('0.0.0.0');
  expect(() => loadEnv({ SCANNER_TLS_HOST: '0.0.0.0' })).toThrow('SCANNER_TLS_PORT: wants');
});
