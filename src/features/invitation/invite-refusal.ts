import { refusalOf } from '@/features/frame/refusal';
import { statusOf } from '@/trpc/query-client';

/** Why an address was not invited; the limits on mail say which one it was. */
export function inviteRefusalOf(error: unknown, what: string): string {
  return statusOf(error) === 429 && error instanceof Error
    ? `${what} ${error.message}. Try again later.`
    : refusalOf(error, what);
}
