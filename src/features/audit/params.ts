import {
  createLoader,
  createParser,
  createSerializer,
  parseAsString,
  type inferParserType,
} from 'nuqs/server';
import { parseDay } from '@/domain/eol/calendar';
import { hrefs } from '@/features/hrefs';
import { parseAsId, pageParsers } from '@/lib/page-params';

const LONGEST_FILTER = 255;
/** An action or its subject; the server would find nothing else. */
const ACTION = /^[a-z_]{1,40}(\.[a-z_]{1,40})?$/;

const parseAsDay = createParser({ parse: parseDay, serialize: String });
const parseAsAction = createParser({
  parse: (text) => (ACTION.test(text) ? text : null),
  serialize: String,
});

/** Filters, page and open panel of the audit log, as the URL holds them. */
export const auditParsers = {
  /** The name or id of a person or key. */
  actor: parseAsString.withDefault(''),
  action: parseAsAction,
  /** UTC days, both included. */
  from: parseAsDay,
  to: parseAsDay,
  /** The entry whose panel is open. */
  event: parseAsId,
  ...pageParsers,
};

export type AuditParams = inferParserType<typeof auditParsers>;

export const loadAuditParams = /* @__PURE__ */ createLoader(auditParsers);
const serialize = createSerializer(auditParsers);

/** Links to the audit log in a state; what is left out takes its default. */
export function auditHref(params: Partial<AuditParams> = {}): string {
  return serialize(hrefs.settings.audit, params);
}

/** Links to the filtered log as a file, all pages of it. */
export function auditExportHref({ actor, action, from, to }: AuditParams): string {
  return serialize(hrefs.exports.auditLog, { actor, action, from, to });
}

/** Tells whether any filter is set. */
export function isFiltered({ actor, action, from, to }: AuditParams): boolean {
  return actor.trim() !== '' || [action, from, to].some((one) => one !== null);
}

/** Values that clear every filter. */
export const NO_FILTERS = {
  actor: null,
  action: null,
  from: null,
  to: null,
  event: null,
  page: null,
} as const;

/** Turns the URL's state into the input of `audit.list`. */
export function toAuditQuery({ actor, action, from, to, page, size }: AuditParams) {
  const text = actor.replaceAll('\0', '').trim().slice(0, LONGEST_FILTER);
  return { actor: text || null, action, from, to, page, size };
}
