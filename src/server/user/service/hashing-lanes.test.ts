import { beforeEach, describe, expect, it } from 'vitest';
import { HashingLanes, type Hasher } from './password';

const sizes = { waiting: 25, waitingPerAccount: 5, waitingPerSite: 5 };

/** Hashes that last until they are told to end, and the order in which they began. */
class Bench {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly lanes: HashingLanes) {}

  want(name: string, hasher: Partial<Hasher> = {}): void {
    const full = { isKnown: false, account: name, site: name, ...hasher };
    this.lanes
      .run(full, () => {
        this.begun.push(name);
        return new Promise<void>((end) => this.ends.set(name, end));
      })
      .catch(() => this.refused.push(name));
  }

  /** Ends a hash, and lets what follows from it happen. */
  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let bench: Bench;
beforeEach(() => {
  bench = new Bench(new HashingLanes({ ...sizes, atOnce: 1 }));
});

describe('one hash at a time', () => {
  it('lets somebody known wait for the hash that is under way, and for none of fifty guessers', async () => {
    for (let n = 0; n < 50; n += 1) bench.want(`guess-${String(n)}`);
    await settled();
    expect(bench.begun).toEqual(['guess-0']);
    bench.want('ada', { isKnown: true });
    await bench.end('guess-0');
    expect(bench.begun).toEqual(['guess-0', 'ada']);
    expect(bench.refused).toHaveLength(24);
    expect(bench.refused).not.toContain('ada');
  });

  it('does so again and again, while guessers come back as soon as they are answered', async () => {
    for (let n = 0; n < 25; n += 1) bench.want(`guess-${String(n)}`);
    await settled();
    for (let turn = 0; turn < 20; turn += 1) {
      const name = `ada-${String(turn)}`;
      bench.want(name, { isKnown: true, account: 'ada' });
      await bench.end(`guess-${String(turn)}`);
      expect(bench.begun.at(-1)).toBe(name);
      bench.want(`guess-${String(turn + 25)}`);
      await bench.end(name);
      expect(bench.begun.at(-1)).toBe(`guess-${String(turn + 1)}`);
    }
    expect(bench.refused).toEqual([]);
  });

  it('lets a stranger in after four who are known', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      bench.want(name, { isKnown: true, account: name });
    bench.want('stranger');
    await settled();
    for (const name of ['a', 'b', 'c', 'd']) await bench.end(name);
    expect(bench.begun).toEqual(['a', 'b', 'c', 'd', 'stranger']);
    await bench.end('stranger');
    expect(bench.begun.at(-1)).toBe('e');
  });
});

describe('several at once', () => {
  it('keep one place for people who are known', async () => {
    bench = new Bench(new HashingLanes({ ...sizes, atOnce: 3 }));
    for (const name of ['x', 'y', 'z']) bench.want(name);
    await settled();
    expect(bench.begun).toEqual(['x', 'y']);
    bench.want('ada', { isKnown: true });
    await settled();
    expect(bench.begun).toEqual(['x', 'y', 'ada']);
    await bench.end('ada');
    await bench.end('x');
    expect(bench.begun).toEqual(['x', 'y', 'ada', 'z']);
  });
});

describe('the lane of strangers', () => {
  it('is not filled by guesses at one account, nor from one site', async () => {
    for (let n = 0; n < 40; n += 1) bench.want(`at-ada-${String(n)}`, { account: 'ada' });
    for (let n = 0; n < 40; n += 1) bench.want(`from-eve-${String(n)}`, { site: 'eve' });
    await settled();
    // One runs, and five of each wait.
    expect(bench.refused).toHaveLength(34 + 35);
    bench.want('grace');
    await settled();
    expect(bench.refused).not.toContain('grace');
  });

  it('says when to come back once it is full', async () => {
    const lanes = new HashingLanes({ ...sizes, atOnce: 1 });
    const never = () => new Promise<void>(() => undefined);
    const hasher = (n: number) => ({ isKnown: false, account: String(n), site: String(n) });
    for (let n = 0; n < 26; n += 1) void lanes.run(hasher(n), never);
    await expect(lanes.run(hasher(26), never)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 10,
    });
  });
});

it('frees the place of work that fails', async () => {
  const lanes = new HashingLanes({ ...sizes, atOnce: 1 });
  const hasher = { isKnown: false, account: 'a', site: 'a' };
  await expect(lanes.run(hasher, () => Promise.reject(new Error('no memory')))).rejects.toThrow();
  expect(await lanes.run(hasher, () => Promise.resolve('next'))).toBe('next');
});
