import type { ApiDocument } from '@/domain/openapi/document';
import { cancelEmailChange } from '@/server/user/cancel-email-change';
import { changePassword } from '@/server/user/change-password';
import { checkPassword } from '@/server/user/check-password';
import { confirmEmail, previewEmail } from '@/server/user/confirm-email';
import { getAccount } from '@/server/user/get-account';
import { listTrail } from '@/server/user/list-trail';
import { listNotices, putNoticeAway } from '@/server/user/list-notices';
import { renameAccount } from '@/server/user/rename-account';
import { requestEmailChange } from '@/server/user/request-email-change';
import { requestEmailProof } from '@/server/user/request-email-proof';
import { requestReset } from '@/server/user/request-reset';
import { previewReset, resetPassword } from '@/server/user/reset-password';
import { getEolOverview } from './analytics/get-eol-overview';
import { getTrend } from './analytics/get-trend';
import { listEolCounts } from './analytics/list-eol-counts';
import { createApiKey } from './api-key/create-api-key';
import { listApiKeys } from './api-key/list-api-keys';
import { revokeApiKey } from './api-key/revoke-api-key';
import { rotateApiKey } from './api-key/rotate-api-key';
import { getAuditEvent } from './audit/get-audit-event';
import { listAuditEvents } from './audit/list-audit-events';
import { clearOverride } from './catalog/clear-override';
import { getEndoflifeProduct } from './catalog/get-endoflife-product';
import { getProduct } from './catalog/get-product';
import { getProductCle } from './catalog/get-product-cle';
import { getProductOpenEox } from './catalog/get-product-openeox';
import { getCycleUse } from './catalog/get-cycle-use';
import { getProductPage } from './catalog/get-product-page';
import { getStatus } from './catalog/get-status';
import { listDashboardProducts } from './catalog/list-dashboard-products';
import { listDateChanges } from './catalog/list-date-changes';
import { listHolders } from './catalog/list-holders';
import { listOverlays } from './catalog/list-overlays';
import { listProductDates } from './catalog/list-product-dates';
import { searchProducts } from './catalog/search-products';
import { setOverride } from './catalog/set-override';
import { getVersion } from './change/get-version';
import { findCertificate } from './certificate/find-certificate';
import { getCertificate } from './certificate/get-certificate';
import { upsertCertificate } from './certificate/upsert-certificate';
import { checkComponent } from './check/check-component';
import { checkComponents } from './check/check-components';
import { explainComponents } from './check/explain-components';
import { buildToken, buildTokenPage } from './build-token-procedures';
import { tracked, trackedSetting } from './dependency-track-procedures';
import { channel } from './channel-procedures';
import { inbox } from './inbox-procedures';
import { feedToken, feedTokenOfPage } from './feed-token-procedures';
import { messageRule } from './message-rule-procedures';
import { cluster, clusterOfPage } from './cluster-procedures';
import { companion, companionOfPage } from './companion-procedures';
import { getDocument } from './openapi/get-document';
import { checkHealth } from './health/check-health';
import { checkLiveness } from './health/check-liveness';
import { checkReadiness } from './health/check-readiness';
import { image, imagePage } from './image-procedures';
import { acceptAsNewPerson, acceptInvitation } from './sign-in/accept-invitation';
import { createInvitation } from './invitation/create-invitation';
import { listInvitations } from './invitation/list-invitations';
import { previewInvitation } from './sign-in/preview-invitation';
import { revokeInvitation } from './invitation/revoke-invitation';
import { changeMemberRole } from './member/change-member-role';
import { listMemberKeys } from './member/list-member-keys';
import { listMembers } from './member/list-members';
import { removeMember } from './member/remove-member';
import { createNote } from './note/create-note';
import { deleteNote } from './note/delete-note';
import { listDashboardNotes } from './note/list-dashboard-notes';
import { listNotes } from './note/list-notes';
import { patchNote } from './note/patch-note';
import { createOrganization } from './organization/create-organization';
import { createOwnOrganization } from './organization/create-own-organization';
import { deleteOrganization } from './organization/delete-organization';
import { getOrganization, getOrganizationByIdp } from './organization/get-organization';
import { listAdmins } from './organization/list-admins';
import { renameOrganization } from './organization/rename-organization';
import { getSoftwareStates } from './overview/get-software-states';
import { listSoftwareToMove } from './overview/list-software-to-move';
import { changePolicyFile } from './policy-file/change-policy-file';
import { getPolicyFile, getPolicyFileSchema } from './policy-file/get-policy-file';
import { contract } from './contract-procedures';
import { pack, packOfPage } from './pack-procedures';
import { plan } from './plan-procedures';
import { createPolicy } from './policy/create-policy';
import { deletePolicy } from './policy/delete-policy';
import { forecastPolicies } from './policy/forecast-policies';
import { getPolicy } from './policy/get-policy';
import { listPoliciesV1 } from './policy/list-policies-v1';
import { listPoliciesV2 } from './policy/list-policies-v2';
import { listPolicyImages } from './policy/list-policy-images';
import { listPolicyRecords } from './policy/list-policy-records';
import { patchPolicy } from './policy/patch-policy';
import { policyEffects } from './policy/get-policy-effects';
import { previewPolicy } from './policy/preview-policy';
import { statusOfImages } from './policy/list-image-statuses';
import { summarizePolicies } from './policy/summarize-policies';
import { deleteProject } from './project/delete-project';
import { projectPage } from './project-procedures';
import { finding } from './finding-procedures';
import { getForecast } from './forecast/get-forecast';
import { listProjectSoftware } from './finding/list-project-software';
import { listProjects } from './project/list-projects';
import { getRefusedUpload } from './refused-upload/get-refused-upload';
import { listRefusedKeys } from './refused-upload/list-refused-keys';
import { listRefusedUploads } from './refused-upload/list-refused-uploads';
import { describeApi } from './openapi/document';
import { withOpenAnswers } from './openapi/open-answers';
import { checkSbom } from './sbom/check-sbom';
import { uploadSbom } from './sbom/upload-sbom';
import { listScanHistory } from './scan/list-scan-history';
import { uploadScanV1, uploadScanV2 } from './scan/upload-scan';
import { listScannerProjects } from './scanner/list-scanner-projects';
import { listScannerSoftware } from './scanner/list-scanner-software';
import { getScannerDatabase } from './scanner/get-scanner-database';
import { getScannerSetup } from './scanner/get-scanner-setup';
import { session } from './session-procedures';
import { findThings } from './search/find-things';
import { completeSetup } from './setup/complete-setup';
import { listSoftware } from './software/list-software';
import { softwarePage } from './software-procedures';
import { listTickets } from './ticket/list-tickets';
import { askWaiver } from './waiver/ask-waiver';
import { askWaivers } from './waiver/ask-waivers';
import { changeSetting as changeWaiverSetting } from './waiver/change-setting';
import { changeWaiver } from './waiver/change-waiver';
import { decideByLink } from './waiver/decide-by-link';
import { decideWaiver } from './waiver/decide-waiver';
import { getCycloneDxVex } from './waiver/get-cyclonedx-vex';
import { getOpenVex } from './waiver/get-openvex';
import { getSetting as getWaiverSetting } from './waiver/get-setting';
import { getWaiver } from './waiver/get-waiver';
import { importWaivers } from './waiver/import-waivers';
import { listWaiverPeople } from './waiver/list-people';
import { listWaivers } from './waiver/list-waivers';
import { previewLink } from './waiver/preview-link';
import { revokeWaiver } from './waiver/revoke-waiver';
import { withdrawWaiver } from './waiver/withdraw-waiver';
import { operated } from './operator-procedures';
import { knowledge, ownCatalog } from './own-catalog-procedures';
import { retention } from './retention-procedures';
import { retirement, retirementOfPage } from './retirement-procedures';
import { savedView } from './saved-view-procedures';
import { setChoice } from './list-choice/set-choice';
import { supportPromise } from './support-promise-procedures';
import { teams } from './team-procedures';
import { timeline } from './timeline-procedures';
import { router } from './platform/trpc/init';

