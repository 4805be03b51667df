import { expect, test } from 'vitest';
import { unlessAborted } from './unless-aborted';

const reason = new Error('asked to end');

test('work is waited for until the signal says not to', async () => {
  const over = new AbortController();
  expect(await unlessAborted(over.signal, () => Promise.resolve(1))).toBe(1);
  expect(await unlessAborted(undefined, () => Promise.resolve(2))).toBe(2);
  const failing = unlessAborted(over.signal, () => Promise.reject(new Error('its own')));
  await expect(failing).rejects.toThrow('its own');
  const hanging = unlessAborted(over.signal, () => new Promise(() => undefined));
  over.abort(reason);
  await expect(hanging).rejects.toBe(reason);
});

test('nothing is begun once it has said so', async () => {
  let begun = 0;
  const work = () => Promise.resolve((begun += 1));
  await expect(unlessAborted(AbortSignal.abort(reason), work)).rejects.toBe(reason);
  expect(begun).toBe(0);
});
