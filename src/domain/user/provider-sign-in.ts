/** What is known when somebody comes back from the provider. */
export interface ProviderSignInFacts {
  /** The person who has signed in as this subject of this issuer before. */
  readonly known: {
    readonly userId: string;
    /** Whether what others may still have of the account would have to end: see {@link ProviderSignInDecision}. */
    readonly isUnprovenWithPassword: boolean;
  } | null;
  /** The address that the provider vouches for. */
  readonly verifiedEmail: string | null;
  /** The account with that address. */
  readonly account: {
    readonly userId: string;
    /** It is linked to another subject of the same issuer. */
    readonly isSomebodyElse: boolean;
    /** It was shown before that whoever has the account also has the address. */
    readonly isProven: boolean;
  } | null;
  /** An invitation to that address is open. */
  readonly isInvited: boolean;
  /** That address is of a domain whose people join by themselves. */
  readonly mayJoin: boolean;
}

/** Why a provider's word is not enough. */
export type ProviderRefusal = 'unverified' | 'no_account' | 'other_identity';

export type ProviderSignInDecision =
  | {
      readonly do: 'sign_in' | 'link';
      readonly userId: string;
      /**
       * Nobody has shown yet that the address of the account is theirs: whoever set it up may be somebody else,
       * and loses it with this sign-in.
       */
      readonly takesOver: boolean;
    }
  | { readonly do: 'create' }
  | { readonly do: 'refuse'; readonly why: ProviderRefusal };

/**
 * Whom somebody who signed in at the provider is here. An address alone never makes two subjects of one issuer
 * the same person: providers give a freed address to the next one who asks.
 */
export function decideProviderSignIn(facts: ProviderSignInFacts): ProviderSignInDecision {
  const { known, verifiedEmail, account, isInvited, mayJoin } = facts;
  if (known) {
    return { do: 'sign_in', userId: known.userId, takesOver: known.isUnprovenWithPassword };
  }
  if (verifiedEmail === null) return { do: 'refuse', why: 'unverified' };
  if (account?.isSomebodyElse) return { do: 'refuse', why: 'other_identity' };
  if (account) return { do: 'link', userId: account.userId, takesOver: !account.isProven };
  return isInvited || mayJoin ? { do: 'create' } : { do: 'refuse', why: 'no_account' };
}
