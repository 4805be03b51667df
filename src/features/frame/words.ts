import type { PersonRole, Role } from '@/domain/roles/permissions';
import { faultsIn, requestIdOf, statusOf, faultsOf } from '@/trpc/query-client';
import { ChangedMeanwhile } from './changed-meanwhile';

/**
 * Explains why a change did not go through, for a form or a message.
 *
 * @param consequence first sentence: "The key could not be created."
 */
export function refusalOf(error: unknown, consequence: string): string {
  if (error instanceof ChangedMeanwhile) return `${consequence} ${asSentence(error.message)}`;
  const faults = faultsIn(error);
  if (faults.length > 0) return `${consequence} ${faults.map(asSentence).join(' ')}`;
  const status = statusOf(error);
  if (status === null) return `${consequence} The server did not answer; check your connection.`;
  if (status === 401)
    return `${consequence} You are signed out: sign in in another tab, then try again.`;
  if (status === 403 && isPlain(error)) return `${consequence} Your role does not allow it.`;
  if (status === 429) return `${consequence} Too many attempts: wait a little, then try again.`;
  if (status < 500 && error instanceof Error) return `${consequence} ${asSentence(error.message)}`;
  const requestId = requestIdOf(error);
  return `${consequence} Nothing was changed.${requestId === null ? '' : ` Request ${requestId}.`}`;
}

/** Tells whether a refusal gives no reason. */
function isPlain(error: unknown): boolean {
  return error instanceof Error && error.message === 'Forbidden';
}

function asSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Returns the fault of one field of a refused call's input; null when there is none. */
export function fieldFaultIn(error: unknown, field: string): string | null {
  return faultsOf(error).find(({ loc }) => loc.at(-1) === field)?.msg ?? null;
}

export const ROLE_NAMES: Record<Role, string> = {
  scanner: 'Scanner',
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
};

/** Roles with what they may do. */
export const ROLE_WORDS: Record<PersonRole, string> = {
  viewer: 'Viewer: reads everything',
  member: 'Member: reads, scans and writes notes',
  admin: 'Admin: may do everything here',
};
