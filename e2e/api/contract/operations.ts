/** One row of the contract's endpoint tables. Types are written as in the models. */
export interface ContractOperation {
  /** `METHOD /path`. */
  readonly name: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Parameters that this service takes beside the contract's; each can be left out. */
  readonly beyond?: readonly string[];
  /** `page` and `size`. */
  readonly isPaged?: true;
  readonly body?: string;
  readonly status: 200 | 201 | 204;
  /** Absent: not shown. */
  readonly answer?: string;
}

export const PAGE_PARAMETERS = {
  page: { minimum: 1, default: 1 },
  size: { minimum: 1, maximum: 100, default: 50 },
} as const;

const byId = { path: { id: 'uuid' } } as const;
const search = { search: 'string? optional', eol_filter: 'EOLFilterOptions? optional' } as const;

export const OPERATIONS: readonly ContractOperation[] = [
  {
    name: 'GET /analytics/eol/counts',
    query: { period: 'Period', start: 'string', end: 'string', package_type: 'string optional' },
    status: 200,
    answer: 'AnalyticsEolResponse',
  },
  { name: 'GET /analytics/eol/overview', status: 200, answer: 'EolAnalytics' },
  { name: 'GET /api_key', status: 200 },
  { name: 'POST /api_key', status: 201 },
  { name: 'PATCH /api_key/{id}', ...byId, status: 201 },
  { name: 'POST /certificate/upsert', body: 'CertificatesModel', status: 201 },
  { name: 'GET /certificate', status: 200 },
  {
    name: 'GET /image_tags/{image_tag_id}/eol_software',
    path: { image_tag_id: 'uuid' },
    query: search,
    beyond: ['as_of', 'evidence'],
    isPaged: true,
    status: 200,
    answer: 'Page<EolSoftwareFirst>',
  },
  { name: 'GET /image/labels', status: 200, answer: 'DynamicKeysModel' },
  {
    name: 'POST /images',
    query: { ...search, verified: 'string? optional' },
    beyond: ['running', 'cluster_id', 'retired', 'not_seen_for_days', 'owner', 'as_of'],
    isPaged: true,
    body: 'LabelFilter? optional',
    status: 200,
    answer: 'Page<ProjectImage>',
  },
  {
    name: 'GET /projects/{project_id}/eol_software',
    path: { project_id: 'uuid' },
    beyond: ['as_of', 'evidence'],
    status: 200,
    answer: 'EolSoftwareFirst[]',
  },
  {
    name: 'GET /projects/images',
    query: { search: 'string optional', eol_filter: 'EOLFilterOptions optional' },
    beyond: ['owner'],
    isPaged: true,
    status: 200,
    answer: 'Page<ProjectAndImage>',
  },
  { name: 'DELETE /projects/{id}', ...byId, status: 204 },
  {
    name: 'GET /software',
    query: search,
    beyond: ['evidence', 'owner', 'as_of'],
    isPaged: true,
    status: 200,
    answer: 'Page<SoftwareFirst>',
  },
  { name: 'GET /v1/scanner/eol_software', status: 200 },
  { name: 'GET /v1/scanner/projects', status: 200 },
  {
    name: 'GET /v1/scan/history',
    query: { image_name: 'string', project_name: 'string' },
    status: 200,
    answer: 'ScansHistory',
  },
  { name: 'PUT /v1/scan', body: 'ScanEventPayload', status: 200 },
  { name: 'PUT /v2/scan', body: 'ScanEventPayloadV2', status: 200 },
  { name: 'GET /notes', status: 200 },
  { name: 'POST /notes', body: 'NotesModel', status: 201 },
  { name: 'PATCH /notes/{id}', ...byId, body: 'NotesPatchModel', status: 200 },
  { name: 'DELETE /notes/{id}', ...byId, status: 200 },
  { name: 'POST /organizations/', body: 'OrganizationsModel', status: 201 },
  { name: 'GET /organizations/{id}', ...byId, status: 200 },
  { name: 'PATCH /organizations/{id}', ...byId, body: 'OrganizationsPatchModel', status: 200 },
  { name: 'DELETE /organizations/{id}', ...byId, status: 204 },
  { name: 'GET /organizations/idp/{id}', path: { id: 'string' }, status: 200 },
  { name: 'GET /idp/{idp_org_id}/members', path: { idp_org_id: 'string' }, status: 200 },
  {
    name: 'DELETE /idp/{idp_org_id}/members/{user_id}',
    path: { idp_org_id: 'string', user_id: 'string' },
    beyond: ['revoke_keys'],
    status: 200,
  },
  {
    name: 'POST /idp/{idp_org_id}/invitations',
    path: { idp_org_id: 'string' },
    body: 'UsersModel',
    status: 201,
  },
  { name: 'GET /idp/{idp_org_id}/invitations', path: { idp_org_id: 'string' }, status: 200 },
  { name: 'GET /v1/policy', status: 200 },
  { name: 'POST /v1/policy', body: 'PoliciesModel', status: 201 },
  { name: 'GET /v2/policy', status: 200 },
  { name: 'GET /v1/policy/{id}', ...byId, status: 200 },
  { name: 'PATCH /v1/policy/{id}', ...byId, body: 'PoliciesPatchModel', status: 200 },
  { name: 'DELETE /v1/policy/{id}', ...byId, status: 204 },
  { name: 'GET /healthz', status: 200 },
  { name: 'POST /eol/check', body: 'CheckRequest', status: 200 },
];
