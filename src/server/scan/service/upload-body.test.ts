import { expect, test } from 'vitest';
import { readUpload } from './upload-body';

function upload(): Request {
  return new Request('http://localhost/', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"Matches":[]}',
  });
}

test('of uploads that end together, each is worked on in a turn of the event loop of its own', async () => {
  let turns = 0;
  let watch = setImmediate(function next() {
    turns += 1;
    watch = setImmediate(next);
  });
  const endings = Array.from({ length: 5 }, async () => {
    return readUpload(upload(), { path: '/v2/scan', maxBytes: 1_000 }, () =>
      Promise.resolve(turns),
    );
  });
  const turnOf = await Promise.all(endings);
  clearImmediate(watch);
  expect(new Set(turnOf).size).toBe(5);
});
