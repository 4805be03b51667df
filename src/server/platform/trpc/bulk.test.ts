import { expect, it, vi } from 'vitest';
import { conflict, DomainError } from '@/domain/errors';
import { actOnEach } from './bulk';

const error = vi.fn();
const act = (fails: Readonly<Record<string, Error>>) => {
  error.mockClear();
  return actOnEach({ logger: { error } }, ['a', 'b', 'c'], {
    idOf: String,
    act: (id) => (fails[id] ? Promise.reject(fails[id]) : Promise.resolve()),
  });
};

it('goes on after what is refused', async () => {
  expect(await act({ b: conflict('It runs') })).toEqual({
    done: ['a', 'c'],
    refused: [{ id: 'b', reason: 'It runs' }],
  });
  expect(error).not.toHaveBeenCalled();
});

it.each([new Error('broken'), new DomainError('unavailable', 'Later')])(
  'says what was done before %s, and that it stopped',
  async (fault) => {
    expect(await act({ a: conflict('It runs'), c: fault })).toEqual({
      ...{ done: ['b'], refused: [{ id: 'a', reason: 'It runs' }], stopped: true },
    });
    expect(error).toHaveBeenCalledWith({ err: fault }, expect.any(String));
  },
);

it('fails when nothing was done before the fault', async () => {
  await expect(act({ a: new Error('broken') })).rejects.toThrow('broken');
});
