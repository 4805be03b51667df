import { identityOf } from '@/domain/identifiers/identity';
import { asName, MAX_PURL_LENGTH, type MessageItem } from './content';
import { NOBODY } from './item-key';

/** What PagerDuty takes as the key of an alert, with the organization before it. */
const MAX_LENGTH = 200;
const MAX_PATH_LENGTH = 1_000;

/**
 * The key of items on a release cycle of a product and whom it belongs to, `Debian/12/nobody`: the same in every message
 * on it, so that whoever keeps a ticket or an alert by it keeps one for each owner.
 * @param teamId the owner; null: nobody owns it
 */
export function softwareKey(product: string, cycle: string, teamId: string | null): string {
  const owner = teamId ?? NOBODY;
  const key = [product, cycle].map(escaped).concat(owner).join('/');
  return key.length <= MAX_LENGTH ? key : `${identityOf(product, cycle)}/${owner}`;
}

/** Says of an item what software it is about, in the projects of its owner. */
export function softwareOf(
  product: string,
  cycle: string,
  teamId: string | null,
  cycleId: string | null = null,
): Pick<MessageItem, 'software'> {
  return { software: { product, cycle, cycleId, owner: teamId ?? NOBODY } };
}

const WAIVER_KEY = 'waiver:';

/** The key of items on what was decided of one waiver, or is to be. */
export function waiverKey(id: string): string {
  return `${WAIVER_KEY}${id}`;
}

const PACKAGE_KEY = 'package:';
/** With an owner behind it, it is a key. */
const MAX_SUBJECT_LENGTH = 160;

/** Names a version of a package by its package URL without qualifiers: what is said of it is the same whatever they are. */
export function packageSubject(purl: string): string {
  const subject = `${PACKAGE_KEY}${withoutQualifiers(purl)}`;
  return subject.length <= MAX_SUBJECT_LENGTH ? subject : `${PACKAGE_KEY}${identityOf(subject)}`;
}

/** Takes off a package URL what comes after its version. */
export function withoutQualifiers(purl: string): string {
  return purl.replace(/[?#].*$/s, '');
}

/**
 * The key of items on a version of a package and whom it belongs to.
 * @param teamId the owner; null: nobody owns it
 */
export function packageKey(purl: string, teamId: string | null): string {
  return `${packageSubject(purl)}/${teamId ?? NOBODY}`;
}

/** Says of an item what version of a package it is about, in the projects of its owner. */
export function packageVersionOf(
  purl: string,
  teamId: string | null,
): Pick<MessageItem, 'packageVersion'> {
  const plain = withoutQualifiers(purl);
  if (plain.length > MAX_PURL_LENGTH) return { packageVersion: null };
  return { packageVersion: { purl: plain, owner: teamId ?? NOBODY } };
}

/**
 * Whether an item is on something that goes on, and that is said to be over one day. What somebody is asked or told once
 * is not: a ticket or an alert on it would stay open for ever.
 */
export function isLasting({ key }: Pick<MessageItem, 'key'>): boolean {
  return !key.startsWith(WAIVER_KEY) && !key.startsWith(PACKAGE_KEY);
}

/** Names keep no slash, so that no two of them make one key. */
function escaped(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}

/** A team that owns something, as far as messages say. */
export interface ItemOwner {
  readonly teamId: string;
  readonly name: string;
  readonly email: string | null;
}

/** Says of an item whose it is, and thereby whom to ask. */
export function ownedBy(owner: ItemOwner | null): Pick<MessageItem, 'teamId' | 'ask'> {
  if (!owner) return { teamId: null, ask: null };
  const { teamId, name, email } = owner;
  return { teamId, ask: { name: asName(name), email } };
}

/** The list of a product's software, of one owner's alone. */
export function softwarePath(product: string, teamId: string | null): string {
  const path = `/software?product=${encodeURIComponent(product)}&owner=${teamId ?? 'none'}`;
  // The name of a product has no limit that an address would keep.
  return path.length <= MAX_PATH_LENGTH ? path : `/software?owner=${teamId ?? 'none'}`;
}
