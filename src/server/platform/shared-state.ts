/** How what a process keeps comes to hold for all processes of an installation. */
export const WAYS = {
  row: 'It is a row of the database; what is kept here only saves asking for what cannot change, or has been refused already',
  lock: 'One process at a time does it, by a lock of the database',
  claimed: 'Each piece of it is claimed in the database by the process that does it',
  told: 'A notification of the database says that it has changed, and a look now and then finds what was missed',
  expires: 'It may be as old as it says, in whichever process',
  same: 'It follows from what it is kept for, so that every process comes to the same',
  own: 'It is about this process alone: its memory, its connections, its turns',
} as const;

export interface KeptState {
  /** The file, below `src`. */
  readonly file: string;
  /** The names of what keeps it there, or of the class whose objects do; `setInterval` for what is done over and over. */
  readonly names: readonly string[];
  readonly way: keyof typeof WAYS;
  readonly why: string;
}

/**
 * Everything that a server process keeps between requests, or does by itself. Whatever is to hold for the installation and is
 * counted or remembered here alone is a fault as soon as there are two processes; a test finds what is not in this list.
 */
export const KEPT_STATE: readonly KeptState[] = [
  {
    file: 'server/listener/page-language.ts',
    names: ['asked'],
    way: 'own',
    why: 'What the request asks for in whose turn a page is made',
  },
  {
    file: 'server/platform/limits/limits.ts',
    names: ['limitsOf'],
    way: 'row',
    why: 'Counts are rows of rate_limit. A key that is over its limit is refused from memory until its time is up; without a database each process counts alone, and says so',
  },
  {
    file: 'server/platform/auth/key-use.ts',
    names: ['refusedGate', 'readGate'],
    way: 'expires',
    why: 'Notes of what keys did are written once a minute by each process; their counts are added up in the row',
  },
  {
    file: 'server/platform/auth/authenticate.ts',
    names: ['memoryOf'],
    way: 'expires',
    why: 'What the database said of a key, for 50 milliseconds and until a transaction of this process ends',
  },
  {
    file: 'server/platform/auth/build-use.ts',
    names: ['refusedGate'],
    way: 'expires',
    why: 'As those of keys',
  },
  {
    file: 'server/user/service/sign-in.ts',
    names: ['notedRefusals'],
    way: 'expires',
    why: 'Which refusals were noted within the hour; the row of the hour is the same whoever writes it',
  },
  {
    file: 'server/platform/auth/issuer-keys.ts',
    names: ['issuerKeys', 'IssuerKeys'],
    way: 'expires',
    why: 'The public keys of issuers of builds’ tokens, as they publish them',
  },
  {
    file: 'server/single-sign-on/service/discovery.ts',
    names: ['knownOf'],
    way: 'expires',
    why: 'What the identity provider says of itself, for a minute',
  },
  {
    file: 'server/catalog/service/store.ts',
    names: ['CatalogStore', 'setInterval'],
    way: 'told',
    why: 'The catalog and what organizations change of it, by revision',
  },
  {
    file: 'server/catalog/service/updater.ts',
    names: ['catalogUpdaterOf'],
    way: 'lock',
    why: 'Attempts to update the catalog are claimed in catalog_revision under a lock; kept is what is to be stopped',
  },
  {
    file: 'server/catalog/jobs.ts',
    names: ['setInterval'],
    way: 'lock',
    why: 'Asks whether an update of the catalog is due, which is then claimed',
  },
  {
    file: 'server/platform/jobs/rounds.ts',
    names: ['setInterval'],
    way: 'lock',
    why: 'The rounds of jobs: contracts, directory, ends, notices, rejudging, retirements, retention, kept counts, backups and others',
  },
  {
    file: 'server/cluster/jobs.ts',
    names: ['setInterval'],
    way: 'lock',
    why: 'Owners by namespace',
  },
  {
    file: 'server/inventory/jobs.ts',
    names: ['setInterval'],
    way: 'lock',
    why: 'Matching anew: one process at a time for each organization, and where it stands is in the database',
  },
  {
    file: 'server/companion/jobs.ts',
    names: ['setInterval'],
    way: 'lock',
    why: 'Pulls from Dependency-Track: one process at a time for each organization',
  },
  {
    file: 'server/channel/jobs.ts',
    names: ['setInterval'],
    way: 'claimed',
    why: 'Deliveries of messages; forgetting old ones is done by one process at a time',
  },
  {
    file: 'server/inbox/jobs.ts',
    names: ['setInterval'],
    way: 'claimed',
    why: 'Letters are taken by SKIP LOCKED; digests and forgetting are done by one process at a time',
  },
  {
    file: 'server/message-rule/jobs.ts',
    names: ['setInterval'],
    way: 'claimed',
    why: 'Digests that are due are taken by SKIP LOCKED',
  },
  {
    file: 'server/registry/service/evidence.ts',
    names: ['createRegistryEvidence'],
    way: 'row',
    why: 'What registries said is in registry_evidence; kept are questions under way and pauses after failures',
  },
  {
    file: 'server/platform/db/lock-session.ts',
    names: ['openLockSession'],
    way: 'lock',
    why: 'The session that holds the locks of this process',
  },
  {
    file: 'server/platform/db/following-pool.ts',
    names: ['FollowingPool', 'setInterval'],
    way: 'own',
    why: 'Connections to the database, and whether its server is still there',
  },
  {
    file: 'server/platform/db/servers.ts',
    names: ['followServers'],
    way: 'own',
    why: 'Which server of the database takes changes, as this process has found it',
  },
  {
    file: 'server/platform/db/replicas/replicas.ts',
    names: ['openReplicas', 'setInterval'],
    way: 'own',
    why: 'How the replicas of the database are, as this process has found them, and looks at them',
  },
  {
    file: 'server/platform/db/replicas/positions.ts',
    names: ['Positions'],
    way: 'row',
    why: 'Where the log was when a change was first seen: whether there is a newer one is asked of the database each time',
  },
  {
    file: 'server/platform/db/db.ts',
    names: ['begun'],
    way: 'own',
    why: 'The connection of a transaction under way',
  },
  {
    file: 'server/platform/db/sql.ts',
    names: ['propertyNames', 'statementNames'],
    way: 'own',
    why: 'Names of columns and of prepared statements; the latter are known to a connection alone',
  },
  {
    file: 'server/platform/db/spread.ts',
    names: ['spread'],
    way: 'same',
    why: 'The pools whose database is spread over machines, as each process finds at its start',
  },
  {
    file: 'server/platform/http/incoming-request.ts',
    names: ['texts'],
    way: 'own',
    why: 'Texts of answers under way',
  },
  {
    file: 'server/runtime.ts',
    names: ['shared'],
    way: 'own',
    why: 'What the process runs on',
  },
  {
    file: 'server/platform/jobs/background.ts',
    names: ['shared'],
    way: 'own',
    why: 'Work that is finished before the process ends',
  },
  {
    file: 'server/user/service/password.ts',
    names: ['shared'],
    way: 'own',
    why: 'How many passwords this machine hashes at once',
  },
  {
    file: 'server/user/service/password-faults.ts',
    names: ['estimator'],
    way: 'same',
    why: 'Lists of common passwords, loaded once',
  },
  {
    file: 'server/sign-in/service/options.ts',
    names: ['refusals'],
    way: 'own',
    why: 'Refusals that this process holds back; what is refused is counted in the database',
  },
  {
    file: 'server/health/service.ts',
    names: ['holderOf', 'wanted'],
    way: 'own',
    why: 'Whether this process is ready, for a second; the migrations that it comes with',
  },
  {
    file: 'server/listener/recent-uploads.ts',
    names: ['readingsOf'],
    way: 'same',
    why: 'What recent uploads were read as, by their bytes',
  },
  {
    file: 'server/inventory/service/plan.ts',
    names: ['plansUnder'],
    way: 'same',
    why: 'What an upload comes to under one state of the catalog',
  },
  {
    file: 'server/sbom/service/sbom.ts',
    names: ['uploadsUnder'],
    way: 'same',
    why: 'What a document comes to under one state of the catalog',
  },
  {
    file: 'server/scan/service/uploaded-sbom.ts',
    names: ['addedNothing'],
    way: 'same',
    why: 'Empty for ever',
  },
  {
    file: 'server/platform/http/body-budget.ts',
    names: ['bodyBudgetOf'],
    way: 'own',
    why: 'Memory for bodies of requests',
  },
  {
    file: 'server/platform/http/body-watch.ts',
    names: ['setInterval'],
    way: 'own',
    why: 'Bodies that this process reads',
  },
  {
    file: 'server/platform/http/payload-turns.ts',
    names: ['turnsOf'],
    way: 'own',
    why: 'Turns of large answers',
  },
  {
    file: 'server/platform/http/expectations.ts',
    names: ['waiting'],
    way: 'own',
    why: 'Requests that wait to be told to go on',
  },
  {
    file: 'server/scan/service/upload.ts',
    names: ['turnsOf'],
    way: 'own',
    why: 'Turns of uploads at the connections of this process',
  },
  {
    file: 'server/scan/service/upload-body.ts',
    names: ['beginning'],
    way: 'own',
    why: 'Turns of bodies',
  },
  {
    file: 'server/sbom/service/body.ts',
    names: ['beginning'],
    way: 'own',
    why: 'Turns of bodies',
  },
  {
    file: 'server/kubernetes/service/body.ts',
    names: ['beginning'],
    way: 'own',
    why: 'Turns of bodies',
  },
  {
    file: 'server/difference/service.ts',
    names: ['comparing'],
    way: 'own',
    why: 'Turns of comparisons',
  },
  {
    file: 'server/platform/signals.ts',
    names: ['requests', 'uploads', 'jobs', 'outgoing', 'removedRows', 'replicaReads'],
    way: 'own',
    why: 'What is measured of this process',
  },
  {
    file: 'server/platform/mapped-stack.ts',
    names: ['places'],
    way: 'same',
    why: 'Places in the source, by places in what was built',
  },
  {
    file: 'server/listener/scanner-tls/listener.ts',
    names: ['setInterval'],
    way: 'own',
    why: 'The certificate and connections of this listener',
  },
  {
    file: 'server/app-router.ts',
    names: ['document'],
    way: 'same',
    why: 'The document of the API',
  },
  ...[
    'server/listener/feed-routes.ts',
    'server/listener/subscription-routes.ts',
    'server/listener/one-click-routes.ts',
    'server/listener/next-routes.ts',
    'app/export/[[...path]]/route.ts',
    'app/api/auth/[...nextauth]/route.ts',
    'app/api/trpc/[trpc]/route.ts',
  ].map((file) => ({
    file,
    names: ['handler'],
    way: 'own' as const,
    why: 'What answers requests here, made once',
  })),
  {
    file: 'domain/eol/calendar.ts',
    names: ['startOfDay', 'dayAt'],
    way: 'same',
    why: 'Days by their moments',
  },
  {
    file: 'domain/catalog/older-lines.ts',
    names: ['made'],
    way: 'same',
    why: 'By the product, an object that does not change',
  },
  {
    file: 'domain/advice/advice.ts',
    names: ['remembered'],
    way: 'same',
    why: 'By the catalog, an object that does not change',
  },
  {
    file: 'domain/inventory/matching.ts',
    names: ['made'],
    way: 'same',
    why: 'By the release cycle, an object that does not change',
  },
  {
    file: 'domain/validation/shapes.ts',
    names: ['expendableLists'],
    way: 'own',
    why: 'Lists of a body under way',
  },
  {
    file: 'domain/message/quiet.ts',
    names: ['formats'],
    way: 'same',
    why: 'Formats by time zone',
  },
  {
    file: 'domain/message/tempo.ts',
    names: ['formats'],
    way: 'same',
    why: 'Formats by time zone',
  },
  {
    file: 'domain/waiver/set.ts',
    names: ['NO_WAIVERS'],
    way: 'same',
    why: 'Empty for ever',
  },
  {
    file: 'domain/maintainer/vendor-names.ts',
    names: ['EXACT', 'WILDCARDS'],
    way: 'same',
    why: 'Filled from the list beside it',
  },
];
