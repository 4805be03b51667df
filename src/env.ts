import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import type { RegistryEcosystem } from '@/domain/registry/component';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The environment is wrong. The message lists every fault and is meant to be read by the operator. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
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

const port = integer(1, 65_535);
/** The root of a registry; what follows `?` or `#` would be lost below it. */
const registry = url(
  ({ protocol, search, hash }) => /^https?:$/.test(protocol) && search === '' && hash === '',
).optional();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** A number of hours, or a number with a unit. In milliseconds. */
const interval = z
  .string()
  .regex(/^\d{1,6}[mhd]?$/)
  .transform((text) => Number.parseInt(text, 10) * (UNITS_MS[text.slice(-1)] ?? HOUR_MS))
  .refine((value) => value >= 5 * MINUTE_MS && value <= 30 * DAY_MS);

/** How each variable is read. An empty variable counts as one that is not set. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/)
    .default('0.0.0.0'),
  DATABASE_URL: url(({ protocol }) => /^postgres(ql)?:$/.test(protocol)).optional(),
  DATABASE_POOL_SIZE: integer(2, 500).default(10),
  DATA_DIR: z.string().optional(),
  PUBLIC_URL: url(
    ({ protocol, href, origin }) => /^https?:$/.test(protocol) && href === `${origin}/`,
  ).optional(),
  API_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d+)?$/)
    .toLowerCase()
    .optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  ADMIN_EMAIL: z.email().max(255).optional(),
  ADMIN_PASSWORD: z.string().min(12).max(1000).optional(),
  BOOTSTRAP_ORGANIZATION: z.string().trim().min(1).max(255).optional(),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^evt_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/)
    .optional(),
  MAX_SCAN_BYTES: integer(1024, 1_073_741_824).default(67_108_864),
  CATALOG_URL: url(({ protocol }) => /^https?:$/.test(protocol)).optional(),
  CATALOG_INTERVAL: interval.default(DAY_MS),
  SCANNER_TLS_PORT: port.optional(),
  SCANNER_TLS_CERT: z.string().optional(),
  SCANNER_TLS_KEY: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  TRUST_PROXY: z.stringbool().default(false),
  REGISTRY_NPM_URL: registry,
  REGISTRY_PYPI_URL: registry,
  REGISTRY_NUGET_URL: registry,
  REGISTRY_MAVEN_URL: registry,
  REGISTRY_GOLANG_URL: registry,
});

type Variable = keyof z.infer<typeof schema>;

const wantsRegistry =
  'the http or https address of a registry, without ? and #, such as https://registry.example';

const wants: Record<Variable, string> = {
  NODE_ENV: 'development, test or production',
  PORT: 'a port number from 1 to 65535',
  HOST: 'an address or host name to listen on, such as 127.0.0.1',
  DATABASE_URL:
    'the address of a PostgreSQL server, such as postgres://user:password@host:5432/name',
  DATABASE_POOL_SIZE: 'a number of connections from 2 to 500',
  DATA_DIR: 'a folder',
  PUBLIC_URL: 'an http or https address without a path, such as https://eventide.example.com',
  API_HOST: 'a host name, such as api.example.com',
  AUTH_SECRET: 'at least 32 characters',
  ADMIN_EMAIL: 'an e-mail address',
  ADMIN_PASSWORD: 'at least 12 characters (at most 1000)',
  BOOTSTRAP_ORGANIZATION: 'a name of 1 to 255 characters',
  BOOTSTRAP_API_KEY: 'evt_, 8 letters or digits, _, and 43 characters of base64url',
  CATALOG_URL: 'the http or https address of a document of release cycles',
  CATALOG_INTERVAL: 'hours (24), or minutes, hours or days (90m, 24h, 7d), from 5m to 30d',
  MAX_SCAN_BYTES: 'a number of bytes from 1024 to 1073741824',
  SCANNER_TLS_PORT: 'a port number from 1 to 65535',
  SCANNER_TLS_CERT: 'the path of a PEM file',
  SCANNER_TLS_KEY: 'the path of a PEM file',
  LOG_LEVEL: logLevels.join(', '),
  TRUST_PROXY: 'true or false',
  REGISTRY_NPM_URL: wantsRegistry,
  REGISTRY_PYPI_URL: wantsRegistry,
  REGISTRY_NUGET_URL: wantsRegistry,
  REGISTRY_MAVEN_URL: wantsRegistry,
  REGISTRY_GOLANG_URL: wantsRegistry,
};

/** Their values never appear in a message. The addresses are here because they may hold a password. */
const secrets: ReadonlySet<string> = new Set<Variable>([
  'AUTH_SECRET',
  'ADMIN_PASSWORD',
  'BOOTSTRAP_API_KEY',
  'DATABASE_URL',
  'REGISTRY_NPM_URL',
  'REGISTRY_PYPI_URL',
  'REGISTRY_NUGET_URL',
  'REGISTRY_MAVEN_URL',
  'REGISTRY_GOLANG_URL',
  'CATALOG_URL',
]);

