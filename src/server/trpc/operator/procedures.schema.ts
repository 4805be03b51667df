import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { storedText } from '@/domain/validation/stored-text';
import { auditEvent } from '@/server/audit/list-audit-events';
import { instant } from '../outputs';

const MAX_SEARCH_LENGTH = 255;

export const listOrganizationsInput = z.object({
  /** Text to find anywhere in a name or an `idp_id`, in any case. */
  search: storedText(MAX_SEARCH_LENGTH).nullish(),
  ...pageInput,
});

export const listOrganizationsOutput = pageOf(
  z.object({
    id: z.guid(),
    name: z.string(),
    idp_id: z.string(),
    created_at: instant,
    members: z.number().int(),
    images: z.number().int(),
  }),
);

export const listOperatorsOutput = z.object({
  items: z.array(
    z.object({
      id: z.guid(),
      name: z.string(),
      email: z.string(),
      /** Named by the configuration alone, and one for as long as that does. */
      is_configured: z.boolean(),
    }),
  ),
  /** Whom the configuration names without effect: nobody has the address, or has not proven it. */
  waiting: z.array(z.object({ email: z.string(), has_account: z.boolean() })),
});

export const listLimitsOutput = z.object({
  items: z.array(
    z.object({
      /** What is counted, and for whom: `invitation:person`. */
      name: z.string(),
      points: z.number().int(),
      seconds: z.number().int(),
      /** How long whoever goes on failing waits at most; null where the count itself ends the matter. */
      max_wait_seconds: z.number().int().nullable(),
      /** The variable that sets it; null: it is fixed. */
      variable: z.string().nullable(),
    }),
  ),
});

export const listLimitedOutput = pageOf(
  z.object({
    id: z.string(),
    limit: z.string(),
    count: z.number().int(),
    network: z.string().nullable(),
    account: z.object({ name: z.string(), email: z.string() }).nullable(),
    organization: z.string().nullable(),
    /** Whether it is about an address of which no account is known. */
    is_unknown_address: z.boolean(),
    until: instant,
    is_over: z.boolean(),
  }),
);

export const listInstallationAuditOutput = pageOf(
  auditEvent.omit({ before: true, after: true }).extend({
    /** What is known of the change, without secrets. */
    detail: z.looseObject({}),
  }),
);
