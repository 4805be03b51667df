import { z } from 'zod';
import { formatDay } from '@/lib/dates';
import type { ContractHappening } from '../types';
import { costOf, softwareOf, whereOf } from '../words';

/** What of a contract may change, as the audit trail keeps it; a record of another form is passed over. */
const record = z.object({
  vendor: z.string(),
  scope: z.enum(['organization', 'team', 'project']),
  project_name: z.string().nullable(),
  project_deleted: z.boolean().default(false),
  team_name: z.string().nullable(),
  software: z.array(z.object({ product_name: z.string(), cycle: z.string().nullable() })),
  starts_on: z.string(),
  ends_on: z.string(),
  renewal_notice_days: z.number(),
  cost: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  document_url: z.string().nullable(),
  note: z.string().nullable(),
});

type Terms = z.output<typeof record>;

const ACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'contract.create': 'Entered',
    'contract.change': 'Changed',
    'contract.delete': 'Deleted',
  }),
);

/** Names what was done to a contract. */
export function happeningWords({ action }: Pick<ContractHappening, 'action'>): string {
  return ACTIONS.get(action) ?? action;
}

/** Each term as words, so that two states of a contract are compared as they are read. */
const TERMS: readonly (readonly [string, (terms: Terms) => string])[] = [
  ['Vendor', ({ vendor }) => vendor],
  ['Covers', (terms) => softwareOf(terms).join(', ')],
  ['Where', whereOf],
  ['First day', ({ starts_on: day }) => formatDay(day)],
  ['End', ({ ends_on: day }) => formatDay(day)],
  ['Renewal notice', ({ renewal_notice_days: days }) => `${String(days)} days`],
  ['Cost', (terms) => costOf(terms) ?? 'not said'],
  ['Document', ({ document_url: link }) => link ?? 'none'],
  ['Note', ({ note }) => note ?? 'none'],
];

/** Puts into words what a change changed: `End: 30 Jun 2028 instead of 31 Dec 2026`. */
export function changesIn({
  before,
  after,
}: Pick<ContractHappening, 'before' | 'after'>): string[] {
  const [old, now] = [record.safeParse(before), record.safeParse(after)];
  if (!old.success || !now.success) return [];
  return TERMS.flatMap(([name, wordsOf]) => {
    const [was, is] = [wordsOf(old.data), wordsOf(now.data)];
    return was === is ? [] : [`${name}: ${is} instead of ${was}`];
  });
}
