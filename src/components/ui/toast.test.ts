import { expect, test, vi } from 'vitest';
import { deliverToasts, isToastWanted, onToastWanted, toast } from './toast';

test('messages wait for what shows them, and then go straight to it', () => {
  const notify = vi.fn();
  const stop = onToastWanted(notify);
  expect(isToastWanted()).toBe(false);
  toast.success('stored');
  toast('deleted', { description: 'for good' });
  expect(isToastWanted()).toBe(true);
  expect(notify).toHaveBeenCalled();
  stop();

  const shown: unknown[] = [];
  const show =
    (kind: string) =>
    (...args: unknown[]) =>
      shown.push([kind, ...args]);
  const sonner = Object.assign(show('plain'), { success: show('success'), error: show('error') });
  // Only what messages are sent with is looked at.
  deliverToasts(sonner as unknown as Parameters<typeof deliverToasts>[0]);
  toast.error('lost');
  expect(shown).toEqual([
    ['success', 'stored'],
    ['plain', 'deleted', { description: 'for good' }],
    ['error', 'lost'],
  ]);
});