/** Procedures that REST serves, by noun. The dashboard calls all of them, too. */
const rest = {
  analytics: { eolCounts: listEolCounts, eolOverview: getEolOverview },
  audit: { list: listAuditEvents },
  catalog: {
    status: getStatus,
    products: searchProducts,
    product: getProduct,
    dates: listProductDates,
    endoflife: getEndoflifeProduct,
    cle: getProductCle,
    openEox: getProductOpenEox,
  },
  certificate: { get: getCertificate, upsert: upsertCertificate },
  channel,
  messageRule,
  check: { component: checkComponent, components: checkComponents },
  dependencyTrack: trackedSetting,
  companion,
  cluster,
  image,
  invitation: { create: createInvitation, list: listInvitations },
  member: { list: listMembers, remove: removeMember },
  note: { list: listNotes, create: createNote, patch: patchNote, delete: deleteNote },
  organization: {
    create: createOrganization,
    get: getOrganization,
    getByIdp: getOrganizationByIdp,
    rename: renameOrganization,
    delete: deleteOrganization,
  },
  policy: {
    listV1: listPoliciesV1,
    listV2: listPoliciesV2,
    create: createPolicy,
    get: getPolicy,
    patch: patchPolicy,
    delete: deletePolicy,
  },
  policyFile: { get: getPolicyFile, schema: getPolicyFileSchema, change: changePolicyFile },
  project: {
    images: listProjects,
    software: listProjectSoftware,
    delete: deleteProject,
  },
  scanner: { software: listScannerSoftware, projects: listScannerProjects },
  software: { list: listSoftware },
  team: teams,
  apiKey: {
    list: listApiKeys,
    create: createApiKey,
    rotate: rotateApiKey,
    revoke: revokeApiKey,
  },
  health: { check: checkHealth, live: checkLiveness, ready: checkReadiness },
  sbom: { upload: uploadSbom, check: checkSbom },
  scan: { uploadV1: uploadScanV1, uploadV2: uploadScanV2, history: listScanHistory },
  waiver: {
    list: listWaivers,
    ask: askWaiver,
    get: getWaiver,
    change: changeWaiver,
    withdraw: withdrawWaiver,
    revoke: revokeWaiver,
    setting: getWaiverSetting,
    changeSetting: changeWaiverSetting,
    import: importWaivers,
    openVex: getOpenVex,
    cycloneDxVex: getCycloneDxVex,
  },
};

