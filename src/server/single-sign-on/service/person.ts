import { v7 as uuidv7 } from 'uuid';
import { conflict } from '@/domain/errors';
import { displayNameSchema } from '@/domain/user/account';
import {
  type Claims,
  decideProviderSignIn,
  isInDomain,
  type ProviderRefusal,
  verifiedEmailIn,
} from '@/domain/user/provider';
import { recordAccountChange, recordAudit } from '@/server/audit/service';
import type { CallOrigin } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findMemberships } from '@/server/organization/service';
import { claimAccount } from '@/server/user/service/claim';
import {
  createUser,
  findUserByEmail,
  insertNotice,
  lockUser,
  markEmailProven,
  type UserRow,
} from '@/server/user/service/people';
import {
  findLinkedUser,
  hasIdentityAt,
  type Identity,
  insertIdentity,
  isInvitedAnywhere,
} from '../repository';

/** A person who came back from the provider. */
export interface Arrival {
  readonly identity: Identity;
  readonly claims: Claims;
  /** The name people know the provider by. */
  readonly provider: string;
  /** The organization that people of their domain join is there. */
  readonly mayJoin: boolean;
  readonly origin: CallOrigin;
}

export type FoundPerson =
  | {
      readonly userId: string;
      readonly name: string;
      readonly email: string;
      readonly became: 'known' | 'linked' | 'taken_over' | 'created';
      /** Whether they can sign in with a password as well. */
      readonly hasPassword: boolean;
    }
  | { readonly refused: ProviderRefusal };

/** Gives the verified address where the configuration lets its people become members by signing in; null where not. */
export function emailOfJoiningDomain({ env }: Deps, claims: Claims): string | null {
  const email = verifiedEmailIn(claims);
  const domains = env.oidc?.join?.domains ?? [];
  return email !== null && isInDomain(email, domains) ? email : null;
}

/**
 * Finds or makes the person of an arrival: the one linked to the identity, else the one with its verified address,
 * who is linked from now on, else a new one where they are awaited. An account whose address nobody had
 * proven is taken over: the person who set it up loses it.
 * @throws DomainError 409 when another sign-in of the same person came first: the next attempt finds them
 */
export async function findOrMakePerson(
  tx: Transaction,
  arrival: Arrival,
  at: Date,
): Promise<FoundPerson> {
  const { identity, claims, mayJoin } = arrival;
  const email = verifiedEmailIn(claims);
  const knownUserId = await findLinkedUser(tx, identity, at);
  const byAddress = email === null ? null : await findUserByEmail(tx, email);
  // A person who signs in with a password, or changes it, at the same time waits, and then sees the outcome.
  const known = knownUserId === null ? null : await lockUser(tx, knownUserId);
  const account = known ?? (byAddress && (await lockUser(tx, byAddress.id)));
  const decision = decideProviderSignIn({
    known: known && {
      userId: known.id,
      isUnprovenWithPassword: known.emailProvenAt === null && known.passwordHash !== null,
    },
    verifiedEmail: email,
    account: account && {
      userId: account.id,
      isSomebodyElse: await hasIdentityAt(tx, account.id, identity.issuer),
      isProven: account.emailProvenAt !== null,
    },
    isInvited: email !== null && !account && (await isInvitedAnywhere(tx, email, at)),
    mayJoin,
  });
  if (decision.do === 'refuse') return { refused: decision.why };
  if (decision.do === 'create' || !account) {
    const user = await createUser(tx, newPerson(claims, email ?? ''), at);
    await link(tx, identity, user.id, at);
    return {
      userId: user.id,
      name: user.name,
      email: user.email,
      became: 'created',
      hasPassword: false,
    };
  }
  if (decision.do === 'link') await link(tx, identity, account.id, at);
  if (decision.takesOver) return takeOver(tx, account, arrival, at);
  const hasPassword = account.passwordHash !== null;
  if (account.email === email) await markEmailProven(tx, account.id, 'provider', at);
  const { id: userId, name } = account;
  const found = { userId, name, email: account.email, hasPassword };
  if (decision.do === 'sign_in') return { ...found, became: 'known' };
  await auditLink(tx, account, arrival, { password: hasPassword ? 'kept' : 'none' }, at);
  if (hasPassword) {
    const notice = { kind: 'linked', provider: arrival.provider } as const;
    await insertNotice(tx, account.id, { id: uuidv7(), notice, at });
  }
  return { ...found, became: 'linked' };
}

async function takeOver(
  tx: Transaction,
  account: UserRow,
  arrival: Arrival,
  at: Date,
): Promise<FoundPerson> {
  const { provider, origin } = arrival;
  const actorName = 'Single sign-on';
  const by = account.email === verifiedEmailIn(arrival.claims) ? 'provider' : null;
  const claim = { by, provider, actorName, at, origin } as const;
  const { wasInUse, detail } = await claimAccount(tx, account, claim);
  await auditLink(tx, account, arrival, { ...detail, address_was_proven: false }, at);
  const became = wasInUse ? 'taken_over' : 'linked';
  const { id: userId, name, email } = account;
  return { userId, name, email, became, hasPassword: false };
}

async function link(tx: Transaction, identity: Identity, userId: string, at: Date): Promise<void> {
  if (await insertIdentity(tx, identity, userId, at)) return;
  throw conflict('This account has just been linked');
}

/**
 * Records the link in each of their organizations, whose admins may want to know by what else this person signs in,
 * and in the trail of the installation, which the person reads.
 */
async function auditLink(
  tx: Transaction,
  user: UserRow,
  { identity, origin }: Arrival,
  outcome: object,
  at: Date,
): Promise<void> {
  const { id, name, email } = user;
  const after = { user_id: id, email, ...identity, ...outcome };
  for (const { organizationId, role } of await findMemberships(tx, id)) {
    const actor = { kind: 'person', id, name, organizationId, role, origin } as const;
    await recordAudit(tx, actor, {
      at,
      action: 'member.link',
      subjectKind: 'user',
      subjectId: id,
      after,
    });
  }
  const detail = { email, ...identity, ...outcome };
  await recordAccountChange(tx, user, { at, origin, what: 'link', detail });
}

function newPerson(claims: Claims, email: string) {
  const name = displayNameSchema.safeParse(claims['name']).data;
  return {
    name: name ?? email.replace(/@.*$/, ''),
    email,
    passwordHash: null,
    provenBy: 'provider',
  } as const;
}
