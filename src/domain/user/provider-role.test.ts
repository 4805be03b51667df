import { expect, test } from 'vitest';
import { roleIn } from './provider-role';

test.each([
  [['admin', 'viewer'], 'admin'],
  [['Member', 'staff'], 'member'],
  ['viewer', 'viewer'],
  [['/eventide-member'], 'member'],
  [{ 'eventide-admin': {} }, 'admin'],
  // Where the provider speaks of this service by name, its own admins are not ours.
  [['admin', 'eventide-viewer'], 'viewer'],
  [['admin', 'eventide-owner'], 'none'],
  [['administrator', 'scanner', 'eventide-'], 'none'],
  [[], 'none'],
  [undefined, 'silent'],
])('%j says %s', (groups, role) => {
  expect(roleIn({ groups }, ['groups'])).toBe(role);
});
