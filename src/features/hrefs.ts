import {
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
  type Nullable,
  type ParserMap,
} from 'nuqs/server';
import { CONTRACT_STATES } from '@/domain/contract/contract';
import { EOL_STATES } from '@/domain/eol/proximity';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { PROJECT_STATES } from '@/domain/companion/pull';
import { IMAGE_SORTS } from '@/domain/image/list';
import { COMPONENT_STATES } from '@/domain/inventory/component-state';
import { SOFTWARE_SORTS } from '@/domain/software/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { WAIVER_STATES } from '@/domain/waiver/waiver';
import { labelParsers } from '@/lib/page-params';

/**
 * Every address of the dashboard, with the part of its query that other pages link to. A page's own state
 * (search, paging, open panel) is in the `params.ts` of its feature, which adds it to the address here. This
 * file imports no feature, so that features can link to each other without importing each other.
 */
export const hrefs = {
  start: '/',
  images: page('/images', {
    /** The images hold software in this state. */
    state: parseAsStringLiteral(EOL_STATES),
    verified: parseAsStringLiteral(['yes', 'no']),
    /** Whether a cluster reports that the images run: `yes`, `no` or the id of a cluster. */
    running: parseAsString,
    /** Retired images, in the place of those that count. */
    retired: parseAsStringLiteral(['yes']),
    /** The id of a project. */
    project: parseAsString,
    /** `mine`, `none` or the id of a team. */
    owner: parseAsString,
    /** The ids of software that the images hold, any of it, between commas. */
    software: parseAsString,
    /** The exact name of a product that the images hold. */
    product: parseAsString,
    policy: parseAsStringLiteral(['denied', 'warned']),
    /** As of the end of a UTC day, by what was known then. */
    as_of: parseAsString,
    ...labelParsers,
    sort: parseAsStringLiteral(IMAGE_SORTS).withDefault('ended'),
    dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('desc'),
  }),
  image: record('/images', {
    tab: parseAsStringLiteral(['software', 'packages', 'history']).withDefault('software'),
    /** Software in this state only. */
    state: parseAsStringLiteral(EOL_STATES),
    /** Packages in this state of the catalog only. */
    match: parseAsStringLiteral(COMPONENT_STATES),
    /** Packages with this degree of evidence only. */
    evidence: parseAsStringLiteral(EVIDENCE_DEGREES),
    /** As it was at the end of a UTC day. */
    as_of: parseAsString,
  }),
  /** How a package of an image was matched, or why not. */
  imagePackage: (imageId: string, packageId: string) =>
    `/images/${encodeURIComponent(imageId)}/packages/${encodeURIComponent(packageId)}`,
  /** Two states of images, side by side. */
  compareImages: page('/images/compare', {
    /** Ids of images and of their scans; without a scan as they are now. */
    from: parseAsString,
    fromScan: parseAsString,
    to: parseAsString,
    toScan: parseAsString,
  }),
  projects: page('/projects', {
    /** `mine`, `none` or the id of a team. */
    owner: parseAsString,
  }),
  project: record('/projects', {
    /** As it was at the end of a UTC day. */
    as_of: parseAsString,
  }),
  softwareList: page('/software', {
    state: parseAsStringLiteral(EOL_STATES),
    /** An artifact type. */
    type: parseAsString,
    /** The exact name of a product. */
    product: parseAsString,
    /** The id of a project. */
    project: parseAsString,
    /** `mine`, `none` or the id of a team. */
    owner: parseAsString,
    /** As of the end of a UTC day, by what was known then. */
    as_of: parseAsString,
    ...labelParsers,
    sort: parseAsStringLiteral(SOFTWARE_SORTS).withDefault('end'),
    dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  }),
  findings: page('/findings', {
    state: parseAsStringLiteral(EOL_STATES),
    /** An artifact type. */
    type: parseAsString,
    /** The exact name of a product. */
    product: parseAsString,
    /** The id of a project. */
    project: parseAsString,
    /** `mine`, `none` or the id of a team. */
    owner: parseAsString,
    /** Whether a cluster reports that the images run: `yes`, `no` or the id of a cluster. */
    running: parseAsString,
    ...labelParsers,
    /** The text that they are searched for. */
    q: parseAsString.withDefault(''),
    /** As of the end of a UTC day, in the place of now. */
    on: parseAsString,
    /** As of the end of a UTC day, by what was known then. */
    as_of: parseAsString,
  }),
  /** Why it is one, and since when. */
  finding: record('/findings', {
    /** As it was at the end of a UTC day. */
    as_of: parseAsString,
  }),
  software: record('/software', {
    view: parseAsStringLiteral(['images', 'projects']).withDefault('images'),
    /** As it was at the end of a UTC day. */
    as_of: parseAsString,
  }),
  clusters: '/clusters',
  cluster: record('/clusters', {
    namespace: parseAsString,
    /** The text that workloads are searched for. */
    q: parseAsString.withDefault(''),
  }),
  teams: '/teams',
  team: record('/teams', {}),
  /** The rules that give projects an owner. */
  ownerRules: '/teams/rules',
  timeline: '/timeline',
  forecast: page('/forecast', {
    /** `mine`, `none` or the id of a team. */
    owner: parseAsString,
    ...labelParsers,
  }),
  plans: page('/plans', {
    /** Anything but the board. */
    view: parseAsStringLiteral(['board', 'table']).withDefault('board'),
    /** The exact name of a product. */
    product: parseAsString,
    /** The id of a project. */
    project: parseAsString,
  }),
  plan: record('/plans', {}),
  newPlan: page('/plans/new', {
    /** The id of the software to move. */
    software: parseAsString,
    /** The id of a project, where it is for one alone. */
    project: parseAsString,
  }),
  inbox: page('/inbox', {
    /** A kind of message. */
    kind: parseAsString,
  }),
  /** Where the link in a mail leads that stops mails. */
  stopMail: (token: string) => `/unsubscribe/${token}`,
  notes: '/notes',
  policies: '/policies',
  policy: record('/policies', {}),
  newPolicy: page('/policies/new', {
    kind: parseAsStringLiteral(['end-of-life', 'signatures']).withDefault('end-of-life'),
  }),
  waivers: page('/waivers', {
    state: parseAsStringLiteral(WAIVER_STATES),
    /** Names to the letter. */
    product: parseAsString,
    cycle: parseAsString,
    project: parseAsString,
  }),
  waiver: record('/waivers', {}),
  /** Where the link in a mail leads. */
  decideWaiver: (token: string) => `/waivers/decide/${token}`,
  /** Builds' answers lead there too (`askable` of the server), and add what is denied. */
  newWaiver: page('/waivers/new', {
    team: parseAsString,
    project: parseAsString,
    image: parseAsString,
    tag: parseAsString,
    product: parseAsString,
    cycle: parseAsString,
  }),
  importWaivers: '/waivers/import',
  contracts: page('/contracts', {
    state: parseAsStringLiteral(CONTRACT_STATES),
    /** The id of a project. */
    project: parseAsString,
  }),
  contract: record('/contracts', {}),
  newContract: page('/contracts/new', {
    /** What it covers first: a product by its name to the letter, and one of its release cycles. */
    product: parseAsString,
    cycle: parseAsString,
    /** The id of a project, where it is for one alone. */
    project: parseAsString,
  }),
  changeContract: (id: string) => `/contracts/${encodeURIComponent(id)}/change`,
  packs: page('/evidence-packs', {}),
  pack: record('/evidence-packs', {}),
  /** What is promised of projects, and what in them ends earlier. */
  promises: '/outlives',
  outlives: record('/outlives', {}),
  policyImages: '/policies/images',
  /** All policies and own dates as `eventide.yaml`. */
  policyFile: '/policies/file',
  policyFileDownload: '/api/policy_file?format=yaml',
  catalog: page('/catalog', { q: parseAsString.withDefault('') }),
  newProduct: page('/catalog/new', {
    /** What the form begins with: a name, a package URL, the name of a CPE. */
    name: parseAsString,
    purl: parseAsString,
    cpe: parseAsString,
  }),
  /** The products of the organization's own, and the file that holds them. */
  ownProducts: '/catalog/own',
  ownCatalogDownload: {
    yaml: '/api/own_catalog?format=yaml',
    endoflife: '/api/own_catalog?format=endoflife',
  },
  product: record('/catalog', {
    show: parseAsStringLiteral(['current', 'used', 'ended', 'all']).withDefault('current'),
    /** The name of the release cycle that is open. */
    cycle: parseAsString,
  }),
  editProduct: (slug: string) => `/catalog/${encodeURIComponent(slug)}/edit`,
  /** How well what is held is known. */
  coverage: '/coverage',
  check: page('/check', { q: parseAsString.withDefault('') }),
  settings: {
    start: '/settings',
    organization: '/settings/organization',
    members: '/settings/members',
    apiKeys: '/settings/api-keys',
    buildTokens: '/settings/build-tokens',
    messages: '/settings/messages',
    channel: (id: string) => `/settings/messages/${id}`,
    certificate: '/settings/certificate',
    scanners: '/settings/scanners',
    companion: page('/settings/dependency-track', {
      /** What became of the projects that are listed. */
      state: parseAsStringLiteral(PROJECT_STATES),
    }),
    feeds: '/settings/feeds',
    catalog: '/settings/catalog',
    waivers: '/settings/waivers',
    retirement: '/settings/retirement',
    retention: '/settings/retention',
    refusedUploads: page('/settings/refused-uploads', {
      /** As many UTC days back, today included. */
      days: parseAsStringLiteral(['1', '7', '30']),
    }),
    audit: '/settings/audit',
    account: '/settings/account',
    /** What the reader is mailed by the organization. */
    ownMessages: '/settings/account/messages',
  },
  operator: {
    start: '/operator',
    catalog: '/operator/catalog',
    organizations: '/operator/organizations',
    limits: '/operator/limits',
    audit: '/operator/audit',
    operators: '/operator/operators',
  },
  docs: {
    start: '/docs',
    api: '/docs/api',
    /** @param slug of the group of operations */
    apiGroup: (slug: string): string => `/docs/api/${slug}`,
    buildTokens: '/docs/build-tokens',
    clusters: '/docs/clusters',
    contracts: '/docs/contracts',
    packs: '/docs/evidence-packs',
    forecast: '/docs/forecast',
    outlives: '/docs/outlives',
    dependencyTrack: '/docs/dependency-track',
    companion: '/docs/dependency-track#companion',
    gate: '/docs/gate',
    messages: '/docs/messages',
    feeds: '/docs/feeds',
    policyFile: '/docs/policy-file',
    ownProducts: '/docs/own-products',
    catalogSources: '/docs/own-products#from-another-installation',
    coverage: '/docs/coverage',
    sboms: '/docs/sboms',
    waivers: '/docs/waivers',
    retirement: '/docs/retired-images',
    retention: '/docs/retention',
    teams: '/docs/teams',
    searchIndex: '/docs/search-index',
  },
  /** The sign-in page, which goes on to a path of this site. */
  signIn: (next?: string) =>
    next === undefined ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(next)}`,
  setUp: '/set-up',
  forgotPassword: '/forgot-password',
  invitation: (token: string) => `/invitations/${token}`,
  noOrganization: '/no-organization',
  /** The account of a person who belongs to no organization; others are sent on to their settings. */
  account: '/account',
  /** Where pages send SBOMs: to the API, as programs do. */
  sboms: { store: '/api/sbom', check: '/api/sbom/check' },
  /** Lists as files; the query is that of the list. */
  exports: {
    images: '/export/images.csv',
    imageSoftware: (id: string) => `/export/images/${id}/software.csv`,
    imagePackages: (id: string) => `/export/images/${id}/packages.csv`,
    imageSbom: (id: string, format: string) => `/api/image_tags/${id}/sbom?format=${format}`,
    projects: '/export/projects.csv',
    software: '/export/software.csv',
    findings: '/export/findings.csv',
    catalog: '/export/catalog.csv',
    forecast: { csv: '/export/forecast.csv', pdf: '/export/forecast.pdf' },
    notes: '/export/notes.csv',
    timeline: '/export/timeline.csv',
    workloads: (id: string) => `/export/clusters/${id}/workloads.csv`,
    unknownPackages: '/export/coverage/unknown-packages.csv',
    waivers: '/export/waivers.csv',
    openVex: '/api/vex/openvex',
    cycloneDxVex: '/api/vex/cyclonedx',
    contracts: '/export/contracts.csv',
    /** A file of an evidence pack; of the document, for a paper. */
    pack: (id: string, file: 'json' | 'csv' | 'pdf', paper?: 'A4' | 'LETTER') =>
      `/export/evidence-packs/${encodeURIComponent(id)}/pack.${file}${paper ? `?paper=${paper}` : ''}`,
    /** What a project holds against its promised support; of the document, for a paper. */
    outlives: (id: string, file: 'json' | 'csv' | 'pdf', paper?: 'A4' | 'LETTER') =>
      `/export/projects/${encodeURIComponent(id)}/outlives.${file}${paper ? `?paper=${paper}` : ''}`,
    plans: '/export/plans.csv',
    teams: '/export/teams.csv',
    auditLog: '/export/audit-log.csv',
    /** Everything of the organization, by POST. */
    organization: '/export/organization.tar.gz',
  },
} as const;

type Query<Parsers extends ParserMap> = Partial<Nullable<inferParserType<Parsers>>>;

/** Links to one page; a query value that is left out, null or the default is not in the address. */
function page<const Parsers extends ParserMap>(path: string, parsers: Parsers) {
  const serialize = createSerializer(parsers);
  return (query: Query<Parsers> = {}): string => serialize(path, query);
}

/** Links to the page of one record below a path, by its id or slug. */
function record<const Parsers extends ParserMap>(path: string, parsers: Parsers) {
  const serialize = createSerializer(parsers);
  return (name: string, query: Query<Parsers> = {}): string =>
    serialize(`${path}/${encodeURIComponent(name)}`, query);
}
