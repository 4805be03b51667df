import pLimit, { type LimitFunction } from 'p-limit';
import type { Deps } from '@/server/platform/deps';
import { oncePer } from '@/server/platform/once-per';

/**
 * A payload becomes objects many times its size. Those above this length take turns, so that a process needs
 * room for one; while they wait they are text.
 */
const LARGE_PAYLOAD_BYTES = 1_048_576;
/** The others are worked on a few at a time, as they wait for the database between. */
const SMALL_AT_ONCE = 8;

const turnsOf = oncePer((_deps: Deps) => ({ large: pLimit(1), small: pLimit(SMALL_AT_ONCE) }));

/** Gives the queue in which a payload of this length is parsed and worked on, whichever way it came. */
export function payloadTurn(deps: Deps, keptBytes: number): LimitFunction {
  const { large, small } = turnsOf(deps);
  return keptBytes > LARGE_PAYLOAD_BYTES ? large : small;
}
