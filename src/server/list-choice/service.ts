import { conflict, forbidden, notFound } from '@/domain/errors';
import { findMemberRole } from '@/server/organization/service';
import { readerIdOf, type Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { countChoices, findChoices, removeChoice, writeChoice } from './repository';

/** More than there are lists. */
const MAX_CHOICES = 100;

/** Reads what somebody chose of how lists look, by its name. Of a key there is nothing. */
export async function choicesOf(
  { db }: Pick<Deps, 'db'>,
  principal: Principal,
): Promise<Readonly<Record<string, string>>> {
  const userId = readerIdOf(principal);
  if (userId === null) return {};
  const rows = await findChoices(principal.organizationId, db, userId, MAX_CHOICES);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * Sets what a person chooses of how lists look. It changes what they see and nothing else, so that the audit trail does not
 * tell of it.
 * @param value null: as the lists are by themselves
 * @throws DomainError 403 for a key, 404 for a person who is no member any more, 409 for one too many
 */
export async function setChoice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  name: string,
  value: string | null,
): Promise<void> {
  const { organizationId } = principal;
  const userId = readerIdOf(principal);
  if (userId === null) throw forbidden('Lists are looked at by people');
  const choice = { userId, name };
  if (value === null) return removeChoice(organizationId, db, choice);
  await db.transaction(async (tx) => {
    if ((await findMemberRole(organizationId, tx, userId)) === null) throw notFound('Member');
    if ((await countChoices(organizationId, tx, choice)) >= MAX_CHOICES)
      throw conflict(`There are at most ${String(MAX_CHOICES)} choices of a person`);
    await writeChoice(organizationId, tx, { ...choice, value, updatedAt: clock.now() });
  });
}
