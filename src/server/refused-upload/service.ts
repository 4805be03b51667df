import { v7 as uuidv7 } from 'uuid';
import type { Fault } from '@/domain/errors';
import type { Principal } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { insertRefusedUpload } from './queries';

/** Enough to see what is wrong with a client; a body of a hundred thousand faults is still one record. */
const MAX_FAULTS_KEPT = 100;

export interface Refusal {
  readonly path: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly status: number;
  readonly detail: string | readonly Fault[];
}

/**
 * Keeps a record of an upload that was not accepted: scanners ignore the answer, so an admin must be able
 * to see it here. Never the payload. A failure to write it is logged and changes nothing for the caller.
 */
export async function recordRefusedUpload(
  deps: Deps,
  principal: Principal,
  refusal: Refusal,
): Promise<void> {
  const faults =
    typeof refusal.detail === 'string'
      ? [{ msg: refusal.detail }]
      : refusal.detail.slice(0, MAX_FAULTS_KEPT);
  try {
    await insertRefusedUpload(principal.organizationId, deps.db, {
      id: uuidv7(),
      refusedAt: deps.clock.now(),
      path: refusal.path,
      callerKind: principal.kind,
      callerId: principal.id,
      callerName: principal.name,
      remoteAddress: refusal.remoteAddress,
      requestId: refusal.requestId,
      status: refusal.status,
      faults,
    });
  } catch (error) {
    deps.logger.error(
      { err: error, requestId: refusal.requestId },
      'a refused upload could not be recorded',
    );
  }
}
