import { expect, test } from 'vitest';
import { successorIn } from './successor';

test.each([
  ['Package no longer supported. Use @babel/eslint-parser instead.', '@babel/eslint-parser'],
  ['This package has been deprecated in favour of @opentelemetry/api', '@opentelemetry/api'],
  ['use String.prototype.padStart()', null],
  ['Please upgrade to version 7 or higher', null],
  ['Please use "undici" instead', 'undici'],
  ['this library is no longer supported', null],
  ['moved to `@scope/new-name`', '@scope/new-name'],
  ['Please update to latest 3.x', null],
  ['has been renamed to left-pad-2', 'left-pad-2'],
  ['use uuid instead', 'uuid'],
  ['upgrade to uuid@9 or later', null],
  ['Missing files, use 1.0.0-rc.3', null],
  ['incorrect build, please use 1.0.12-csp-1', null],
  ['use 3.x instead', null],
  ['Incompatible changes, please upgrade to 1.0.0-rc.2 to revert', null],
  ['use the native method instead', null],
  ['Please see https://example.org/request/issues/3142', null],
  ['', null],
])('npm: %s', (words, successor) => {
  expect(successorIn('npm', 'own', words)).toBe(successor);
});

test('Go modules are named by their path', () => {
  const words = 'use the "google.golang.org/protobuf" module instead.';
  expect(successorIn('golang', 'github.com/golang/protobuf', words)).toBe(
    'google.golang.org/protobuf',
  );
  expect(successorIn('golang', 'example.org/a/b', 'use v2 instead')).toBeNull();
});

test('nobody follows themselves', () => {
  expect(successorIn('npm', 'uuid', 'use uuid instead')).toBeNull();
});
