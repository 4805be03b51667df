import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLooking, LOOK_EVERY_MS, type LookingPage } from './look';

let isSeen: boolean;
let comeBack: () => void;
const page: LookingPage = {
  isSeen: () => isSeen,
  onReturn: (look) => {
    comeBack = look;
    return () => {
      comeBack = () => undefined;
    };
  },
};
const ask = vi.fn(() => Promise.resolve('one'));
const onVersion = vi.fn(() => Promise.resolve());
const onFailure = vi.fn((_error: unknown, _failures: number) => true);
const begin = () => keepLooking({ page, ask, onVersion, onFailure });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  isSeen = true;
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const mock of [ask, onVersion, onFailure]) mock.mockClear();
});

it('asks every fifteen seconds, until it is ended', async () => {
  const end = begin();
  await pass(3 * LOOK_EVERY_MS);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(onVersion).toHaveBeenLastCalledWith('one');
  end();
  await pass(10 * LOOK_EVERY_MS);
  comeBack();
  expect(ask).toHaveBeenCalledTimes(3);
});

it('asks nothing while the page is hidden, and at once when it is seen again', async () => {
  const end = begin();
  isSeen = false;
  await pass(100 * LOOK_EVERY_MS);
  expect(ask).not.toHaveBeenCalled();
  isSeen = true;
  comeBack();
  comeBack();
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(1);
  await pass(LOOK_EVERY_MS);
  expect(ask).toHaveBeenCalledTimes(2);
  end();
});

it('asks ever less often while nobody answers, and as before once somebody does', async () => {
  ask.mockRejectedValue(new Error('away'));
  const end = begin();
  await pass(LOOK_EVERY_MS);
  expect(onFailure).toHaveBeenLastCalledWith(expect.any(Error), 1);
  await pass(LOOK_EVERY_MS);
  expect(ask).toHaveBeenCalledTimes(1);
  await pass(LOOK_EVERY_MS);
  expect(ask).toHaveBeenCalledTimes(2);
  await pass(3_600_000);
  const asked = ask.mock.calls.length;
  expect(asked).toBeLessThan(20);
  ask.mockResolvedValue('two');
  comeBack();
  await pass(LOOK_EVERY_MS);
  expect(ask).toHaveBeenCalledTimes(asked + 2);
  end();
});

it('tells a server that answers and fails from one that is away, and asks it ever less often, too', async () => {
  onVersion.mockRejectedValue(new Error('broken'));
  const end = begin();
  await pass(3_600_000);
  const asked = ask.mock.calls.length;
  expect(asked).toBeGreaterThan(3);
  expect(asked).toBeLessThan(20);
  expect(new Set(onFailure.mock.calls.map(([, unanswered]) => unanswered))).toEqual(new Set([0]));
  onVersion.mockResolvedValue(undefined);
  end();
});

it('leaves the server a hundred times as long alone as reading took', async () => {
  onVersion.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const end = begin();
  await pass(LOOK_EVERY_MS + 1_000 + 99_000);
  expect(ask).toHaveBeenCalledTimes(1);
  await pass(1_000);
  expect(ask).toHaveBeenCalledTimes(2);
  end();
});

it('ends when it is told to by a failure', async () => {
  ask.mockRejectedValueOnce(new Error('signed out'));
  onFailure.mockReturnValueOnce(false);
  begin();
  await pass(100 * LOOK_EVERY_MS);
  comeBack();
  expect(ask).toHaveBeenCalledTimes(1);
});
