'use client';

import { createContext, use, type ReactNode } from 'react';
import type { DirectoryKind } from '@/domain/user/provider';
import { refusalOf } from '@/features/frame/words';
import { statusOf } from '@/trpc/query-client';
import type { InviteOutcome } from './form';

/** Titles and describes the outcome of inviting: claims a mail only where one was sent. */
export function wordsForOutcome(outcomes: readonly InviteOutcome[]): {
  readonly title: string;
  readonly description: string;
} {
  const made = outcomes.flatMap((one) => ('link' in one ? [one] : []));
  const mailed = made.filter(({ mail }) => mail === 'sent').length;
  if (made.length === 0) {
    return { title: 'Nobody was invited', description: 'The reason is next to each address.' };
  }
  const title = `${people(made.length)} invited`;
  if (mailed === 0) {
    return {
      title,
      description: 'No mail went out. Give each person their link: it is shown this once.',
    };
  }
  if (made.every(({ link }) => link === null)) {
    return { title, description: 'The mails are on their way.' };
  }
  return {
    title,
    description:
      mailed === made.length
        ? 'The mails are on their way. A link that does not arrive can be copied here, this once.'
        : `${String(mailed)} of ${String(made.length)} mailed. Give the others their link: it is shown this once.`,
  };
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${String(count)} people`;
}

/** Says why an address was not invited; limits on mail name themselves. */
export function inviteRefusalOf(error: unknown, consequence: string): string {
  return statusOf(error) === 429 && error instanceof Error
    ? `${consequence} ${error.message}. Try again later.`
    : refusalOf(error, consequence);
}

interface DirectoryWords {
  /** Text above the members, for everybody and for admins. */
  readonly people: string;
  readonly managing: string;
  /** Text above the invitations. */
  readonly invitations: string;
  /** Consequence of removing a member, as a sentence after their address. */
  readonly removal: string;
  /** Text under "Invite people"; null where it depends on whether mail is sent. */
  readonly inviting: string | null;
  readonly renewal: string;
  readonly revocation: string;
}

/** Texts about members and invitations, by the directory that keeps them. */
const DIRECTORY_WORDS = {
  'built-in': {
    people: '',
    managing:
      'Role changes apply from the person’s next click. Whoever is removed is signed out of this organization at once.',
    invitations: 'A link works once, within 7 days, and for the invited address only.',
    removal: 'loses access to this organization at once; the account itself stays.',
    inviting: null,
    renewal: 'It holds for 7 days. A link made before for the same address is void now.',
    revocation: 'Its link stops working at once. You can invite the address again later.',
  },
  keycloak: {
    people: 'Members are kept in Keycloak; their roles are kept here.',
    managing:
      'Role changes apply from the person’s next click. Whoever is removed is signed out of this organization at once, and is no longer a member at Keycloak.',
    invitations:
      'Keycloak mails the links and says how long they hold. The role waits here until the person signs in.',
    removal:
      'loses access to this organization at once and is no longer a member at Keycloak. An account that Keycloak made for an invitation is deleted there as well.',
    inviting:
      'Keycloak mails each address a link to join. The role is given when the person signs in here.',
    renewal:
      'Keycloak decides how long it holds. A link mailed before goes on working until its end.',
    revocation:
      'The role is taken back. Keycloak’s link goes on working until its end: whoever follows it becomes a viewer here.',
  },
} as const satisfies Record<DirectoryKind, DirectoryWords>;

const Context = createContext<DirectoryKind>('built-in');

/** Provides the kind of directory that keeps the members. */
export function DirectoryProvider({
  kind,
  children,
}: {
  kind: DirectoryKind;
  children: ReactNode;
}) {
  return <Context value={kind}>{children}</Context>;
}

/** Returns the texts for the directory of this installation. */
export function useDirectoryWords(): DirectoryWords {
  return DIRECTORY_WORDS[use(Context)];
}
