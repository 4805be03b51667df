import { analyticsRest } from './analytics/procedures';
import { describeApi } from '@/server/rest/document';
import type { ApiDocument } from '@/domain/openapi/document';
import { auditRest } from './audit/procedures';
import { getDocument } from './document/get-document';
import { createApiKey } from './api-key/create-api-key';
import { listApiKeys } from './api-key/list-api-keys';
import { revokeApiKey } from './api-key/revoke-api-key';
import { rotateApiKey } from './api-key/rotate-api-key';
import { catalogRest } from './catalog/procedures';
import { certificateRest } from './certificate/procedures';
import { checkRest } from './check/procedures';
import { checkHealth } from './health/check-health';
import { imageRest } from './image/procedures';
import { router } from './init';
import { invitationRest } from './invitation/procedures';
import { memberRest } from './member/procedures';
import { noteRest } from './note/procedures';
import { organizationRest } from './organization/procedures';
import { policyRest } from './policy/procedures';
import { projectRest } from './project/procedures';
import { listScanHistory } from './scan/list-scan-history';
import { scannerRest } from './scanner/procedures';
import { uploadScanV1, uploadScanV2 } from './scan/upload-scan';
import { softwareRest } from './software/procedures';

/** The nouns that REST serves whole: the dashboard adds nothing to them. */
export const restNouns = {
  apiKey: router({
    list: listApiKeys,
    create: createApiKey,
    rotate: rotateApiKey,
    revoke: revokeApiKey,
  }),
  health: router({ check: checkHealth }),
  scan: router({ uploadV1: uploadScanV1, uploadV2: uploadScanV2, history: listScanHistory }),
};

/** Everything that REST serves, and nothing else: the API's document is generated from it. */
export const publicRouter = router({
  ...restNouns,
  analytics: router(analyticsRest),
  audit: router(auditRest),
  catalog: router(catalogRest),
  certificate: router(certificateRest),
  check: router(checkRest),
  document: router({ get: getDocument(apiDocument) }),
  image: router(imageRest),
  invitation: router(invitationRest),
  member: router(memberRest),
  note: router(noteRest),
  organization: router(organizationRest),
  policy: router(policyRest),
  project: router(projectRest),
  scanner: router(scannerRest),
  software: router(softwareRest),
});

let document: ApiDocument | null = null;

/** The API's OpenAPI document, built when it is first asked for. */
export function apiDocument(): ApiDocument {
  document ??= describeApi(publicRouter);
  return document;
}
