import type { FieldPath } from 'react-hook-form';
import { z } from 'zod';
import {
  AMOUNT,
  CONTRACT_SCOPES,
  CURRENCY,
  DEFAULT_NOTICE_DAYS,
  isDocumentLink,
  MAX_NOTICE_DAYS,
} from '@/domain/contract/contract';
import { parseDay } from '@/domain/eol/calendar';
import type { ContractDetail } from '../types';

const said = (message: string) => z.string().refine((text) => text.trim() !== '', message);
const day = (message: string) => z.string().refine((text) => parseDay(text) !== null, message);

/** Gives what was entered without blanks around it; null for nothing. */
const given = (text: string) => text.trim() || null;

/** Fields of the form; what the scope does not need is not sent. */
export const contractSchema = z
  .object({
    vendor: said('Name the vendor'),
    software: z
      .array(z.object({ product: said('Name the product'), cycle: z.string() }))
      .min(1, 'Name what it covers'),
    scope: z.enum(CONTRACT_SCOPES),
    project: z.string().nullable(),
    team: z.string().nullable(),
    startsOn: day('Enter the first day'),
    endsOn: day('Enter the end'),
    noticeDays: z
      .string()
      .refine(
        (text) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= MAX_NOTICE_DAYS,
        `From 0 to ${String(MAX_NOTICE_DAYS)} days`,
      ),
    amount: z
      .string()
      .refine((text) => !given(text) || AMOUNT.test(text.trim()), 'A number such as 12000.00'),
    currency: z
      .string()
      .refine(
        (text) => !given(text) || CURRENCY.test(text.trim().toUpperCase()),
        'Three letters, such as EUR',
      ),
    documentUrl: z
      .string()
      .refine((text) => !given(text) || isDocumentLink(text.trim()), 'An https address'),
    note: z.string(),
  })
  .check(({ value, issues }) => {
    const add = (field: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    if (value.scope === 'project' && value.project === null) add('project', 'Choose the project');
    if (value.scope === 'team' && value.team === null) add('team', 'Choose the team');
    if (value.startsOn !== '' && value.endsOn !== '' && value.endsOn <= value.startsOn) {
      add('endsOn', 'After the first day');
    }
    if (given(value.amount) && !given(value.currency)) add('currency', 'Name the currency');
    if (!given(value.amount) && given(value.currency)) add('amount', 'Name the amount');
  });

export type EnteredContract = z.output<typeof contractSchema>;

/** What a link that leads to the form of a new contract knows already. */
export interface KnownSubject {
  readonly product: string | null;
  readonly cycle: string | null;
  /** The id of a project. */
  readonly project: string | null;
}

/** The form of a new contract, from today on. */
export function newValues(
  { product, cycle, project }: KnownSubject,
  today: string,
): EnteredContract {
  return {
    vendor: '',
    software: [{ product: product ?? '', cycle: cycle ?? '' }],
    scope: project === null ? 'organization' : 'project',
    ...{ project, team: null, startsOn: today, endsOn: '' },
    noticeDays: String(DEFAULT_NOTICE_DAYS),
    ...{ amount: '', currency: '', documentUrl: '', note: '' },
  };
}

/** The form of a contract that there is. */
export function valuesOf(contract: ContractDetail): EnteredContract {
  return {
    vendor: contract.vendor,
    software: contract.software.map(({ product_name: product, cycle }) => ({
      product,
      cycle: cycle ?? '',
    })),
    scope: contract.scope,
    ...{ project: contract.project_id, team: contract.team_id },
    ...{ startsOn: contract.starts_on, endsOn: contract.ends_on },
    noticeDays: String(contract.renewal_notice_days),
    ...{ amount: contract.cost?.amount ?? '', currency: contract.cost?.currency ?? '' },
    ...{ documentUrl: contract.document_url ?? '', note: contract.note ?? '' },
  };
}

/** Makes the body of `contract.create`. */
export function bodyOf(entered: EnteredContract) {
  return { ...placeOf(entered), ...termsOf(entered) };
}

/**
 * Makes the body of `contract.change`. Its place is left out unless it changes, since a project that was deleted cannot be
 * named again.
 */
export function changeOf(entered: EnteredContract, known: ContractDetail) {
  const place = placeOf(entered);
  const isSame =
    place.scope === known.scope &&
    place.project_id === known.project_id &&
    place.team_id === known.team_id;
  return { ...(isSame ? {} : place), ...termsOf(entered) };
}

function placeOf({ scope, project, team }: EnteredContract) {
  return {
    scope,
    project_id: scope === 'project' ? project : null,
    team_id: scope === 'team' ? team : null,
  };
}

function termsOf(entered: EnteredContract) {
  const amount = given(entered.amount);
  return {
    vendor: entered.vendor.trim(),
    software: entered.software.map(({ product, cycle }) => ({
      product_name: product.trim(),
      cycle: given(cycle),
    })),
    starts_on: entered.startsOn,
    ends_on: entered.endsOn,
    renewal_notice_days: Number(entered.noticeDays),
    cost: amount === null ? null : { amount, currency: entered.currency.trim().toUpperCase() },
    document_url: given(entered.documentUrl),
    note: given(entered.note),
  };
}

const FIELDS: ReadonlyMap<string, keyof EnteredContract> = new Map(
  Object.entries({
    ...{ vendor: 'vendor', software: 'software', scope: 'scope' },
    ...{ project_id: 'project', team_id: 'team', starts_on: 'startsOn', ends_on: 'endsOn' },
    ...{ renewal_notice_days: 'noticeDays', cost: 'amount', document_url: 'documentUrl' },
    note: 'note',
  }),
);

/** Finds the field that a fault of the server is about. */
export function fieldOf(loc: readonly (string | number)[]): FieldPath<EnteredContract> | null {
  const [, field, index, part] = loc;
  if (field === 'software' && typeof index === 'number') {
    return part === 'cycle' ? `software.${index}.cycle` : `software.${index}.product`;
  }
  return FIELDS.get(String(field)) ?? null;
}
