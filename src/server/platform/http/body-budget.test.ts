import { beforeEach, describe, expect, it } from 'vitest';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { Caller } from '@/server/platform/auth/principal';
import { manualDelay } from '@/test/time';
import { BodyBudget } from './body-budget';

const MIB = 1_048_576;
const goesOn = new AbortController().signal;

function key(id: string, organization: string): Caller {
  const organizationId = mintOrganizationId(organization);
  return {
    kind: 'api_key',
    id,
    name: id,
    createdByUserId: null,
    active: { organizationId, role: 'scanner' },
  };
}
const [ci, otherCi, rival] = [key('1', 'acme'), key('2', 'acme'), key('3', 'globex')];

let time: ReturnType<typeof manualDelay>;
let budget: BodyBudget;
beforeEach(() => {
  time = manualDelay();
  // 64 MiB for each organization, 32 for each key.
  budget = new BodyBudget({ totalBytes: 128 * MIB, largestBytes: 16 * MIB, delay: time.delay });
});

/** Asks for room, and tells what has come of it. */
function ask(caller: Caller, mib: number, signal = goesOn) {
  const asked = { state: 'waiting', leave: (): void => undefined };
  budget.enter(caller, mib * MIB, signal).then(
    (leave) => Object.assign(asked, { state: 'in', leave }),
    (error: { code: string }) => (asked.state = error.code),
  );
  return asked;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const statesOf = async (asked: readonly { state: string }[]) => {
  await settled();
  return asked.map(({ state }) => state);
};

describe('the shares', () => {
  it('of a key are a quarter, and of an organization one half, however much they send', async () => {
    const first = Array.from({ length: 4 }, () => ask(ci, 16));
    expect(await statesOf(first)).toEqual(['in', 'in', 'waiting', 'waiting']);
    const second = Array.from({ length: 3 }, () => ask(otherCi, 16));
    expect(await statesOf(second)).toEqual(['in', 'in', 'waiting']);
    expect(await statesOf([ask(key('4', 'acme'), 1), ask(rival, 16)])).toEqual(['waiting', 'in']);
  });

  it('are at least what the largest body needs', async () => {
    budget = new BodyBudget({ totalBytes: 16 * MIB, largestBytes: 16 * MIB, delay: time.delay });
    const [first, second] = [ask(ci, 16), ask(rival, 16)];
    expect(await statesOf([first, second])).toEqual(['in', 'waiting']);
    first.leave();
    expect(await statesOf([second])).toEqual(['in']);
  });

  it('count small bodies too, and the smallest not at all', async () => {
    const small = Array.from({ length: 17 }, () => ask(ci, 0.1));
    expect((await statesOf(small)).filter((state) => state === 'in')).toHaveLength(16);
    const tiny = Array.from({ length: 500 }, () => ask(ci, 1 / 16));
    expect(new Set(await statesOf(tiny))).toEqual(new Set(['in']));
  });
});

describe('the queue', () => {
  it('lets those in first who hold least, and nobody overtake what is too large for now', async () => {
    budget = new BodyBudget({ totalBytes: 64 * MIB, largestBytes: 60 * MIB, delay: time.delay });
    const held = ask(ci, 60);
    await settled();
    const waiting = [ask(ci, 4), ask(otherCi, 4), ask(rival, 40), ask(key('5', 'globex'), 4)];
    expect(await statesOf(waiting)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    held.leave();
    held.leave();
    expect(await statesOf(waiting)).toEqual(['in', 'in', 'in', 'in']);
  });

  it('is left after ten seconds with 503, and by clients that go away', async () => {
    const gone = new AbortController();
    const held = [ask(ci, 16), ask(ci, 16)];
    const [late, left, next] = [ask(ci, 16), ask(ci, 16, gone.signal), ask(ci, 16)];
    gone.abort();
    expect(await statesOf([late, left, next])).toEqual(['waiting', 'unavailable', 'waiting']);
    time.pass(10_000);
    expect(await statesOf([late, next])).toEqual(['unavailable', 'unavailable']);
    for (const { leave } of held) leave();
    expect(await statesOf([ask(ci, 16), ask(ci, 16), ask(ci, 16)])).toEqual([
      'in',
      'in',
      'waiting',
    ]);
  });

  it('has an end for each key, before which others still find a place', async () => {
    const many = Array.from({ length: 100 }, () => ask(ci, 16));
    const refused = (await statesOf(many)).filter((state) => state === 'unavailable');
    expect(refused).toHaveLength(100 - 2 - 64);
    expect(await statesOf([ask(rival, 16)])).toEqual(['in']);
  });
});
