import type { Outputs } from '@/trpc/outputs';

export type Invitation = Outputs['invitation']['list'][number];

/** An invitation as the table shows it. */
export interface InvitationRow extends Invitation {
  readonly idpOrgId: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
  /** The UTC day that its end is told from. */
  readonly today: string;
}

export const STATUS_WORDS: Record<Invitation['status'], string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
};
