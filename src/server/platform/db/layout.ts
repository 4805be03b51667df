import type { Tables } from '@/server/prisma-client/tables';

/**
 * Where the rows of a table are in an installation that is spread over several machines.
 *
 * `distributed`: those of one organization together, on one of the machines. Everything that carries an organization's id and
 * grows with it.
 * `reference`: all of them on each machine, so that they can be joined to what is distributed, and written on all at once.
 * What is small, seldom written, and asked for before the organization is known.
 * `local`: on the first machine alone. What belongs to no organization, and what is written beside a long transaction, which
 * has every other writer of a reference table wait.
 */
export type Place = 'distributed' | 'reference' | 'local';

/**
 * Every table of the schema, once. One that is new and carries an organization's id is `distributed`; then each of its keys
 * and unique indexes carries that id too, and `layout.integration.test.ts` says so when one does not.
 */
export const LAYOUT = {
  accountNotice: 'local',
  accountToken: 'local',
  apiKey: 'reference',
  apiKeySecret: 'reference',
  appUser: 'reference',
  auditEvent: 'distributed',
  catalogCycle: 'reference',
  catalogCycleInterval: 'reference',
  catalogDateChange: 'local',
  catalogFact: 'local',
  catalogIdentifier: 'reference',
  catalogLifecycle: 'reference',
  catalogName: 'reference',
  catalogOlderLine: 'reference',
  catalogOverlay: 'distributed',
  catalogProduct: 'reference',
  catalogRevision: 'local',
  certificate: 'distributed',
  channel: 'distributed',
  channelTold: 'distributed',
  cleanInterval: 'distributed',
  cluster: 'distributed',
  clusterContainer: 'distributed',
  clusterNode: 'distributed',
  companion: 'distributed',
  companionProject: 'distributed',
  component: 'distributed',
  componentFact: 'distributed',
  contract: 'distributed',
  contractSoftware: 'distributed',
  delivery: 'distributed',
  deliveryAttempt: 'distributed',
  deniedSoftware: 'distributed',
  digestEntry: 'distributed',
  evidenceDay: 'distributed',
  evidenceMeasure: 'distributed',
  evidenceShare: 'distributed',
  evidencePack: 'distributed',
  familiarNetwork: 'local',
  feedToken: 'reference',
  finding: 'distributed',
  findingInterval: 'distributed',
  formerMember: 'distributed',
  heldMessage: 'distributed',
  holdingChange: 'distributed',
  idempotentAnswer: 'distributed',
  imageBits: 'distributed',
  imageBitsChange: 'distributed',
  imageRetirement: 'distributed',
  imageTag: 'distributed',
  inboxEntry: 'distributed',
  installationAuditEvent: 'local',
  installationSetting: 'local',
  inventory: 'distributed',
  inventoryFact: 'distributed',
  inventoryMatching: 'distributed',
  invitation: 'reference',
  knownRepository: 'distributed',
  letter: 'distributed',
  letterAttempt: 'distributed',
  lifecycleOverride: 'distributed',
  listChoice: 'distributed',
  mailSetting: 'distributed',
  membership: 'reference',
  message: 'distributed',
  messageRule: 'distributed',
  messageRuleChannel: 'distributed',
  note: 'distributed',
  operator: 'local',
  organization: 'reference',
  organizationChange: 'distributed',
  ownCatalogSource: 'distributed',
  ownIdentifier: 'distributed',
  ownProduct: 'distributed',
  ownProductInterval: 'distributed',
  ownSoftware: 'distributed',
  ownerRule: 'distributed',
  packSchedule: 'distributed',
  packSignature: 'distributed',
  plan: 'distributed',
  policy: 'distributed',
  policyRead: 'distributed',
  productHolding: 'distributed',
  productHoldingChange: 'distributed',
  project: 'distributed',
  projectCodeowners: 'distributed',
  projectCoverage: 'distributed',
  projectHolding: 'distributed',
  projectImageCount: 'distributed',
  projectNamespace: 'distributed',
  providerSession: 'local',
  rateLimit: 'local',
  refusedBuild: 'distributed',
  refusedKey: 'distributed',
  refusedUpload: 'distributed',
  registryEvidence: 'local',
  registryGathering: 'distributed',
  registryPackage: 'local',
  rematchEntry: 'distributed',
  retentionRules: 'distributed',
  retentionRun: 'distributed',
  savedView: 'distributed',
  sbom: 'distributed',
  scan: 'distributed',
  scannerDatabase: 'local',
  signInFailure: 'local',
  software: 'distributed',
  softwareCycle: 'distributed',
  softwareCycleFact: 'distributed',
  softwareCycleMove: 'distributed',
  softwareHolding: 'distributed',
  softwareNumber: 'distributed',
  supportPromise: 'distributed',
  team: 'distributed',
  teamMember: 'distributed',
  ticket: 'distributed',
  toldState: 'distributed',
  trendMonth: 'distributed',
  trustedRepository: 'distributed',
  unfinishedRemoval: 'distributed',
  unknownPackage: 'distributed',
  userIdentity: 'local',
  userSession: 'reference',
  waiver: 'distributed',
  waiverEvent: 'distributed',
  waiverLink: 'distributed',
  waiverMail: 'distributed',
  waiverNotice: 'distributed',
} as const satisfies Record<keyof Tables, Place>;

/** A table as the database calls it, and where its rows are to be. */
export interface PlacedTable {
  readonly name: string;
  readonly place: Place;
}

/** The tables, as the database calls them. */
export const PLACED_TABLES: readonly PlacedTable[] = Object.entries(LAYOUT).map(
  ([name, place]) => ({
    name: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    place,
  }),
);

/** The column that rows are spread by. */
export const SPREAD_BY = 'organization_id';
