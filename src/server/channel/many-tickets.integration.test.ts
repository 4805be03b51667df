import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS } from '@/domain/channel/schedule';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { startTicketBench, thing, type TicketBench } from '@/test/ticket-bench';
import { answering, type Asked, isCreation } from '@/test/ticket-service';

/** More than a reader is listed of a message. */
const MANY = 60;
let deps: TestDeps;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());

async function withBench(use: (bench: TicketBench) => Promise<void>): Promise<void> {
  const bench = await startTicketBench(deps, 'gitlab');
  try {
    await use(bench);
  } finally {
    await bench.service.close();
  }
}
const named = (at: number) => `thing-${String(at).padStart(3, '0')}.`;
const many = Array.from({ length: MANY }, (_, at) => thing(named(at)));
const isOf = (asked: Asked, ...at: number[]) =>
  at.some((one) => JSON.stringify(asked.body).includes(named(one)));
const titles = ({ service }: TicketBench) =>
  service.tickets.map(({ title }) => /thing-\d+\./.exec(title)?.[0]).toSorted();
const all = many.map(({ key }) => key);

describe('a message of more than a reader is listed', () => {
  it('has a ticket for each of its items, and closes each that is solved', () =>
    withBench(async (bench) => {
      await bench.tell(...many);
      expect(titles(bench)).toEqual(all);
      await bench.tell(...many.map((one) => ({ ...one, isSolved: true })));
      expect(bench.service.tickets.filter(({ isOpen }) => isOpen)).toEqual([]);
    }));

  it('goes on in the next turn where it takes longer than one, and makes none twice', () =>
    withBench(async (bench) => {
      bench.service.interfere((asked) => {
        if (isCreation(asked)) deps.clock.advance(2_000);
        return null;
      });
      const id = await bench.tell(...many);
      const first = await bench.shown(id);
      expect(first).toMatchObject({ state: 'pending', made: [{ failure: null }] });
      expect(first.made[0]?.answer).toMatch(/^So far: Made #1, Made #2/);
      expect(bench.service.tickets.length).toBeLessThan(MANY);
      for (let turn = 0; turn < MANY; turn += 1) await bench.deliver();
      const last = await bench.shown(id);
      expect(last.state).toBe('delivered');
      expect(last.made.length).toBeGreaterThan(2);
      expect(titles(bench)).toEqual(all);
    }));

  it('is kept to its end however often the service asks for a wait in between', () =>
    withBench(async (bench) => {
      let left = 0;
      bench.service.interfere((asked) => {
        if (!isCreation(asked)) return null;
        left -= 1;
        return left < 0 ? { instead: answering(429, { 'retry-after': '60' }) } : null;
      });
      const id = await bench.tell(...many);
      for (let turn = 0; turn < 2 * MAX_ATTEMPTS; turn += 1) {
        left = 4;
        deps.clock.advance(61_000);
        await bench.deliver();
      }
      expect(await bench.shown(id)).toMatchObject({ state: 'delivered', attempts: 1 });
      expect(titles(bench)).toEqual(all);
    }));

  it('is given up where the service asks for a wait each time, and takes nothing', () =>
    withBench(async (bench) => {
      bench.service.interfere((asked) =>
        isCreation(asked) ? { instead: answering(429, { 'retry-after': '60' }) } : null,
      );
      const id = await bench.tell(...many);
      for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
        deps.clock.advance(27 * 3_600_000);
        await bench.deliver();
      }
      expect(bench.service.tickets).toEqual([]);
      const { state, made } = await bench.shown(id);
      expect([state, made.length <= MAX_ATTEMPTS]).toEqual(['dropped', true]);
    }));

  it('keeps all but those that are refused, wherever they stand', () =>
    withBench(async (bench) => {
      bench.service.interfere((asked) => {
        if (!isCreation(asked)) return null;
        deps.clock.advance(1_000);
        return isOf(asked, 0, 1, 20, 40) ? { instead: answering(422) } : null;
      });
      const id = await bench.tell(...many);
      for (let turn = 0; turn < 8; turn += 1) await bench.deliver();
      const refused = [0, 1, 20, 40].map(named);
      expect(titles(bench)).toEqual(all.filter((key) => !refused.includes(key)));
      expect(await bench.shown(id)).toMatchObject({ state: 'failed' });
    }));
});