function isVariable(name: unknown): name is Variable {
  return typeof name === 'string' && name in wants;
}

function describeFault(name: Variable, value: string | undefined): string {
  const got = secrets.has(name) ? 'something else (not shown)' : JSON.stringify(value);
  return `${name}: wants ${wants[name]}; got ${got}`;
}

function faultsBetween(values: z.infer<typeof schema>): string[] {
  const faults: string[] = [];
  const together = (first: Variable, second: Variable) => {
    if ((values[first] === undefined) === (values[second] === undefined)) return;
    const [missing, set] = values[first] === undefined ? [first, second] : [second, first];
    faults.push(`${missing}: wants ${wants[missing]}, because ${set} is set; got nothing`);
  };
  together('ADMIN_EMAIL', 'ADMIN_PASSWORD');
  together('SCANNER_TLS_CERT', 'SCANNER_TLS_KEY');
  if (values.BOOTSTRAP_API_KEY !== undefined && values.BOOTSTRAP_ORGANIZATION === undefined)
    faults.push(
      `BOOTSTRAP_ORGANIZATION: wants ${wants.BOOTSTRAP_ORGANIZATION}, because BOOTSTRAP_API_KEY is set; got nothing`,
    );
  if (values.DATABASE_URL !== undefined && values.AUTH_SECRET === undefined)
    faults.push(
      `AUTH_SECRET: wants ${wants.AUTH_SECRET}, the same in every process, because DATABASE_URL is set; got nothing`,
    );
  return faults;
}

type RegistryUrls = Readonly<Partial<Record<RegistryEcosystem, string>>>;

function registryUrls(values: z.infer<typeof schema>): RegistryUrls {
  return Object.freeze({
    npm: values.REGISTRY_NPM_URL,
    pypi: values.REGISTRY_PYPI_URL,
    nuget: values.REGISTRY_NUGET_URL,
    maven: values.REGISTRY_MAVEN_URL,
    golang: values.REGISTRY_GOLANG_URL,
  });
}

function toEnv(values: z.infer<typeof schema>) {
  const dataDir = values.DATA_DIR ?? '.data';
  return Object.freeze({
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    /** All interfaces unless told otherwise, as a container or a scanner on another machine needs. */
    host: values.HOST,
    /** When absent, the embedded PostgreSQL is started in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** Absolute. */
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(/* turbopackIgnore: true */ dataDir),
    /** False while `dataDir` is only the default: then its database may be placed elsewhere if it must. */
    dataDirIsChosen: values.DATA_DIR !== undefined,
    /** An origin: no path, no slash at the end. */
    publicUrl: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
    /** Lower case, with its port where one was given. */
    apiHost: values.API_HOST,
    /** Absent only with the embedded database: `auth/auth-secret.ts` then keeps a generated one. */
    authSecret: values.AUTH_SECRET,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    bootstrapOrganization: values.BOOTSTRAP_ORGANIZATION,
    bootstrapApiKey: values.BOOTSTRAP_API_KEY,
    maxScanBytes: values.MAX_SCAN_BYTES,
    /** Where the catalogue is updated from; may hold credentials. Absent: it is not. */
    catalogUrl: values.CATALOG_URL,
    catalogIntervalMs: values.CATALOG_INTERVAL,
    scannerTlsPort: values.SCANNER_TLS_PORT,
    scannerTlsCertPath: values.SCANNER_TLS_CERT,
    scannerTlsKeyPath: values.SCANNER_TLS_KEY,
    logLevel: values.LOG_LEVEL,
    /** Whether `X-Forwarded-For` and its kin are believed. */
    trustProxy: values.TRUST_PROXY,
    /** Registries to ask about components; one that is absent is never asked. May hold credentials: not for logs. */
    registryUrls: registryUrls(values),
  });
}

export type Env = ReturnType<typeof toEnv>;

/**
 * The validated configuration. Throws `ConfigurationError` naming every wrong variable, what it wants and
 * what it got; values of secrets are never part of the message.
 */
export function loadEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const faults = parsed.success
    ? faultsBetween(parsed.data)
    : [...new Set(parsed.error.issues.map(({ path }) => path[0]).filter(isVariable))].map((name) =>
        describeFault(name, given[name]),
      );
  if (parsed.success && faults.length === 0) return toEnv(parsed.data);
  throw new ConfigurationError(
    `The configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

/** Tells next-auth its own address: it reads that from the environment and from nowhere else. */
export function announcePublicUrl({ publicUrl }: Pick<Env, 'publicUrl'>): void {
  process.env.NEXTAUTH_URL = publicUrl;
}
