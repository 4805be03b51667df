import type { Permission, Role } from '@/domain/roles/permissions';
import { imageScan } from './payloads';
import { certificatePem, unique, waiverBody, type TenantWorld } from './tenant-world';
import type { Query } from './reads';
import { bom, KEEP_LONG, trivyReport } from './route-bodies';
import { WITHOUT_INPUT } from './routes-without-input';

/** The inputs that a call of a route needs to succeed. */
export interface RouteCall {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
}

export interface RouteInputs {
  /**
   * A call that succeeds for a caller of this tenant who may make it; made anew for each call. `role` is that of the
   * key which will make it: some records are for those alone who made them.
   */
  readonly call: (world: TenantWorld, role?: Role) => RouteCall | Promise<RouteCall>;
  /** The same call with ids and names that exist nowhere. */
  readonly nowhere?: (call: RouteCall) => RouteCall;
  /** For routes that name their organization themselves: what the role there must allow. */
  readonly permission?: Permission;
  /** The status of a call by whoever may make it, where that is not the route's own. */
  readonly answers?: number;
  /** The call ends the tenant: it needs one of its own. */
  readonly endsTenant?: true;
}

const NOBODY = '019a0000-0000-7000-8000-000000000000';
const lost = (call: RouteCall): RouteCall => ({
  ...call,
  parameters: Object.fromEntries(Object.keys(call.parameters ?? {}).map((name) => [name, NOBODY])),
});
const nothing = () => ({});
const ofBody = (body: object): RouteInputs => ({ call: () => ({ body }) });
const imageOf = async (of: TenantWorld) => (await of.scanned()).imageTagId;
const projectOf = async (of: TenantWorld) => (await of.scanned()).projectId;
const byId = (
  find: (world: TenantWorld, role?: Role) => Promise<string>,
  body?: object,
): RouteInputs => ({
  call: async (world, role) => ({
    parameters: { id: await find(world, role) },
    ...(body ? { body } : {}),
  }),
  nowhere: lost,
});
const ofOrganization = (permission: Permission, body?: () => object): RouteInputs => ({
  call: (world) => ({
    parameters: { id: world.organizationId },
    ...(body ? { body: body() } : {}),
  }),
  nowhere: lost,
  permission,
});
const ofDirectory = (permission: Permission, body?: () => object): RouteInputs => ({
  call: async (world) => ({
    parameters: { idp_org_id: await world.idpId() },
    ...(body ? { body: body() } : {}),
  }),
  nowhere: lost,
  permission,
});
const scan = () => imageScan({ project: unique('project'), image: unique('image') });
const toTracked: RouteInputs = {
  call: async (world) => ({
    body: {
      project: (await world.tracked()).uuid,
      bom: Buffer.from(JSON.stringify(bom())).toString('base64'),
    },
  }),
  nowhere: ({ body }) => ({ body: { ...(body as object), project: NOBODY } }),
};
/** A version of a project, in the words of Dependency-Track. */
const tracked = (sent: Pick<RouteCall, 'body'> = {}): RouteInputs => ({
  call: async (world) => ({ parameters: { uuid: (await world.tracked()).uuid }, ...sent }),
  nowhere: lost,
});
/** What a test has sent to a channel of the tenant's: a delivery that is not under way. */
const delivery: RouteInputs = {
  call: async (world) => ({ parameters: await world.delivery() }),
  nowhere: ({ parameters }) => ({ parameters: { ...parameters, message_id: NOBODY } }),
};
/** Of this machine, which the servers of the tests may not be led to. */
const NOBODYS_ADDRESS = 'http://127.0.0.1:1';
const companionSetting = ofBody({ url: NOBODYS_ADDRESS, api_key: 'odt_key' });
/** A catalog of others at that address, once in a while. */
const catalogSource = () => ({ name: unique('catalog'), url: NOBODYS_ADDRESS, rhythm: 'manual' });
const withCompanion = (): RouteInputs => ({
  call: async (world) => {
    await world.withCompanion(NOBODYS_ADDRESS);
    return {};
  },
});
const cluster = () => unique('cluster');
const invitation = () => ({ email: `${unique('guest')}@example.com`, role: 'viewer' });
const ownerRules = async (world: TenantWorld) => [
  { kind: 'name', pattern: 'nothing/*', team_id: await world.teamId() },
];
const ownedByNobody = (): RouteCall => ({
  body: { rules: [{ kind: 'name', pattern: 'nothing/*', team_id: NOBODY }] },
});
const day = '2026-01-01';

