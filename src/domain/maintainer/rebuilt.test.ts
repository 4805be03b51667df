import { expect, test } from 'vitest';
import { rebuilderOf } from './rebuilt';

test.each([
  ['26.0.10.redhat-00003', /^“\.redhat-00003” is how Red Hat writes/],
  ['5.3.30.Final-redhat-00001', /Red Hat/],
  ['5.16.0.redhat-630187', /Red Hat/],
  ['3.3.3-amzn-3', /Amazon/],
  ['3.3.3-amzn-3.1', /Amazon/],
  ['2.6.0-cdh5.16.2', /Cloudera/],
  ['3.1.1.7.1.7.0-551', /Cloudera/],
])('%s was built by others than its project', (version, evidence) => {
  expect(rebuilderOf(version)).toEqual({
    kind: 'unknown',
    evidence: [expect.stringMatching(evidence)],
  });
});

test.each([
  '26.0.10',
  '5.3.30.Final',
  '9.4.53.v20231009',
  '7.4.0-ccs',
  '1.0.redhat',
  '1.0-amznx',
  '1.2.3.4.5-6',
  '1.0.0-20210101000000-1',
  `1.0.redhat-${'0'.repeat(200)}`,
])('%s says nothing of who built it', (version) => {
  expect(rebuilderOf(version)).toBeNull();
});
