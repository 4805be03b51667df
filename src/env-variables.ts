import { isIP } from 'node:net';
import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { readAddresses } from '@/server/platform/db/addresses';
import { asLookedUp, isNetwork, type AllowedPeers } from '@/server/platform/outbound/address-rules';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Nor does it say that whoever answers is to be believed: nodemailer takes that, like all of a connection, from the address. */
function isMailServer({ protocol, hostname, searchParams }: URL): boolean {
  const checked = searchParams.getAll('tls.rejectUnauthorized');
  return (
    /^smtps?:$/.test(protocol) && hostname !== '' && checked.every((value) => value === 'true')
  );
}

function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
}

function url(isAccepted: (parsed: URL) => boolean) {
  return z.string().refine((value) => URL.canParse(value) && isAccepted(new URL(value)));
}

/** The servers of one database. */
const databaseOf = (role: 'primary' | 'replica') =>
  z.string().transform((value, context) => {
    const addresses = readAddresses(value, role);
    if (addresses) return addresses;
    context.addIssue({ code: 'custom', message: 'no address of a database' });
    return z.NEVER;
  });
const database = databaseOf('primary');

const port = integer(1, 65_535);
/** An address or host name of this machine. */
const listenedAt = z.string().regex(/^[\w.:%-]+$/);
/** The root of a registry; what follows `?` or `#` would be lost below it. */
const registry = url(
  ({ protocol, search, hash }) => /^https?:$/.test(protocol) && search === '' && hash === '',
).optional();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }),
);

/** A number of hours, or a number with a unit. In milliseconds. */
const interval = z
  .string()
  .regex(/^\d{1,6}[mhd]?$/)
  .transform((text) => Number.parseInt(text, 10) * (UNITS_MS.get(text.slice(-1)) ?? HOUR_MS))
  .refine((value) => value >= 5 * MINUTE_MS && value <= 30 * DAY_MS);

/** In lower case, without a leading @. */
const domains = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((part) => part.trim().replace(/^@/, '')))
  .refine((parts) => parts.every((part) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(part)));

/** In lower case. */
const addresses = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => z.email().max(255).safeParse(part).success));

/** Host names, addresses and networks, in lower case. */
const peers = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) =>
    parts.every((part) => isNetwork(part) || isIP(part) !== 0 || /^[a-z0-9_.-]+$/.test(part)),
  )
  .transform((parts): AllowedPeers => ({
    hosts: new Set(parts.filter((part) => !isNetwork(part)).map(asLookedUp)),
    networks: parts.filter(isNetwork),
  }));

const count = integer(1, 1_000_000);
const wantsCount = 'a number from 1 to 1000000';

interface Variable {
  /** How its text is read. */
  readonly read: z.ZodType;
  /** The values that are allowed, for the operator. */
  readonly wants: string;
  /** The value never appears in a message. Addresses are secret where they may hold a password. */
  readonly isSecret?: true;
}

const ofRegistry = {
  read: registry,
  wants:
    'the http or https address of a registry, without ? and #, such as https://registry.example',
  isSecret: true,
} as const;

