import { KEPT_ALONE } from './kept-alone';

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

interface Kept {
  /** The file, below `src`. */
  readonly file: string;
  /** The names of what keeps it there, or of the class whose objects do; `setInterval` for what is done over and over. */
  readonly names: readonly string[];
  readonly why: string;
}

/** With several processes there is nothing to try. */
export interface KeptAlone extends Kept {
  readonly way: 'own' | 'same';
}

interface KeptForAll extends Kept {
  readonly way: Exclude<keyof typeof WAYS, KeptAlone['way']>;
  /** The test that tries it as several processes have it, by its file; null: none does. */
  readonly tested: string | null;
}

interface Tried extends KeptForAll {
  readonly tested: string;
}

interface Untried extends KeptForAll {
  readonly tested: null;
  /** Why it is taken to hold all the same. */
  readonly untested: string;
}

export type KeptState = KeptAlone | Tried | Untried;

/**
 * Everything that a server process keeps between requests, or does by itself. Whatever is to hold for the installation and is
 * counted or remembered here alone is a fault as soon as there are two processes. A test finds what is not in this list: of
 * what a module or a class keeps, of functions of the server that leave functions behind which keep something between their calls, and of
 * what is done over and over. What objects of classes keep is listed where they are made.
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
    tested: 'e2e/api/system/three-processes.test.ts',
  },
  {
    file: 'server/platform/auth/key-use.ts',
    names: ['refusedGate', 'readGate'],
    way: 'expires',
    why: 'Notes of what keys did are written once a minute by each process; their counts are added up in the row',
    tested: null,
    untested:
      'The notes of each process are added to the same row, as those of one process are minute by minute',
  },
  {
    file: 'server/platform/auth/authenticate.ts',
    names: ['memoryOf'],
    way: 'expires',
    why: 'What the database said of a key, for 50 milliseconds and until a transaction of this process ends',
    tested: 'e2e/api/system/three-processes.test.ts',
  },
  {
    file: 'server/platform/auth/build-use.ts',
    names: ['refusedGate'],
    way: 'expires',
    why: 'As those of keys',
    tested: null,
    untested: 'It is noted as what keys did, by the same gate',
  },
  {
    file: 'server/user/service/sign-in.ts',
    names: ['notedRefusals'],
    way: 'expires',
    why: 'Which refusals were noted within the hour; the row of the hour is the same whoever writes it',
    tested: null,
    untested:
      'Two processes that note the same refusal write the row of the hour twice, as one does that was started anew',
  },
  {
    file: 'server/platform/auth/issuer-keys.ts',
    names: ['issuerKeys', 'IssuerKeys'],
    way: 'expires',
    why: 'The public keys of issuers of builds’ tokens, as they publish them',
    tested: null,
    untested: 'Each process asks the issuer itself; nothing goes from one to another',
  },
  {
    file: 'server/single-sign-on/service/discovery.ts',
    names: ['knownOf'],
    way: 'expires',
    why: 'What the identity provider says of itself, for a minute',
    tested: null,
    untested: 'Each process asks the identity provider itself; nothing goes from one to another',
  },
  {
    file: 'server/catalog/service/store.ts',
    names: ['CatalogStore', 'setInterval'],
    way: 'told',
    why: 'The catalog and what organizations change of it, each state by what no other one is called by: a standby that lost the last changes counts on from before them',
    tested: 'src/server/catalog/service/store.integration.test.ts',
  },
  {
    file: 'server/catalog/service/updater.ts',
    names: ['catalogUpdaterOf'],
    way: 'lock',
    why: 'Attempts to update the catalog are claimed in catalog_revision under a lock; kept is what is to be stopped',
    tested: 'src/server/catalog/service/updater.integration.test.ts',
  },
  {
    file: 'server/catalog/jobs.ts',
    names: ['setInterval', 'scheduleCatalogUpdates'],
    way: 'lock',
    why: 'Asks whether an update of the catalog is due, which is then claimed',
    tested: 'src/server/catalog/service/updater.integration.test.ts',
  },
  {
    file: 'server/platform/jobs/rounds.ts',
    names: ['setInterval', 'scheduleRounds'],
    way: 'lock',
    why: 'The rounds of jobs: contracts, directory, ends, notices, rejudging, retirements, retention, kept counts, backups and others',
    tested: 'e2e/api/system/three-processes.test.ts',
  },
  {
    file: 'server/inventory/jobs.ts',
    names: ['setInterval', 'scheduleInventoryMatching'],
    way: 'lock',
    why: 'Matching anew: one process at a time for each organization, and where it stands is in the database',
    tested: 'src/server/inventory/rematch.integration.test.ts',
  },
  {
    file: 'server/companion/jobs.ts',
    names: ['setInterval', 'schedulePulls'],
    way: 'lock',
    why: 'Pulls from Dependency-Track: one process at a time for each organization; kept are those that have their turn here',
    tested: 'src/server/companion/interruptions.integration.test.ts',
  },
  {
    file: 'server/channel/jobs.ts',
    names: ['setInterval', 'scheduleDelivery', 'createTurns'],
    way: 'claimed',
    why: 'Deliveries of messages; forgetting old ones is done by one process at a time',
    tested: 'src/server/channel/kills.integration.test.ts',
  },
  {
    file: 'server/inbox/jobs.ts',
    names: ['setInterval', 'createSenders', 'scheduleLetters'],
    way: 'claimed',
    why: 'Letters are taken by SKIP LOCKED; digests and forgetting are done by one process at a time',
    tested: 'src/server/inbox/kills.integration.test.ts',
  },
  {
    file: 'server/message-rule/jobs.ts',
    names: ['setInterval', 'scheduleDigests'],
    way: 'claimed',
    why: 'Digests that are due are taken by SKIP LOCKED',
    tested: 'src/server/message-rule/processes.integration.test.ts',
  },
  {
    file: 'server/registry/service/evidence.ts',
    names: ['createRegistryEvidence'],
    way: 'row',
    why: 'What registries said is in registry_evidence; kept are questions under way and pauses after failures',
    tested: 'src/server/registry/service/evidence.integration.test.ts',
  },
  {
    file: 'server/registry/service/gather.ts',
    names: ['createGathering'],
    way: 'row',
    why: 'What each registry may still be asked is in installation_setting, read and written by who holds the lock of the round; kept is when this process looks again',
    tested: 'src/server/registry/budget.integration.test.ts',
  },
  {
    file: 'server/registry/service/budget.ts',
    names: ['createBudget'],
    way: 'lock',
    why: 'What a registry may be asked in the round under way, which is kept for the next one',
    tested: 'src/server/registry/budget.integration.test.ts',
  },
  {
    file: 'server/scan/jobs.ts',
    names: ['createRejudging'],
    way: 'lock',
    why: 'What decided when an organization was judged anew: another process that goes on judges all once more',
    tested: 'src/server/scan/rejudging.integration.test.ts',
  },
  {
    file: 'server/knowledge/jobs.ts',
    names: ['createMeasuring'],
    way: 'lock',
    why: 'In which organizations nothing had moved: another process that goes on looks at all once more',
    tested: 'src/server/knowledge/knowledge.integration.test.ts',
  },
  {
    file: 'server/contract/jobs.ts',
    names: ['createKeeping'],
    way: 'lock',
    why: 'What decided when what an organization’s contracts cover was looked at: another process that goes on looks at all once more',
    tested: 'src/server/contract/races.integration.test.ts',
  },
  {
    file: 'server/scanner-database/service/feed.ts',
    names: ['scannerDatabases'],
    way: 'row',
    why: 'Archives for scanners are rows, built under a lock; kept are those that were offered last, which do not change, and which of them is offered today of the catalog that this process has',
    tested: 'src/server/scanner-database/feed.integration.test.ts',
  },
  {
    file: 'server/platform/db/lock-session.ts',
    names: ['openLockSession', 'setInterval'],
    way: 'lock',
    why: 'The session that holds the locks of this process, and whether it still does; work whose lock is lost is told to end',
    tested: 'src/server/platform/db/exclusive-work.integration.test.ts',
  },
  {
    file: 'server/platform/db/replicas/positions.ts',
    names: ['Positions'],
    way: 'row',
    why: 'Where the log was when a change was first seen: whether there is a newer one is asked of the database each time',
    tested: 'e2e/database/replica/processes.test.ts',
  },
  {
    file: 'server/check/service/recent-answers.ts',
    names: ['answersIn', 'nameOf'],
    way: 'told',
    why: 'Answers to checks, by the view of the catalog that they follow from, which the catalog replaces when it hears of a change',
    tested: 'e2e/api/system/three-processes.test.ts',
  },
  {
    file: 'server/listener/scanner-tls/authority-watch.ts',
    names: ['setInterval', 'watchAuthorities'],
    way: 'row',
    why: 'Which authorities for scanners other processes have: each notes its own, and looks at all',
    tested: 'src/server/listener/authorities.integration.test.ts',
  },
  {
    file: 'server/platform/mail/smtp-mailer.ts',
    names: ['createSmtpMailer'],
    way: 'same',
    why: 'What sends to the mail server that is configured, once it is loaded',
  },
  {
    file: 'server/platform/http/shutdown.ts',
    names: ['heedSignals'],
    way: 'own',
    why: 'What signals have asked this process for',
  },
  ...KEPT_ALONE,
];
