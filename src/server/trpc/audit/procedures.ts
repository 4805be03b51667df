import { getAuditEvent } from './get-audit-event';
import { listAuditEvents } from './list-audit-events';

/** What REST serves. */
export const auditRest = { list: listAuditEvents };

/** What only the dashboard needs. */
export const auditDashboard = { get: getAuditEvent };
