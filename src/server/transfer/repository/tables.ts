import { defaultChoice } from '@/domain/message/mail-setting';
import { MESSAGE_KINDS } from '@/domain/message/kinds';
import type { Tables } from '@/server/prisma-client/tables';

type TableName = keyof Tables;
type Column<Table extends TableName> = Extract<keyof Tables[Table], string>;

/** A table that comes along. */
interface Carried<Table extends TableName> {
  /** Columns that hold the id of a person, or may: another one, where the person has an account there already. */
  readonly people?: readonly Column<Table>[];
  /** The column of them that refers to a membership: a row goes with a person who does not become a member. */
  readonly member?: Column<Table>;
  /** Secrets, and what is of the process that worked on a row: not written, and empty after. */
  readonly without?: readonly Column<Table>[];
  /** What columns become, as SQL on the row `r`, with `$at` and the organization's `$id`. */
  readonly becomes?: Readonly<Partial<Record<Column<Table>, string>>>;
  /** Refers to rows of its own table, which come first. */
  readonly first?: Column<Table>;
}

/** A table that stays, and why. */
interface Staying {
  readonly stays: string;
}

type Rule<Table extends TableName> = Carried<Table> | Staying;

/** For so long after an import no rule retires anything: the time in which uploads and a Dependency-Track are turned to it. */
export const DAYS_WITHOUT_RETIRING = 30;

/** What nobody else says: it comes of what somebody does here. */
const AT_ONCE = MESSAGE_KINDS.filter((kind) => defaultChoice(kind) === 'at_once');

const OF_INSTALLATION = 'It belongs to the installation and to no organization.';
const OF_PEOPLE = 'It belongs to people and to no organization.';
const WAITS = 'What waits to be sent is sent from where it waits, and once.';
const GATHERED = 'It follows from what registries say at the other place.';
const COUNTED = 'It is counted as images come in.';
const SECRET = 'It is a secret, or nothing without one.';

/**
 * Every table of the schema: what comes along with an organization, in an order in which what a row refers to comes before
 * it, and what does not. A table that is missing does not compile.
 */
