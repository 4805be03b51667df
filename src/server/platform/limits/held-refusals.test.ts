import { expect, test } from 'vitest';
import { HeldRefusals } from './limited';

test('refusals are kept back, and only so many that nothing is filled with them', async () => {
  const ends: (() => void)[] = [];
  const refusals = new HeldRefusals({
    ms: 3_000,
    atMost: 2,
    delay: (ms) => {
      expect(ms).toBe(3_000);
      return { done: new Promise((resolve) => ends.push(resolve)), cancel: () => undefined };
    },
  });
  const given: string[] = [];
  const refuse = (who: string) => refusals.hold().then(() => given.push(who));
  const [first, second] = [refuse('first'), refuse('second')];
  await refuse('third');
  expect(given).toEqual(['third']);
  ends[0]?.();
  await first;
  const fourth = refuse('fourth');
  await Promise.resolve();
  expect(given).toEqual(['third', 'first']);
  for (const end of ends) end();
  await Promise.all([second, fourth]);
  expect(given).toEqual(['third', 'first', 'second', 'fourth']);
});
