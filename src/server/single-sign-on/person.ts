import { displayNameSchema } from '@/domain/user/account';
import { isInDomain, verifiedEmailIn, type Claims } from '@/domain/user/provider-claims';
import { decideProviderSignIn, type ProviderRefusal } from '@/domain/user/provider-sign-in';
import { conflict } from '@/domain/errors';
import { recordAudit } from '@/server/audit/service';
import type { CallOrigin } from '@/server/auth/principal';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { findMemberships } from '@/server/organization/queries';
import { findUserByEmail } from '@/server/user/queries';
import { createUser } from '@/server/user/service';
import {
  findLinkedUser,
  hasIdentityAt,
  insertIdentity,
  isInvitedAnywhere,
  type Identity,
} from './queries';

/** Somebody who came back from the provider. */
export interface Arrival {
  readonly identity: Identity;
  readonly claims: Claims;
  /** The organization that people of their domain join is there. */
  readonly mayJoin: boolean;
  readonly origin: CallOrigin;
}

export type FoundPerson =
  | { readonly userId: string; readonly became: 'known' | 'linked' | 'created' }
  | { readonly refused: ProviderRefusal };

/** Whether the configuration lets people of a verified address become members by signing in. */
export function isOfJoiningDomain({ env }: Deps, claims: Claims): boolean {
  const email = verifiedEmailIn(claims);
  const domains = env.oidc?.join?.domains ?? [];
  return email !== null && isInDomain(email, domains);
}

/**
 * Whom an arrival is here: the person linked to the identity, else the one with its verified address, who is
 * linked from now on, else a new one if somebody waits for them.
 * @throws DomainError 409 when another sign-in of the same person came first: the next attempt finds them
 */
export async function findOrMakePerson(
  tx: Transaction,
  arrival: Arrival,
  at: Date,
): Promise<FoundPerson> {
  const { identity, claims, mayJoin } = arrival;
  const email = verifiedEmailIn(claims);
  const account = email === null ? null : await findUserByEmail(tx, email);
  const decision = decideProviderSignIn({
    knownUserId: await findLinkedUser(tx, identity, at),
    verifiedEmail: email,
    account: account && {
      userId: account.id,
      isSomebodyElse: await hasIdentityAt(tx, account.id, identity.issuer),
    },
    isInvited: email !== null && !account && (await isInvitedAnywhere(tx, email, at)),
    mayJoin,
  });
  switch (decision.do) {
    case 'sign_in':
      return { userId: decision.userId, became: 'known' };
    case 'refuse':
      return { refused: decision.why };
    case 'link':
      await link(tx, identity, decision.userId, at);
      if (account) await auditLink(tx, account, arrival, at);
      return { userId: decision.userId, became: 'linked' };
    case 'create': {
      const user = await createUser(tx, newPerson(claims, email ?? ''), at);
      await link(tx, identity, user.id, at);
      return { userId: user.id, became: 'created' };
    }
  }
}

async function link(tx: Transaction, identity: Identity, userId: string, at: Date): Promise<void> {
  if (await insertIdentity(tx, identity, userId, at)) return;
  throw conflict('This account has just been linked');
}

/** In each of their organizations: its admins may want to know by what else this person signs in. */
async function auditLink(
  tx: Transaction,
  user: { readonly id: string; readonly name: string; readonly email: string },
  { identity, origin }: Arrival,
  at: Date,
): Promise<void> {
  const { id, name, email } = user;
  for (const { organizationId, role } of await findMemberships(tx, id)) {
    const actor = { kind: 'person', id, name, organizationId, role, origin } as const;
    await recordAudit(tx, actor, {
      at,
      action: 'member.link',
      subjectKind: 'user',
      subjectId: id,
      after: { user_id: id, email, issuer: identity.issuer, subject: identity.subject },
    });
  }
}

function newPerson(claims: Claims, email: string) {
  const name = displayNameSchema.safeParse(claims['name']).data;
  return { name: name ?? email.replace(/@.*$/, ''), email, passwordHash: null };
}
