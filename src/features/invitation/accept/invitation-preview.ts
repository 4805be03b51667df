import type { Outputs } from '@/trpc/outputs';

/** What the holder of a link may know. */
export type InvitationPreview = Outputs['invitation']['preview'];
