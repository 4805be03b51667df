import { expect, test } from 'vitest';
import { loadPolicyImagesParams } from './params';
import { noneWords } from './words';

test.each([
  ['', 'No image is denied.'],
  ['are=warned&running=yes', 'No image that runs is warned.'],
  ['policy=01890000-0000-7000-8000-000000000001', 'No image is denied by this policy.'],
  [
    'policy=01890000-0000-7000-8000-000000000001&on=2027-03-01&running=no',
    'No image that runs nowhere is denied by this policy on 1 Mar 2027.',
  ],
])('%j', (query, words) => {
  expect(noneWords(loadPolicyImagesParams(new URLSearchParams(query)))).toBe(words);
});