/** Every variable of the environment that means something. An empty one counts as one that is not set. */
export const VARIABLES = {
  NODE_ENV: {
    read: z.enum(['development', 'test', 'production']).default('production'),
    wants: 'development, test or production',
  },
  PORT: {
    read: port.default(3000),
    wants: 'a port number from 1 to 65535',
  },
  HOST: {
    read: listenedAt.default('0.0.0.0'),
    wants: 'an address or host name to listen on, such as 127.0.0.1',
  },
  DATABASE_URL: {
    read: database.optional(),
    wants:
      'the address of a PostgreSQL server, such as postgres://user:password@host:5432/name, or of several: host1:5432,host2:5432',
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    read: database.optional(),
    wants: 'the address of the same PostgreSQL database, with the role that owns its tables',
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    read: database.optional(),
    wants: 'the address of the same PostgreSQL database and role, past the pooler of DATABASE_URL',
    isSecret: true,
  },
  DATABASE_REPLICA_URL: {
    read: databaseOf('replica').optional(),
    wants:
      'the address of the same PostgreSQL database at a replica, or at several: host1:5432,host2:5432',
    isSecret: true,
  },
  DATABASE_REPLICA_LAG_SECONDS: {
    read: integer(1, 300).default(1),
    wants: 'a number of seconds from 1 to 300',
  },
  DATABASE_PREPARED_STATEMENTS: {
    read: z
      .literal('auto')
      .transform(() => null)
      .or(z.stringbool())
      .default(null),
    wants: 'auto, on or off',
  },
  DATABASE_POOL_SIZE: {
    read: integer(2, 500).default(10),
    wants: 'a number of connections from 2 to 500',
  },
  DATA_DIR: {
    read: z.string().optional(),
    wants: 'a folder',
  },
  PUBLIC_URL: {
    read: url(
      ({ protocol, href, origin }) => /^https?:$/.test(protocol) && href === `${origin}/`,
    ).optional(),
    wants: 'an http or https address without a path, such as https://eventide.example.com',
  },
  API_HOST: {
    read: z
      .string()
      .regex(/^[\w.-]+(:\d+)?$/)
      .toLowerCase()
      .optional(),
    wants: 'a host name, such as api.example.com',
  },
  AUTH_SECRET: {
    read: z.string().min(32).optional(),
    wants: 'at least 32 characters',
    isSecret: true,
  },
  ADMIN_EMAIL: {
    read: emailSchema.optional(),
    wants: 'an e-mail address',
  },
  ADMIN_PASSWORD: {
    read: z.string().min(12).max(1000).optional(),
    wants: 'at least 12 characters (at most 1000)',
    isSecret: true,
  },
  OPERATORS: {
    read: addresses.optional(),
    wants: 'e-mail addresses divided by commas, such as ann@example.com,bob@example.com',
  },
  BOOTSTRAP_ORGANIZATION: {
    read: z.string().trim().min(1).max(255).optional(),
    wants: 'a name of 1 to 255 characters',
  },
  BOOTSTRAP_API_KEY: {
    read: z
      .string()
      .regex(/^evt_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/)
      .optional(),
    wants: 'evt_, 8 letters or digits, _, and 43 characters of base64url',
    isSecret: true,
  },
  MAX_SCAN_BYTES: {
    read: integer(1024, 1_073_741_824).default(67_108_864),
    wants: 'a number of bytes from 1024 to 1073741824',
  },
  MAX_FAILED_CREDENTIALS: { read: count.default(100), wants: wantsCount },
  MAX_INVITATIONS: { read: count.default(1000), wants: wantsCount },
  MAX_INVITATIONS_BY_ORGANIZATION: { read: count.default(200), wants: wantsCount },
  MAX_INVITATIONS_BY_PERSON: { read: count.default(200), wants: wantsCount },
  MAX_ACCOUNT_MAILS: { read: count.default(1000), wants: wantsCount },
  MAX_ORGANIZATIONS_BY_PERSON: { read: count.default(50), wants: wantsCount },
  UPLOAD_BUDGET_BYTES: {
    read: integer(1024, 1_099_511_627_776).default(536_870_912),
    wants: 'a number of bytes from 1024 to 1099511627776',
  },
  CATALOG_URL: {
    read: url(({ protocol }) => /^https?:$/.test(protocol)).optional(),
    wants: 'the http or https address of a document of release cycles',
    isSecret: true,
  },
  CATALOG_INTERVAL: {
    read: interval.default(DAY_MS),
    wants: 'hours (24), or minutes, hours or days (90m, 24h, 7d), from 5m to 30d',
  },
  BACKUP_DIR: {
    read: z.string().optional(),
    wants: 'a folder',
  },
  BACKUP_INTERVAL: {
    read: interval.default(DAY_MS),
    wants: 'hours (24), or minutes, hours or days (90m, 24h, 7d), from 5m to 30d',
  },
  BACKUP_KEEP: {
    read: integer(1, 10_000).default(7),
    wants: 'a number of backups from 1 to 10000',
  },
  SCANNER_TLS_PORT: {
    read: port.optional(),
    wants: 'a port number from 1 to 65535',
  },
  SCANNER_TLS_HOST: {
    read: listenedAt.optional(),
    wants: 'an address or host name to listen on, such as 0.0.0.0',
  },
  SCANNER_ADDRESS: {
    read: z
      .string()
      .refine((value) => isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252})$/.test(value))
      .optional(),
    wants: 'an IP address or a host name, such as 192.0.2.10 or scanners.example.com',
  },
  SCANNER_TLS_CERT: { read: z.string().optional(), wants: 'the path of a PEM file' },
  SCANNER_TLS_KEY: { read: z.string().optional(), wants: 'the path of a PEM file' },
  LOG_LEVEL: {
    read: z.enum(logLevels).default('info'),
    wants: logLevels.join(', '),
  },
  METRICS_PORT: {
    read: port.optional(),
    wants: 'a port number from 1 to 65535, other than PORT',
  },
  METRICS_HOST: {
    read: listenedAt.optional(),
    wants: 'an address or host name to listen on, such as 0.0.0.0',
  },
  METRICS_TOKEN: {
    read: z
      .string()
      .regex(/^[\x21-\x7e]{16,1000}$/)
      .optional(),
    wants: 'at least 16 printable characters (at most 1000), without spaces',
    isSecret: true,
  },
  DRAIN_SECONDS: {
    read: integer(0, 300).default(0),
    wants: 'a number of seconds from 0 to 300',
  },
  TRUST_PROXY: {
    read: z.stringbool().default(false),
    wants: 'true or false',
  },
  REGISTRY_NPM_URL: ofRegistry,
  REGISTRY_PYPI_URL: ofRegistry,
  REGISTRY_NUGET_URL: ofRegistry,
  REGISTRY_MAVEN_URL: ofRegistry,
  REGISTRY_GOLANG_URL: ofRegistry,
  REGISTRY_CARGO_URL: ofRegistry,
  REGISTRY_GEM_URL: ofRegistry,
  REGISTRY_COMPOSER_URL: ofRegistry,
  REGISTRY_REQUESTS_PER_HOUR: {
    read: integer(0, 1_000_000).default(1_800),
    wants: 'a number of requests from 0 (none in the background) to 1000000',
  },
  OUTGOING_ALLOW: {
    read: peers.optional(),
    wants:
      'host names, addresses and networks divided by commas, such as mattermost.internal,10.20.0.0/16',
  },
  SMTP_URL: {
    read: url(isMailServer).optional(),
    wants:
      'the address of a mail server, such as smtps://user:password@mail.example.com:465, without tls.rejectUnauthorized=false: NODE_EXTRA_CA_CERTS names an authority of your own',
    isSecret: true,
  },
  MAIL_FROM: {
    read: z
      .string()
      .max(320)
      .regex(/^[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/)
      .optional(),
    wants: 'who mail comes from, such as eol@example.com or Eventide <eol@example.com>',
  },
  PASSWORD_LOGIN: {
    // To YAML, a plain `off` is false: so it comes from the chart's values.
    read: z.stringbool().default(true),
    wants: 'on or off',
  },
  OIDC_ISSUER: {
    read: url(
      ({ protocol, search, hash }) => /^https?:$/.test(protocol) && search === '' && hash === '',
    ).optional(),
    wants:
      'the issuer of an OpenID Connect provider, such as https://id.example.com/realms/company',
  },
  OIDC_CLIENT_ID: {
    read: z.string().min(1).max(1000).optional(),
    wants: 'the client id that the provider gave this service',
  },
  OIDC_CLIENT_SECRET: {
    read: z.string().min(1).max(1000).optional(),
    wants: 'the client secret that the provider gave this service',
    isSecret: true,
  },
  OIDC_NAME: {
    read: z.string().trim().min(1).max(60).default('single sign-on'),
    wants: 'the name of the provider that people know, of 1 to 60 characters',
  },
  OIDC_SCOPE: {
    read: z
      .string()
      .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
      .default('openid email profile'),
    wants: 'scopes divided by a space, openid first, such as openid email profile groups',
  },
  OIDC_ROLE_CLAIM: {
    read: z.string().min(1).max(255).optional(),
    wants:
      'the name of a claim, with dots where it lies inside others, such as groups or realm_access.roles',
  },
  OIDC_JOIN_DOMAINS: {
    read: domains.optional(),
    wants: 'e-mail domains divided by commas, such as example.com,example.org',
  },
  OIDC_JOIN_ORGANIZATION: {
    read: z.string().trim().min(1).max(255).optional(),
    wants: 'the idp_id of the organization that people of OIDC_JOIN_DOMAINS join',
  },
  OIDC_JOIN_ROLE: {
    read: z.enum(['viewer', 'member', 'admin']).default('viewer'),
    wants: 'viewer, member or admin',
  },
  IDENTITY_PROVIDER: {
    read: z.enum(['built-in', 'keycloak']).default('built-in'),
    wants: 'built-in or keycloak',
  },
  KEYCLOAK_URL: {
    read: url(
      ({ protocol, search, hash }) => /^https?:$/.test(protocol) && search === '' && hash === '',
    ).optional(),
    wants: 'the http or https address of a Keycloak server, such as https://id.example.com',
  },
  KEYCLOAK_REALM: {
    read: z
      .string()
      .regex(/^[^/?#\s]{1,255}$/)
      .optional(),
    wants: 'the name of a realm',
  },
  KEYCLOAK_CLIENT_ID: {
    read: z.string().min(1).max(255).optional(),
    wants: 'the client id of a service account that may manage organizations',
  },
  KEYCLOAK_CLIENT_SECRET: {
    read: z.string().min(1).max(1000).optional(),
    wants: 'the secret of that service account',
    isSecret: true,
  },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof VARIABLES;

export function isVariableName(name: unknown): name is VariableName {
  return typeof name === 'string' && name in VARIABLES;
}
