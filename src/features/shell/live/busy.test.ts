import { expect, it } from 'vitest';
import { isRecordPage } from './busy';

const ID = '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f';

it.each([
  [`/images/${ID}`, true],
  [`/findings/${ID}`, true],
  [`/images/${ID}/packages/${ID}`, true],
  ['/catalog/nodejs', true],
  ['/catalog/new', false],
  ['/catalog/own', false],
  ['/catalog', false],
  ['/images', false],
  [`/contracts/${ID}`, false],
])('%s is written by the server: %s', (path, isWritten) => {
  expect(isRecordPage(path)).toBe(isWritten);
});
