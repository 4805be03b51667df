import { expect, it } from 'vitest';
import { ChangedMeanwhile } from './changed-meanwhile';
import { lookOnce } from './meanwhile';
import { refusalOf } from './words';

const reading = (text: string) => () => Promise.resolve(text);

it('lets through what is as it was seen, however often', async () => {
  const look = lookOnce('1');
  await look(reading('1'));
  await look(reading('1'));
});

it('says once that somebody else has changed it, and again for every further change', async () => {
  const look = lookOnce('1');
  await expect(look(reading('2'))).rejects.toBeInstanceOf(ChangedMeanwhile);
  await look(reading('2'));
  await expect(look(reading('3'))).rejects.toBeInstanceOf(ChangedMeanwhile);
});

it('knows nothing more where it could not be read', async () => {
  const look = lookOnce('1');
  await expect(look(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(look(reading('2'))).rejects.toBeInstanceOf(ChangedMeanwhile);
});

it('is told in words, which are not that the server was away', () => {
  expect(refusalOf(new ChangedMeanwhile(), 'It was not changed.')).toMatch(
    /^It was not changed\. Somebody has changed it since this page was opened: save again/,
  );
  expect(refusalOf(new ChangedMeanwhile('look again'), 'No.')).toBe('No. Look again.');
});
