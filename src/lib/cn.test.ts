import { expect, test } from 'vitest';
import { cn } from './cn';

test.each([
  ['px-2 p-0', 'p-0'],
  ['h-8 pointer-coarse:h-10 h-7', 'pointer-coarse:h-10 h-7'],
  ['text-sm text-muted text-xs', 'text-muted text-xs'],
  ['border border-b-2 border-fg border-0', 'border-fg border-0'],
  ['hover:bg-hover hover:bg-active', 'hover:bg-active'],
])('%s is %s', (classes, merged) => {
  expect(cn(classes)).toBe(merged);
});
