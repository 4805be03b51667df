/**
 * Every field that a line of the log can have beside `level`, `time` and `msg`, and what it says. Others are not written:
 * what has no line here has no place in a log. The page on operating lists them.
 */
export const LOG_FIELDS = {
  event: 'What happened, for machines: one of the words below',
  err: 'An error: `type`, `message`, `code`, `stack` and its `cause`, without the row that a database error quotes',
  requestId: 'The request that it belongs to, as its `X-Request-Id` says',
  traceId: 'Trace that it belongs to, where traces are made',
  method: 'Verb of a request',
  path: 'Path of a request, without its query and without secrets',
  route: 'Template of that path',
  status: 'Status of an answer',
  durationMs:
    'Milliseconds that it took; of a request until its first bytes, of a page until its last',
  remoteAddress: 'Address that a request came from',
  caller: 'Who called: `kind` and `id`',
  organization: 'Organization that a request was for, by its id',
  organizationId: 'Organization that work was for, by its id',
  imageTagId: 'Image that work was for, by its id',
  userId: 'Account, by its id',
  idpId: 'Organization, by its name at the identity provider',
  account: 'Whether a sign-in used, linked or made an account',
  by: 'How somebody signed in',
  role: 'Role that somebody joined with',
  why: 'Why a sign-in was refused',
  said: 'What the provider said when it refused a sign-in',
  issuer: 'Address of an identity provider',
  reason: 'Why, in a word',
  what: 'Work in the background',
  code: 'Code of an error or warning',
  channel: 'Channel, by its id, or the database channel that is listened to',
  channelId: 'Channel, by its id',
  ruleId: 'Rule for messages, by its id',
  list: 'List that was exported',
  name: 'Name of a list for scanners',
  bytes: 'Bytes that came of a request that was cut',
  lastedMs: 'Milliseconds that a request lasted that was cut',
  catalog: 'Version of the catalog that was matched with',
  catalogRevision: 'Version of the catalog that a list was made of',
  revision: 'Version of the catalog',
  revisionId: 'Attempt to update the catalog, by its id',
  outcome: 'What came of an attempt',
  step: 'Step that an attempt failed in',
  products: 'Products of the catalog',
  cycles: 'Release cycles of the catalog',
  added: 'Products that an update added',
  changed: 'Products that an update changed',
  removed: 'Products that an update removed',
  rows: 'Rows that retention removed, by kind',
  dateChanges: 'Dates that an update changed',
  softwareCycles: 'Release cycles of organizations whose facts followed',
  images: 'Images that were matched',
  opened: 'Findings that opened',
  closed: 'Findings that closed',
  retired: 'Images that were retired',
  broughtBack: 'Images that came back',
  failure: 'Why a registry gave no usable answer',
  ecosystem: 'Kind of a package registry',
  sizeBytes: 'Size of a list for scanners, or of a backup',
  file: 'Where a backup lies',
  tables: 'Tables beside those of Eventide that a backup or a restore leaves out',
  migration: 'Migration that was applied',
  url: 'Address that people use',
  port: 'Port that is listened on',
  postgresPid: 'Process of the embedded database',
  replica: 'Replica of the database, by its place in `DATABASE_REPLICA_URL`',
  replicas: 'Replicas of the database that are named',
  well: 'How many of them can be read from',
  clusterDir: 'Folder of the embedded database',
  delayMs: 'Milliseconds until the next try',
  barrier: 'Folder that the database cannot pass',
  link: 'Link to where the database lies',
  folder: 'Folder of the certificate authority',
  certFile: 'File of a certificate',
  fingerprint256: 'Fingerprint of a certificate',
  others: 'Fingerprints of the certificates of other processes',
  notAfter: 'Last day of a certificate authority',
  validTo: 'Last day of a certificate',
} as const satisfies Readonly<Record<string, string>>;

/** Every word that `event` can have, and what it says. The page on operating lists them. */
export const LOG_EVENTS = {
  request: 'A request was answered',
  'request cut': 'A body came too slowly or not at all, so its connection was ended',
  'request broken off': 'A client went away in the middle of its request, or before its answer',
  'sign-in': 'Somebody signed in, by a password or, with `by`, by the identity provider',
  'sign-in refused':
    'A password was wrong, or an account of the identity provider was not taken: `why`',
  'sign-in refused by the provider':
    'The identity provider sent somebody back with an error: `said`',
  'set-up completed': 'The first account and organization were made by the link in the log',
  'joined by domain': 'Somebody joined by `OIDC_JOIN_DOMAINS`',
  'join organization missing':
    '`OIDC_JOIN_ORGANIZATION` names no organization that is there: nobody joins by their domain',
  'bootstrap key not taken':
    '`BOOTSTRAP_API_KEY` names a key that is there already or was ended by hand: it stays as it is',
  'role claim missing':
    'What the identity provider said had no claim of `OIDC_ROLE_CLAIM`: the role stays as it was',
  'last admin kept':
    'The identity provider would have taken the last admin of an organization away: the role stays as it was',
  readiness: 'The answer of `/readyz` changed; `reason` is its word, or `ready`',
  'scanner-database': 'The list for scanners was built anew',
  'scanner authorities differ':
    'Processes have certificate authorities of their own for scanners: `fingerprint256`, and `others`',
  uncaught: 'An error that nothing caught, a fault of Eventide: the process goes on',
  telemetry: 'Traces or metrics could not be sent to the receiver of OpenTelemetry',
} as const satisfies Readonly<Record<string, string>>;

export type LogEvent = keyof typeof LOG_EVENTS;
export type LogField = keyof typeof LOG_FIELDS;
/** What a line can say beside its message. */
export type LogFields = { readonly [Field in Exclude<LogField, 'event'>]?: unknown } & {
  readonly event?: LogEvent;
};