/** Procedures that only the pages of the dashboard need. */
const dashboard = {
  account: {
    get: getAccount,
    rename: renameAccount,
    checkPassword,
    changePassword,
    requestEmailChange,
    cancelEmailChange,
    requestEmailProof,
    previewEmail,
    confirmEmail,
    requestReset,
    previewReset,
    resetPassword,
    trail: listTrail,
    notices: listNotices,
    putNoticeAway,
  },
  analytics: { trend: getTrend },
  audit: { get: getAuditEvent },
  catalog: {
    listForDashboard: listDashboardProducts,
    page: getProductPage,
    cycleUse: getCycleUse,
    holders: listHolders,
    dateChanges: listDateChanges,
    overlays: listOverlays,
    setOverride,
    clearOverride,
  },
  certificate: { find: findCertificate },
  check: { explain: explainComponents },
  invitation: {
    preview: previewInvitation,
    accept: acceptInvitation,
    acceptAsNewPerson,
    revoke: revokeInvitation,
  },
  member: { changeRole: changeMemberRole, keys: listMemberKeys },
  note: { listForDashboard: listDashboardNotes },
  organization: { admins: listAdmins, createOwn: createOwnOrganization },
  overview: { states: getSoftwareStates, toMove: listSoftwareToMove },
  policy: {
    list: listPolicyRecords,
    preview: previewPolicy,
    effects: policyEffects,
    forecast: forecastPolicies,
    images: listPolicyImages,
    statusOfImages,
    summary: summarizePolicies,
  },
  project: projectPage,
  scanner: { setup: getScannerSetup, database: getScannerDatabase },
  waiver: {
    askMany: askWaivers,
    decide: decideWaiver,
    people: listWaiverPeople,
    previewLink,
    decideByLink,
  },
};

