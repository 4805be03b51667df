import type { DirectoryKind } from '@/domain/user/provider';

export interface DirectoryWords {
  /** Above the members: for everybody, and what admins are told besides. */
  readonly people: string;
  readonly managing: string;
  /** Above the invitations. */
  readonly invitations: string;
  /** What becomes of a member who is removed, after their address. */
  readonly removal: string;
  /** Under "Invite people"; null where that depends on whether mail is sent. */
  readonly inviting: string | null;
  readonly renewal: string;
  readonly revocation: string;
}

/** What holds of members and invitations, by where they are kept. */
export const DIRECTORY_WORDS = {
  'built-in': {
    people: '',
    managing:
      'A change of role holds from the person’s next click on. Whoever is removed is signed out of this organization at once.',
    invitations: 'A link holds for 7 days, for the invited address alone, and once.',
    removal: 'loses access to this organization at once; the account itself stays.',
    inviting: null,
    renewal: 'It holds for 7 days. A link made before for the same address is void now.',
    revocation: 'Its link stops working at once. You can invite the address again later.',
  },
  keycloak: {
    people: 'Members are kept in Keycloak; their roles are kept here.',
    managing:
      'A change of role holds from the person’s next click on. Whoever is removed is signed out of this organization at once, and is no longer a member at Keycloak.',
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