export const TABLES = {
  organization: {
    // The key lives in another organization.
    without: ['createdByApiKeyId'],
    becomes: {
      idpId:
        'CASE WHEN r.idp_id = r.id::text OR EXISTS (SELECT FROM organization o WHERE o.idp_id = r.idp_id) THEN $id ELSE r.idp_id END',
      messageTempo: `'off'`,
      // Nothing can have been uploaded here, and what a Dependency-Track lists as in use is not known yet.
      retiresFrom: `greatest(r.retires_from, ($at)::date + ${String(DAYS_WITHOUT_RETIRING)})`,
    },
  },
  membership: { people: ['userId'], member: 'userId' },
  // Nobody of them is a member, so the ids are of the first place. The addresses are known again, with these ids.
  formerMember: {},
  team: {},
  teamMember: { people: ['userId'], member: 'userId' },
  ownerRule: {},
  project: {},
  projectCoverage: {},
  projectCodeowners: {},
  supportPromise: { people: ['setById'] },
  contract: { people: ['createdById'] },
  contractSoftware: {},
  softwareCycle: { first: 'upstreamId' },
  softwareCycleMove: {},
  softwareCycleFact: {},
  software: { first: 'upstreamId' },
  component: {},
  inventory: {},
  sbom: {},
  imageTag: {},
  imageRetirement: { people: ['retiredById', 'endedById'] },
  scan: { people: ['callerId'] },
  finding: {},
  findingInterval: {},
  cleanInterval: {},
  // Another catalog is there, whatever number it has: everything is matched with that.
  inventoryMatching: { becomes: { catalogKey: `'imported'` } },
  rematchEntry: {},
  cluster: {},
  clusterNode: {},
  clusterContainer: {},
  projectNamespace: {},
  policy: {},
  note: {},
  lifecycleOverride: {},
  ownProduct: {},
  ownProductInterval: {},
  // Its key stays: an admin enters it again.
  ownCatalogSource: { without: ['sealedKey', 'etag'] },
  ownIdentifier: {},
  ownSoftware: {},
  evidenceDay: {},
  catalogOverlay: {},
  evidencePack: { people: ['madeById'] },
  packSignature: { people: ['userId'] },
  // Packs that another installation makes are not made here too: somebody goes on with them.
  packSchedule: { people: ['createdById'], becomes: { isPaused: 'true' } },
  waiver: { people: ['ownerId', 'askedById', 'askedByUserId', 'decidedById'] },
  waiverEvent: { people: ['actorId', 'actorUserId'] },
  waiverNotice: {},
  plan: { people: ['ownerId', 'createdById'] },
  savedView: { people: ['userId'], member: 'userId' },
  listChoice: { people: ['userId'], member: 'userId' },
  retentionRules: {},
  retentionRun: { becomes: { endedAt: 'coalesce(r.ended_at, $at)' } },
  // Their secrets stay: they are there for whoever asks who uploaded what.
  apiKey: { people: ['createdByUserId'], becomes: { revokedAt: 'coalesce(r.revoked_at, $at)' } },
  trustedRepository: {},
  knownRepository: {},
  certificate: {},
  // Their secrets stay, and what another installation sends is not sent here too: an admin turns them on again.
  channel: {
    without: ['secret', 'leaseId', 'leaseUntil', 'failingSince', 'quietUntil', 'noticeAt'],
    becomes: {
      disabledReason: `coalesce(r.disabled_reason, 'paused')`,
      disabledAt: 'coalesce(r.disabled_at, $at)',
    },
  },
  channelTold: {},
  ticket: {},
  messageRule: {},
  messageRuleChannel: {},
  message: {},
  inboxEntry: { people: ['userId'], member: 'userId' },
  // The first installation goes on mailing the same people and teams. What they chose is there, but for how soon: of what is of
  // one installation alone, as whoever has not chosen gets it at once, it stays.
  mailSetting: {
    people: ['userId', 'receiverId'],
    member: 'userId',
    becomes: {
      tempo: `'off'`,
      choices: `coalesce((
        SELECT jsonb_object_agg(c.key, CASE WHEN c.value = '"at_once"' AND c.key <> ALL ('{${AT_ONCE.join(',')}}')
                                            THEN '"digest"' ELSE c.value END)
          FROM jsonb_each(r.choices) c), '{}')`,
    },
  },
  toldState: {},
  deniedSoftware: {},
  refusedUpload: { people: ['callerId'] },
  auditEvent: { people: ['actorId'], becomes: { importedAt: 'coalesce(r.imported_at, $at)' } },

  apiKeySecret: { stays: SECRET },
  feedToken: { stays: SECRET },
  invitation: { stays: SECRET },
  waiverLink: { stays: SECRET },
  companion: { stays: SECRET },
  companionProject: { stays: 'It goes with the companion, whose key has to be entered anew.' },
  delivery: { stays: WAITS },
  deliveryAttempt: { stays: WAITS },
  digestEntry: { stays: WAITS },
  heldMessage: { stays: WAITS },
  letter: { stays: WAITS },
  letterAttempt: { stays: WAITS },
  waiverMail: { stays: WAITS },
  idempotentAnswer: {
    stays: 'It is of use for a day, to whoever repeats a call at the same place.',
  },
  policyRead: { stays: 'It goes with keys, which end.' },
  refusedKey: { stays: 'It goes with keys, which end.' },
  refusedBuild: { stays: 'It is about calls at the other place.' },
  componentFact: { stays: GATHERED },
  inventoryFact: { stays: GATHERED },
  registryGathering: { stays: GATHERED },
  projectHolding: { stays: COUNTED },
  softwareHolding: { stays: COUNTED },
  projectImageCount: { stays: COUNTED },
  holdingChange: { stays: COUNTED },
  productHolding: { stays: COUNTED },
  productHoldingChange: { stays: COUNTED },
  softwareNumber: { stays: COUNTED },
  imageBits: { stays: COUNTED },
  imageBitsChange: { stays: COUNTED },
  trendMonth: { stays: COUNTED },
  evidenceMeasure: { stays: COUNTED },
  evidenceShare: { stays: COUNTED },
  unknownPackage: { stays: COUNTED },
  unfinishedRemoval: { stays: 'It is between the installation that removed and its provider.' },
  organizationChange: { stays: 'It tells open pages of one database that numbers moved.' },

  catalogCycle: { stays: OF_INSTALLATION },
  catalogCycleInterval: { stays: OF_INSTALLATION },
  catalogDateChange: { stays: OF_INSTALLATION },
  catalogFact: { stays: OF_INSTALLATION },
  catalogIdentifier: { stays: OF_INSTALLATION },
  catalogLifecycle: { stays: OF_INSTALLATION },
  catalogName: { stays: OF_INSTALLATION },
  catalogOlderLine: { stays: OF_INSTALLATION },
  catalogProduct: { stays: OF_INSTALLATION },
  catalogRevision: { stays: OF_INSTALLATION },
  installationAuditEvent: { stays: OF_INSTALLATION },
  installationSetting: { stays: OF_INSTALLATION },
  operator: { stays: OF_INSTALLATION },
  rateLimit: { stays: OF_INSTALLATION },
  registryEvidence: { stays: OF_INSTALLATION },
  registryPackage: { stays: OF_INSTALLATION },
  scannerDatabase: { stays: OF_INSTALLATION },
  signInFailure: { stays: OF_INSTALLATION },
  accountNotice: { stays: OF_PEOPLE },
  accountToken: { stays: OF_PEOPLE },
  appUser: { stays: `${OF_PEOPLE} Of members, who they are comes along.` },
  familiarNetwork: { stays: OF_PEOPLE },
  providerSession: { stays: OF_PEOPLE },
  userIdentity: { stays: OF_PEOPLE },
  userSession: { stays: OF_PEOPLE },
} as const satisfies { readonly [Table in TableName]: Rule<Table> };

/** `imageTag` as the database calls it. */
export const inDatabase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table that comes along, in the database's words. */
export interface CarriedTable {
  readonly name: string;
  readonly people: ReadonlySet<string>;
  readonly member: string | null;
  readonly without: ReadonlySet<string>;
  readonly becomes: ReadonlyMap<string, string>;
  readonly first: string | null;
}

interface AnyRule {
  readonly stays?: string;
  readonly people?: readonly string[];
  readonly member?: string;
  readonly without?: readonly string[];
  readonly becomes?: Readonly<Record<string, string>>;
  readonly first?: string;
}

/** The same, where it does not matter which table it is. */
const RULES: Readonly<Record<string, AnyRule>> = TABLES;

const nameOf = (column: string | undefined) => (column === undefined ? null : inDatabase(column));

/** The tables that come along, in the order of their writing. */
export const CARRIED: readonly CarriedTable[] = Object.entries(RULES).flatMap(
  ([name, { stays, people = [], member, without = [], becomes = {}, first }]) =>
    stays === undefined
      ? [
          {
            name: inDatabase(name),
            people: new Set(people.map(inDatabase)),
            member: nameOf(member),
            without: new Set(without.map(inDatabase)),
            becomes: new Map(
              Object.entries(becomes).map(([column, to]) => [inDatabase(column), to]),
            ),
            first: nameOf(first),
          },
        ]
      : [],
);