/** Every path of the contract, with what it takes to call it. */
export const ROUTE_INPUTS: Readonly<Record<string, RouteInputs>> = {
  ...Object.fromEntries(WITHOUT_INPUT.map((route) => [route, { call: nothing }])),
  'GET /analytics/eol/counts': {
    call: () => ({ query: { period: 'DAILY', start: day, end: day } }),
  },
  'PATCH /api_key/{id}': byId((world) => world.apiKeyId()),
  'DELETE /api_key/{id}': byId((world) => world.apiKeyId()),
  'POST /trusted_repository': {
    call: () => ({ body: { platform: 'github', repository: `acme/${unique('repository')}` } }),
  },
  'PATCH /trusted_repository/{id}': byId((world) => world.trustedRepositoryId(), { ref: 'main' }),
  'DELETE /trusted_repository/{id}': byId((world) => world.trustedRepositoryId()),
  'POST /certificate/upsert': { call: () => ({ body: { certificate: certificatePem } }) },
  // The starter catalog's, which every organization sees.
  'GET /catalog/products/{slug}': { call: () => ({ parameters: { slug: 'nodejs' } }) },
  'GET /catalog/products/{slug}/cle': { call: () => ({ parameters: { slug: 'nodejs' } }) },
  'GET /catalog/products/{slug}/openeox': { call: () => ({ parameters: { slug: 'nodejs' } }) },
  'GET /endoflife/{file}': { call: () => ({ parameters: { file: 'nodejs.json' } }) },
  'GET /certificate': {
    call: async (world) => {
      await world.withCertificate();
      return {};
    },
  },
  'GET /image_tags/{image_tag_id}/eol_software': {
    call: async (world) => ({ parameters: { image_tag_id: await imageOf(world) } }),
    nowhere: lost,
  },
  'GET /image_tags/{image_tag_id}/packages': {
    call: async (world) => ({ parameters: { image_tag_id: await imageOf(world) } }),
    nowhere: lost,
  },
  'DELETE /image_tags/{id}': byId(imageOf),
  'GET /image_tags/{id}/sbom': byId(imageOf),
  'POST /image_tags/{id}/retire': byId(imageOf, { note: 'x' }),
  'POST /image_tags/{id}/bring_back': byId((world) => world.retiredId()),
  'GET /image_tags/{id}/retirements': byId(imageOf),
  'GET /image_tags/difference': {
    call: async (world) => ({ query: { from: await imageOf(world) } }),
    nowhere: () => ({ query: { from: NOBODY } }),
  },
  'GET /projects/{project_id}/eol_software': {
    call: async (world) => ({ parameters: { project_id: await projectOf(world) } }),
    nowhere: lost,
  },
  'DELETE /projects/{id}': byId(projectOf),
  'PUT /sbom': { call: () => ({ query: { project: unique('project') }, body: bom() }) },
  'POST /sbom/check': { call: () => ({ body: bom() }) },
  'PUT /settings/dependency_track': { call: () => ({ body: { enabled: true } }) },
  'GET /settings/dependency_track/companion': withCompanion(),
  'PUT /settings/dependency_track/companion': companionSetting,
  'DELETE /settings/dependency_track/companion': withCompanion(),
  'POST /settings/dependency_track/companion/test': companionSetting,
  'POST /settings/dependency_track/companion/pull': withCompanion(),
  'GET /settings/dependency_track/companion/projects': withCompanion(),
  'PUT /v1/bom': toTracked,
  'POST /v1/bom': toTracked,
  'GET /v1/event/token/{token}': { call: () => ({ parameters: { token: NOBODY } }) },
  'GET /v1/bom/token/{token}': { call: () => ({ parameters: { token: NOBODY } }) },
  'GET /v1/project/{uuid}': tracked(),
  'GET /v1/project/lookup': {
    call: async (world) => {
      const { name, version } = await world.tracked();
      return { query: { name, version } };
    },
    nowhere: () => ({ query: { name: unique('project'), version: '1' } }),
  },
  'PATCH /v1/project/{uuid}': tracked({ body: { isLatest: true } }),
  'DELETE /v1/project/{uuid}': tracked(),
  'GET /v1/finding/project/{uuid}': tracked(),
  'POST /v1/finding/project/{uuid}/analyze': tracked(),
  'GET /v1/violation/project/{uuid}': tracked(),
  'GET /v1/metrics/project/{uuid}/current': tracked(),
  'GET /v1/metrics/project/{uuid}/refresh': tracked(),
  'POST /v1/vex': { call: () => ({ body: {} }) },
  'PUT /v1/vex': { call: () => ({ body: {} }) },
  'GET /tickets': { call: () => ({ query: { product_name: 'debian', cycle: '10' } }) },
  'POST /teams': { call: () => ({ body: { name: unique('team') } }) },
  'GET /teams/{id}': byId((world) => world.teamId()),
  'PATCH /teams/{id}': byId((world) => world.teamId(), { link: 'https://chat.example.com/1' }),
  'DELETE /teams/{id}': byId((world) => world.teamId()),
  'PUT /teams/{id}/members/{user_id}': {
    call: async (world) => ({
      parameters: { id: await world.teamId(), user_id: await world.memberId() },
    }),
    nowhere: lost,
  },
  'DELETE /teams/{id}/members/{user_id}': {
    call: async (world) => ({ parameters: await world.teamMember() }),
    nowhere: lost,
  },
  'PUT /owner_rules': {
    call: async (world) => ({ body: { rules: await ownerRules(world) } }),
    nowhere: ownedByNobody,
  },
  'POST /owner_rules/preview': {
    call: async (world) => ({ body: { rules: await ownerRules(world) } }),
    nowhere: ownedByNobody,
  },
  'GET /projects/{id}/owner': byId(projectOf),
  'PUT /projects/{id}/owner': {
    call: async (world) => ({
      parameters: { id: (await world.scanned()).projectId },
      body: { team_id: await world.teamId() },
    }),
    nowhere: lost,
  },
  'PUT /projects/{id}/codeowners': byId(projectOf, { content: '* @acme/payments' }),
  'POST /channels': {
    call: () => ({
      body: {
        ...{ kind: 'webhook', name: unique('channel') },
        settings: { url: 'https://hooks.example.com/eventide' },
      },
    }),
  },
  'GET /channels/{id}': byId((world) => world.channelId()),
  'PATCH /channels/{id}': byId((world) => world.channelId(), { name: unique('channel') }),
  'DELETE /channels/{id}': byId((world) => world.channelId()),
  'POST /channels/{id}/keys': byId((world) => world.channelId()),
  'DELETE /channels/{id}/keys/previous': byId((world) => world.channelId()),
  'POST /channels/{id}/pause': byId((world) => world.channelId()),
  'POST /channels/{id}/resume': byId((world) => world.channelId()),
  'POST /channels/{id}/test': byId((world) => world.channelId()),
  'GET /channels/{id}/deliveries': byId((world) => world.channelId()),
  'GET /channels/{id}/deliveries/{message_id}': delivery,
  'POST /channels/{id}/deliveries/{message_id}/replay': delivery,
  'GET /clusters/{id}': byId((world) => world.clusterId()),
  'GET /clusters/{id}/workloads': byId((world) => world.clusterId()),
  'DELETE /clusters/{id}': byId((world) => world.clusterId()),
  'POST /k8s/trivy': { call: () => ({ query: { cluster: cluster() }, body: trivyReport() }) },
  'POST /v2/kubernetes-inventory': {
    call: () => ({ body: { cluster_name: cluster(), containers: [] } }),
  },
  'PUT /v1/inventories': { call: () => ({ body: { cluster_name: cluster(), results: [] } }) },
  'GET /v1/scan/history': {
    call: async (world) => {
      const { image, project } = await world.scanned();
      return { query: { image_name: image, project_name: project } };
    },
    nowhere: () => ({ query: { image_name: unique('image'), project_name: unique('project') } }),
  },
  'GET /catalog/products/{slug}/dates': { call: () => ({ parameters: { slug: 'nodejs' } }) },
  'GET /findings/{id}/explanation': byId(async (world) => (await world.scanned()).findingId),
  'GET /image_tags/{image_tag_id}/packages/{package_id}/explanation': {
    call: async (world) => ({ parameters: await world.heldPackage() }),
    nowhere: lost,
  },
  'PUT /v1/scan': { call: () => ({ body: { ...scan(), ImageName: unique('image') } }) },
  'PUT /v2/scan': { call: () => ({ body: scan() }) },
  'POST /notes': {
    call: async (world) => ({
      body: {
        note_content: 'text',
        eol_software: (await world.scanned()).findingId,
        user_profile: null,
      },
    }),
    nowhere: () => ({ body: { note_content: 'text', eol_software: NOBODY, user_profile: null } }),
  },
  'PATCH /notes/{id}': byId((world) => world.noteId(), { note_content: 'other' }),
  'DELETE /notes/{id}': byId((world) => world.noteId()),
  'POST /organizations/': {
    call: () => ({ body: { name: 'Another', idp_id: unique('idp') } }),
    permission: 'organization:manage',
  },
  'GET /organizations/{id}': ofOrganization('organization:read'),
  'PATCH /organizations/{id}': ofOrganization('organization:manage', () => ({ name: 'Renamed' })),
  'DELETE /organizations/{id}': { ...ofOrganization('organization:manage'), endsTenant: true },
  'GET /organizations/idp/{id}': {
    call: async (world) => ({ parameters: { id: await world.idpId() } }),
    nowhere: lost,
    permission: 'organization:read',
  },
  'GET /idp/{idp_org_id}/members': ofDirectory('organization:read'),
  'DELETE /idp/{idp_org_id}/members/{user_id}': {
    call: async (world) => ({
      parameters: { idp_org_id: await world.idpId(), user_id: await world.memberId() },
    }),
    nowhere: lost,
    permission: 'organization:manage',
  },
  'POST /idp/{idp_org_id}/invitations': ofDirectory('organization:manage', invitation),
  'GET /idp/{idp_org_id}/invitations': ofDirectory('organization:read'),
  'PUT /own_catalog': { call: () => ({ body: { version: 1, products: [] } }) },
  'POST /own_catalog/sources': { call: () => ({ body: catalogSource() }) },
  'POST /own_catalog/sources/preview': ofBody({ url: NOBODYS_ADDRESS }),
  'PUT /own_catalog/sources/{id}': byId((world) => world.catalogSourceId(), catalogSource()),
  'DELETE /own_catalog/sources/{id}': byId((world) => world.catalogSourceId()),
  'POST /own_catalog/sources/{id}/read': byId((world) => world.catalogSourceId()),
  'PUT /own_products': { call: (world) => ({ body: world.ownProduct() }) },
  'DELETE /own_products/{id}': byId((world) => world.ownProductId()),
  'PUT /own_identifiers': {
    call: () => ({
      // Anything may be another name, also what no package URL could be.
      body: { product: 'nodejs', kind: 'alias', value: 'our-node', reason: 'Ours' },
    }),
  },
  'DELETE /own_identifiers/{id}': byId((world) => world.ownIdentifierId()),
  'PUT /own_software': { call: () => ({ body: { pattern: 'acme-*', reason: 'Ours' } }) },
  'DELETE /own_software/{id}': byId((world) => world.ownSoftwareId()),
  'PUT /policy_file': { call: () => ({ body: { version: 1 } }) },
  'POST /v1/policy': {
    call: () => ({ body: { policy_scope: 'global', policy_type: 'EOL', warn_days: 30 } }),
  },
  'GET /v1/policy/{id}': byId((world) => world.policyId()),
  'PATCH /v1/policy/{id}': byId((world) => world.policyId(), {
    ...{ policy_scope: null, policy_type: null, deny_days: 10 },
  }),
  'DELETE /v1/policy/{id}': byId((world) => world.policyId()),
  'POST /waivers': { call: () => ({ body: waiverBody() }) },
  'GET /waivers/{id}': byId((world) => world.waiverId()),
  'PATCH /waivers/{id}': byId((world, role) => world.waiverId(role), { reason: 'Another' }),
  'POST /waivers/{id}/withdraw': byId((world, role) => world.waiverId(role)),
  'POST /waivers/{id}/revoke': byId((world, role) => world.grantedWaiverId(role)),
  'POST /feed_tokens': { call: () => ({ body: { scope: 'organization', label: 'Calendar' } }) },
  'DELETE /feed_tokens/{id}': byId((world) => world.feedTokenId()),
  'POST /message_rules': {
    call: async (world) => ({ body: await world.messageRule() }),
  },
  'POST /message_rules/preview': {
    call: async (world) => ({ body: await world.messageRule() }),
  },
  'GET /message_rules/{id}': byId((world) => world.messageRuleId()),
  'PUT /message_rules/{id}': {
    call: async (world) => ({
      parameters: { id: await world.messageRuleId() },
      body: await world.messageRule(),
    }),
    nowhere: lost,
  },
  'DELETE /message_rules/{id}': byId((world) => world.messageRuleId()),
  'PUT /settings/messages': {
    call: () => ({
      body: { end_thresholds: [90, 0], tempo: 'daily', hour: 8, time_zone: 'UTC' },
    }),
  },
  'PUT /settings/retention': ofBody(KEEP_LONG),
  'POST /settings/retention/preview': ofBody(KEEP_LONG),
  'PUT /settings/retirement': ofBody({ not_scanned_days: 9, not_running_days: 0 }),
  'GET /projects/{id}/retirement': byId(projectOf),
  'PUT /projects/{id}/retirement': byId(projectOf, { not_scanned_days: 30 }),
  'PUT /settings/waivers': ofBody({ max_days: 365, two_people: true }),
  'POST /waivers/import': {
    call: () => ({
      body: { file: '.trivyignore', content: 'EOL-x-1', scope: 'organization', preview: true },
    }),
  },
  'GET /vex/openvex': {
    call: async (world) => {
      await world.grantedWaiverId();
      return {};
    },
  },
  'POST /contracts': { call: async (world) => ({ body: await world.contract() }) },
  'GET /contracts/{id}': byId((world) => world.contractId()),
  'PATCH /contracts/{id}': byId((world) => world.contractId(), { note: 'Renewed' }),
  'DELETE /contracts/{id}': byId((world) => world.contractId()),
  'PUT /projects/{id}/support_promise': byId(projectOf, { promised_until: '2031-12-31' }),
  'DELETE /projects/{id}/support_promise': byId((world) => world.promisedProjectId()),
  'GET /projects/{id}/outlives': byId(projectOf),
  'POST /evidence_packs': ofBody({ template: 'general' }),
  'POST /evidence_pack_schedules': {
    call: async (world) => {
      await world.withoutSchedules();
      return { body: { template: 'general', period: 'monthly' } };
    },
  },
  'PATCH /evidence_pack_schedules/{id}': byId((world) => world.scheduleId(), { paused: true }),
  'DELETE /evidence_pack_schedules/{id}': byId((world) => world.scheduleId()),
  'GET /evidence_packs/{id}': byId((world) => world.packId()),
  'GET /evidence_packs/{id}/verification': byId((world) => world.packId()),
  'POST /plans': { call: async (world) => ({ body: await world.plan() }) },
  'GET /plans/{id}': byId((world) => world.planId()),
  'PATCH /plans/{id}': byId((world) => world.planId(), { started: true }),
  'DELETE /plans/{id}': byId((world, role) => world.planId(role)),
  'POST /eol/check': ofBody({
    component: { name: 'nodejs', version: '16.0.0', ecosystem: 'generic' },
  }),
  'POST /eol/check/batch': ofBody({ components: [{ purl: 'pkg:npm/express@3.21.2' }] }),
};
