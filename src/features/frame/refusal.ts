import { faultsIn, requestIdOf, statusOf } from '@/trpc/query-client';

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
