/**
 * The contract's enumerations and models. A field is a type: `?` after it allows null, `[]` makes it an
 * array, `|` joins alternatives, and the word `optional` says that it may be absent.
 */
export type Model = Readonly<Record<string, string>>;

export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  EOLFilterOptions: ['All', 'EOL', 'EOL LESS THAN 6MO', 'EOL LESS THAN 12MO', 'EOL MORE THAN 12MO'],
  Period: ['DAILY', 'MONTHLY'],
  Operator: ['IN', 'NOT_IN'],
  Ecosystem: ['generic', 'npm', 'nuget', 'pypi', 'maven', 'golang'],
};

const scanEvent = {
  AppConfig: 'AppConfig',
  Matches: 'Matches[]',
  ImageVerified: 'boolean? optional',
  Sbom: 'string? optional',
} as const;

const uploads: Readonly<Record<string, Model>> = {
  ScanEventPayload: {
    ...scanEvent,
    ImageName: 'string',
    ImageDigest: 'string? optional',
  },
  ScanEventPayloadV2: { ...scanEvent, EventSource: 'DirectorySource|ImageSource' },
  AppConfig: { 'project-name': 'string', 'commit-hash': 'string? optional' },
  DirectorySource: { Type: 'string', Target: 'string' },
  ImageSource: {
    Type: 'string',
    ImageName: 'string',
    ImageDigest: 'string',
    ImageLabels: 'labels? optional',
  },
  Matches: { Cycle: 'Cycle', Package: 'Package' },
  Cycle: {
    ProductName: 'string',
    ProductPermalink: 'string? optional',
    ReleaseCycle: 'string',
    Eol: 'string',
    LTS: 'boolean? optional',
    EolBool: 'boolean? optional',
    LatestRelease: 'string?',
    LatestReleaseDate: 'string?',
    ReleaseDate: 'string?',
  },
  Package: {
    ID: 'string? optional',
    Name: 'string',
    Version: 'string',
    Language: 'string? optional',
    Type: 'string',
    CPEs: 'CPE[]? optional',
    PURL: 'string? optional',
    Upstreams: 'Upstream[]? optional',
    MetadataType: 'string? optional',
  },
  CPE: {
    Part: 'string?',
    Vendor: 'string?',
    Product: 'string?',
    Version: 'string?',
    Update: 'string?',
    Edition: 'string?',
    SWEdition: 'string?',
    TargetSW: 'string?',
    TargetHW: 'string?',
    Other: 'string?',
    Language: 'string?',
  },
  Upstream: { Name: 'string', Version: 'string' },
};

const reads: Readonly<Record<string, Model>> = {
  ProjectImage: {
    id: 'uuid',
    name: 'string',
    tag: 'string',
    eol: 'EolCount? optional',
    projectName: 'string',
    imageVerified: 'boolean',
    latestScanDate: 'date-time',
    digest: 'string? optional',
    labels: 'labels? optional',
  },
  EolCount: { low: 'integer', med: 'integer', high: 'integer' },
  ProjectAndImage: {
    projectName: 'string',
    projectId: 'uuid',
    eol: 'EolCount',
    images: 'ProjectImage[]',
  },
  EolSoftwareFirst: {
    id: 'uuid',
    productName: 'string',
    lts: 'boolean? optional',
    productPermalink: 'string? optional',
    productNote: 'EolSoftwareNote? optional',
    releaseCycle: 'string',
    releaseDate: 'date? optional',
    artifactType: 'string',
    eolDate: 'date',
    imageName: 'string',
    imageTag: 'string',
    imageLabels: 'labels? optional',
  },
  EolSoftwareNote: {
    id: 'uuid? optional',
    noteContent: 'string? optional',
    userProfile: 'string? optional',
  },
  SoftwareFirst: {
    lts: 'boolean? optional',
    eolDate: 'date',
    productName: 'string',
    artifactType: 'string',
    productCycle: 'string',
    productPermalink: 'string?',
    projects: 'SoftwareFirstProject[]',
  },
  SoftwareFirstProject: { projectName: 'string', images: 'SoftwareFirstImage[]' },
  SoftwareFirstImage: { imageName: 'string', imageLocation: 'string' },
  ScansHistory: { scans: 'ScanHistory[]' },
  ScanHistory: { scanDate: 'date-time', imageTag: 'string' },
  DynamicKeysModel: { labels: 'object' },
  VulnCounts: {
    date: 'string',
    critical: 'integer',
    high: 'integer',
    medium: 'integer',
    low: 'integer',
    unknown: 'integer',
    none: 'integer',
  },
  AnalyticsEolResponse: { eolCounts: 'VulnCounts[]', allEolCounts: 'VulnCounts[]' },
  EolAnalytics: { eol: 'KeyValueIntItem[]', pkgTypes: 'KeyValueIntItem[]' },
  KeyValueIntItem: { name: 'string', value: 'integer' },
};

const policy = {
  warn_date: 'date? optional',
  deny_date: 'date? optional',
  warn_days: 'integer? optional',
  deny_days: 'integer? optional',
  product_name: 'string? optional',
  project_name: 'string? optional',
  cycle: 'string? optional',
  cycle_operator: 'string? optional',
  notary_policy_json: 'object? optional',
} as const;

const writes: Readonly<Record<string, Model>> = {
  LabelFilter: { key: 'string', operator: 'Operator', value: 'string' },
  CertificatesModel: { certificate: 'string' },
  NotesModel: { note_content: 'string', eol_software: 'string', user_profile: 'string?' },
  NotesPatchModel: { note_content: 'string?' },
  OrganizationsModel: { name: 'string', idp_id: 'string' },
  OrganizationsPatchModel: { name: 'string' },
  UsersModel: { email: 'string', role: 'string' },
  PoliciesModel: { policy_scope: 'string', policy_type: 'string', ...policy },
  PoliciesPatchModel: { policy_scope: 'string?', policy_type: 'string?', ...policy },
  CheckRequest: { component: 'CheckComponent', lifecycle: 'string optional' },
  // The contract lists the ecosystem as required and gives it a default: it may be absent.
  CheckComponent: { name: 'string', version: 'string', ecosystem: 'Ecosystem optional' },
};

export const MODELS: Readonly<Record<string, Model>> = { ...uploads, ...reads, ...writes };
