import type { PersonRole, Role } from '@/domain/roles/permissions';
import { faultsIn, requestIdOf, statusOf, faultsOf } from '@/trpc/query-client';

/**
 * Why a change did not go through, in words for beside its form or in a message.
 *
 * @param what what did not happen: "The key could not be created."
 */
export function refusalOf(error: unknown, what: string): string {
  const faults = faultsIn(error);
  if (faults.length > 0) return `${what} ${faults.map(asSentence).join(' ')}`;
  const status = statusOf(error);
  if (status === null) return `${what} The server did not answer; check your connection.`;
  if (status === 403 && isPlain(error)) return `${what} Your role does not allow it.`;
  if (status === 429) return `${what} Too many attempts: wait a little, then try again.`;
  if (status < 500 && error instanceof Error) return `${what} ${asSentence(error.message)}`;
  const requestId = requestIdOf(error);
  return `${what} Nothing was changed.${requestId === null ? '' : ` Request ${requestId}.`}`;
}

/** Whether a refusal says no more than that it is one. */
function isPlain(error: unknown): boolean {
  return error instanceof Error && error.message === 'Forbidden';
}

function asSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What a refused call says against one field of its input; null when it says nothing of that one. */
export function fieldFaultIn(error: unknown, field: string): string | null {
  return faultsOf(error).find(({ loc }) => loc.at(-1) === field)?.msg ?? null;
}

export const ROLE_NAMES: Record<Role, string> = {
  scanner: 'Scanner',
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
};

/** What a role may do, in a few words. */
export const ROLE_WORDS: Record<PersonRole, string> = {
  viewer: 'Viewer: reads everything',
  member: 'Member: reads, scans and writes notes',
  admin: 'Admin: may do everything here',
};
