import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { aborted, drained, heedSignals } from './shutdown';

function asked() {
  const process = new EventEmitter();
  let nowMs = 0;
  const heeded = heedSignals(process, () => nowMs);
  const ask = (signal = 'SIGTERM', afterMs = 1_000) => {
    nowMs += afterMs;
    process.emit(signal);
  };
  return { ...heeded, ask, process };
}

test('a signal is heeded from the first moment, and each further one ends the wait that there is then', async () => {
  const { toEnd, again, ask } = asked();
  expect(toEnd.aborted).toBe(false);
  ask();
  expect(toEnd.aborted).toBe(true);
  const draining = drained(600_000, again());
  ask();
  await draining;
  const closing = again();
  expect(closing.aborted).toBe(false);
  ask('SIGINT');
  expect(closing.aborted).toBe(true);
});

test('what a drain has heeded leaves no signal to go unheard after it', async () => {
  const { again, ask, process } = asked();
  ask();
  await drained(5, again());
  const closing = again();
  ask();
  expect(closing.aborted).toBe(true);
  await drained(0, again());
  expect(process.listenerCount('SIGTERM')).toBe(1);
});

test('a Ctrl-C that comes by the terminal and by npm is one', () => {
  const { toEnd, again, ask } = asked();
  ask('SIGINT');
  const draining = again();
  ask('SIGINT', 20);
  expect([toEnd.aborted, draining.aborted]).toEqual([true, false]);
  ask('SIGINT');
  expect(draining.aborted).toBe(true);
});

test('a signal to a group, which npm passes on as well, is one', () => {
  const { toEnd, again, ask } = asked();
  ask();
  const draining = again();
  ask('SIGTERM', 20);
  expect([toEnd.aborted, draining.aborted]).toEqual([true, false]);
});

test('what waits for a signal that came before waits no longer', async () => {
  await aborted(AbortSignal.abort());
  const over = new AbortController();
  const waiting = aborted(over.signal);
  over.abort();
  await waiting;
});
