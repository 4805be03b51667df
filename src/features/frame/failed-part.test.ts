import { expect, it } from 'vitest';
import { failureOfPage } from './failed-part';

const failed = (name: string, more: { readonly digest?: string } = {}) =>
  failureOfPage(Object.assign(new Error('failed'), { name, ...more }));

it('says that nothing was changed of what the server could not show, and of nothing else', () => {
  const server = failed('Error', { digest: 'request-7' });
  expect(server.words).toContain('Nothing was changed.');
  expect(server.needsReload).toBe(false);
  for (const name of ['ChunkLoadError', 'TypeError']) {
    const { words } = failed(name);
    expect(words).not.toContain('Nothing was changed');
    expect(words).toContain('look whether it was done');
  }
});

it('asks for a reload where a part of the page is gone', () => {
  expect(failed('ChunkLoadError')).toMatchObject({ needsReload: true });
  expect(failed('ChunkLoadError').words).toContain('updated');
  expect(failed('TypeError')).toMatchObject({ needsReload: false });
});
