import { toast as shown } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from './toast';

beforeEach(() => {
  // What is dismissed is told of before the next picture, of which there are none here.
  vi.stubGlobal('requestAnimationFrame', () => 0);
});
afterEach(() => {
  shown.dismiss();
  vi.unstubAllGlobals();
});

/** The messages that stand there, once as many do, and how long each stays. */
async function standing(count: number) {
  await vi.waitFor(() => expect(shown.getToasts()).toHaveLength(count));
  return shown
    .getToasts()
    .map((one) => ('title' in one ? [one.title, one.duration, one.closeButton] : []));
}

const FOR_GOOD = [Infinity, true];
const undo = { label: 'Undo', onClick: () => undefined };

it('leaves what can be undone there until it is closed', async () => {
  toast('The note is deleted.', { action: undo });
  expect(await standing(1)).toEqual([['The note is deleted.', ...FOR_GOOD]]);
});

it('leaves what did not work until it is closed, and says the same once', async () => {
  toast.error('Not revoked.');
  toast.error('Not removed.', { description: 'Request 1' });
  expect(await standing(2)).toEqual([
    ['Not revoked.', ...FOR_GOOD],
    ['Not removed.', ...FOR_GOOD],
  ]);
  toast.error('Not revoked.');
  await vi.waitFor(async () => {
    expect((await standing(2)).map(([title]) => title)).toEqual(['Not removed.', 'Not revoked.']);
  });
});

it('lets go by itself what was done', async () => {
  toast('Forgotten');
  toast.success('Saved');
  expect(await standing(2)).toEqual([
    ['Forgotten', undefined, undefined],
    ['Saved', undefined, undefined],
  ]);
});
