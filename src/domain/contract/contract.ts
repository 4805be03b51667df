import { addDays, type Day } from '@/domain/eol/calendar';

/** Where a contract covers software: everywhere, in the projects of a team, or in one project. */
export const CONTRACT_SCOPES = ['organization', 'team', 'project'] as const;
export type ContractScope = (typeof CONTRACT_SCOPES)[number];

/** `coming`: its first day has not come; `ending`: it is to be renewed. None is stored: they follow from its days and today. */
export const CONTRACT_STATES = ['coming', 'running', 'ending', 'ended'] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

export const MAX_CONTRACTS = 500;
/** Release cycles and products of one contract. */
export const MAX_CONTRACT_SOFTWARE = 100;
export const MAX_VENDOR_LENGTH = 255;
export const MAX_CONTRACT_NOTE = 2_000;
export const MAX_DOCUMENT_LENGTH = 2_048;
export const MAX_NOTICE_DAYS = 730;
export const DEFAULT_NOTICE_DAYS = 90;
/** Nobody sells support for longer. */
export const MAX_TERM_MONTHS = 360;

/** The days of a contract. */
export interface ContractTerm {
  /** The first day on which it covers anything. */
  readonly startsOn: Day;
  /** The day on which what it covers has ended, as every end of life. */
  readonly endsOn: Day;
  /** Days before its end from which it is to be renewed. */
  readonly noticeDays: number;
}

/** The first day on which a contract is to be renewed. */
export function noticeOn({ endsOn, noticeDays }: Pick<ContractTerm, 'endsOn' | 'noticeDays'>): Day {
  return addDays(endsOn, -noticeDays);
}

/** Tells how a contract stands. */
export function contractState(term: ContractTerm, today: Day): ContractState {
  if (term.endsOn <= today) return 'ended';
  if (term.startsOn > today) return 'coming';
  return noticeOn(term) <= today ? 'ending' : 'running';
}

/** Sorts of the list of contracts, in the words of the address and of the table's columns. */
export const CONTRACT_SORTS = ['end', 'vendor', 'images'] as const;
export type ContractSort = (typeof CONTRACT_SORTS)[number];

/** An amount of money as people write it: at most twelve digits, and two after the point. */
export const AMOUNT = /^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,2})?$/;
/** As ISO 4217 writes currencies. */
export const CURRENCY = /^[A-Z]{3}$/;

/** Tells whether a text is the address of a document: of a web page, encrypted, and without credentials. */
export function isDocumentLink(text: string): boolean {
  if (text.length > MAX_DOCUMENT_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname !== '';
}

/** Writes what a contract covers: `Debian Linux 11`, `Perl, every release cycle`. */
export function coveredWords(line: {
  readonly productName: string;
  readonly cycle: string | null;
}): string {
  return line.cycle === null
    ? `${line.productName}, every release cycle`
    : `${line.productName} ${line.cycle}`;
}
