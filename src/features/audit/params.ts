import {
  createLoader,
  createParser,
  createSerializer,
  parseAsString,
  type inferParserType,
} from 'nuqs/server';
import { parseDay } from '@/domain/eol/calendar';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';
import { parseAsRecordId } from '@/lib/record-id-param';

const LONGEST_FILTER = 255;
/** An action, or what it was done to. Of anything else the server would find nothing. */
const ACTION = /^[a-z_]{1,40}(\.[a-z_]{1,40})?$/;

const parseAsDay = createParser({ parse: parseDay, serialize: String });
const parseAsAction = createParser({
  parse: (text) => (ACTION.test(text) ? text : null),
  serialize: String,
});

/** The state of the audit log in the address. */
export const auditParsers = {
  /** The name or id of a person or key. */
  actor: parseAsString.withDefault(''),
  action: parseAsAction,
  /** UTC days, both included. */
  from: parseAsDay,
  to: parseAsDay,
  /** The entry whose panel is open. */
  event: parseAsRecordId,
  ...pageParsers,
};

export type AuditParams = inferParserType<typeof auditParsers>;

export const loadAuditParams = /* @__PURE__ */ createLoader(auditParsers);
const serialize = createSerializer(auditParsers);

/** The address of the audit log in a state; what is left out takes its default. */
export function auditHref(params: Partial<AuditParams> = {}): string {
  return serialize(hrefs.settings.audit, params);
}

/** The address of the log as a file: all its pages. */
export function auditExportHref({ actor, action, from, to }: AuditParams): string {
  return serialize(hrefs.exports.auditLog, { actor, action, from, to });
}

/** Whether the list leaves anything out. */
export function isFiltered({ actor, action, from, to }: AuditParams): boolean {
  return actor.trim() !== '' || [action, from, to].some((one) => one !== null);
}

/** What takes every filter away. */
export const NO_FILTERS = {
  actor: null,
  action: null,
  from: null,
  to: null,
  event: null,
  page: null,
} as const;

/** The question that an address puts to `audit.list`. */
export function toAuditQuery({ actor, action, from, to, page, size }: AuditParams) {
  const text = actor.replaceAll('\0', '').trim().slice(0, LONGEST_FILTER);
  return { actor: text || null, action, from, to, page, size };
}
