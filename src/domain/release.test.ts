import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { RELEASE } from './release';

test('the release is that of the package', () => {
  expect(RELEASE).toBe(manifest.version);
});