/** The dashboard's procedures: all that REST serves, and those that only its pages need. */
export const appRouter = router({
  apiKey: router(rest.apiKey),
  health: router(rest.health),
  sbom: router(rest.sbom),
  scan: router(rest.scan),
  account: router(dashboard.account),
  analytics: router({ ...rest.analytics, ...dashboard.analytics }),
  audit: router({ ...rest.audit, ...dashboard.audit }),
  buildToken: router({ ...buildToken, ...buildTokenPage }),
  catalog: router({ ...rest.catalog, ...dashboard.catalog }),
  certificate: router({ ...rest.certificate, ...dashboard.certificate }),
  change: router({ version: getVersion }),
  channel: router(rest.channel),
  messageRule: router(rest.messageRule),
  check: router({ ...rest.check, ...dashboard.check }),
  dependencyTrack: router(rest.dependencyTrack),
  companion: router(companionOfPage),
  cluster: router(clusterOfPage),
  feedToken: router(feedTokenOfPage),
  inbox: router(inbox),
  finding: router(finding),
  forecast: router({ get: getForecast }),
  image: router({ ...rest.image, ...imagePage }),
  invitation: router({ ...rest.invitation, ...dashboard.invitation }),
  member: router({ ...rest.member, ...dashboard.member }),
  note: router({ ...rest.note, ...dashboard.note }),
  organization: router({ ...rest.organization, ...dashboard.organization }),
  operator: router(operated),
  knowledge: router(knowledge),
  ownCatalog: router(ownCatalog),
  overview: router(dashboard.overview),
  contract: router(contract),
  pack: router(packOfPage),
  plan: router(plan),
  policy: router({ ...rest.policy, ...dashboard.policy }),
  policyFile: router(rest.policyFile),
  project: router({ ...rest.project, ...dashboard.project }),
  retention: router(retention),
  retirement: router(retirementOfPage),
  refusedUpload: router({ list: listRefusedUploads, get: getRefusedUpload, keys: listRefusedKeys }),
  listChoice: router({ set: setChoice }),
  savedView: router(savedView),
  scanner: router({ ...rest.scanner, ...dashboard.scanner }),
  session: router(session),
  setup: router({ complete: completeSetup }),
  software: router({ ...rest.software, ...softwarePage }),
  supportPromise: router(supportPromise),
  team: router(rest.team),
  ticket: router({ list: listTickets }),
  search: router({ things: findThings }),
  timeline: router(timeline),
  waiver: router({ ...rest.waiver, ...dashboard.waiver }),
});

export type AppRouter = typeof appRouter;

/** Everything that REST serves, and nothing else: the API's document is generated from it. */
export const publicRouter = router({
  apiKey: router(rest.apiKey),
  health: router(rest.health),
  sbom: router(rest.sbom),
  scan: router(rest.scan),
  analytics: router(rest.analytics),
  audit: router(rest.audit),
  buildToken: router(buildToken),
  catalog: router(rest.catalog),
  certificate: router(rest.certificate),
  change: router({ version: getVersion }),
  channel: router(rest.channel),
  messageRule: router(rest.messageRule),
  check: router(rest.check),
  dependencyTrack: router({ ...rest.dependencyTrack, ...tracked }),
  companion: router(rest.companion),
  cluster: router(rest.cluster),
  document: router({ get: getDocument(apiDocument) }),
  feedToken: router(feedToken),
  finding: router(finding),
  forecast: router({ get: getForecast }),
  image: router(rest.image),
  invitation: router(rest.invitation),
  member: router(rest.member),
  note: router(rest.note),
  organization: router(rest.organization),
  contract: router(contract),
  knowledge: router(knowledge),
  ownCatalog: router(ownCatalog),
  pack: router(pack),
  plan: router(plan),
  policy: router(rest.policy),
  policyFile: router(rest.policyFile),
  project: router(rest.project),
  retention: router(retention),
  retirement: router(retirement),
  scanner: router(rest.scanner),
  software: router(rest.software),
  waiver: router(rest.waiver),
  supportPromise: router(supportPromise),
  team: router(rest.team),
  ticket: router({ list: listTickets }),
});

let document: ApiDocument | null = null;

/** The API's OpenAPI document, built when it is first asked for. */
export function apiDocument(): ApiDocument {
  document ??= withOpenAnswers(describeApi(publicRouter));
  return document;
}
