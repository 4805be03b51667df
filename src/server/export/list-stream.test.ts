import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { listFormat, type ListFormatName } from './list-format';
import { listStream } from './list-stream';

const PATIENT = { stallAfterMs: 3_600_000, bytesPerSecond: 1_000_000 };

/** Begins a file whose columns have these headings. */
const format = (headers: readonly string[], name: ListFormatName = 'csv') =>
  listFormat(
    name,
    headers.map((header) => ({ header, key: header.toLowerCase() })),
  );

/** `count` batches of one record each; what was read of them and whether they were given up. */
function batches(count: number, failAt = Infinity) {
  const seen = { read: 0, closed: false };
  async function* generate() {
    try {
      for (let number = 1; number <= count; number += 1) {
        if (number === failAt) throw new Error('the database went away');
        seen.read += 1;
        yield await Promise.resolve([[number]]);
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, generate };
}

test('writes the header and every batch', async () => {
  const onEnd = vi.fn();
  const { seen, generate } = batches(3);
  const stream = await listStream(format(['Number']), generate(), { pace: PATIENT, onEnd });
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('Number\r\n1\r\n2\r\n3\r\n');
  expect(seen.closed).toBe(true);
  expect(onEnd.mock.calls).toEqual([[null]]);
});

test('an empty list is its header', async () => {
  const { generate } = batches(0);
  const stream = await listStream(format(['a', 'b']), generate(), {
    pace: PATIENT,
    onEnd: vi.fn(),
  });
  expect(await new Response(stream).text()).toBe('a,b\r\n');
});

test.each([
  ['csv', '\uFEFFNumber\r\n1\r\n2\r\n'],
  ['json', '[\n{"number":1},\n{"number":2}\n]\n'],
] as const)('as %s, batches without records are read past', async (name, expected) => {
  async function* generate() {
    for (const records of [[], [[1]], [], [], [[2]], []]) yield await Promise.resolve(records);
  }
  const onEnd = vi.fn();
  const stream = await listStream(format(['Number'], name), generate(), {
    pace: PATIENT,
    onEnd,
  });
  const bytes = await new Response(stream).arrayBuffer();
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(expected);
  expect(onEnd.mock.calls).toEqual([[null]]);
});

test('reads a batch when there is room for it, and no more once nobody reads', async () => {
  const onEnd = vi.fn();
  const { seen, generate } = batches(1_000);
  const stream = await listStream(format(['Number']), generate(), { pace: PATIENT, onEnd });
  const reader = stream.getReader();
  await reader.read();
  await reader.read();
  await sleep(5);
  expect(seen.read).toBe(2);
  await reader.cancel();
  expect(seen).toEqual({ read: 2, closed: true });
  expect(onEnd.mock.calls).toEqual([[null]]);
});

test('what fails before the first rows is thrown, what fails later breaks the file', async () => {
  const options = { pace: PATIENT, onEnd: vi.fn() };
  await expect(listStream(format([]), batches(3, 1).generate(), options)).rejects.toThrow(
    'went away',
  );
  expect(options.onEnd).not.toHaveBeenCalled();
  const stream = await listStream(format([]), batches(3, 3).generate(), options);
  await expect(new Response(stream).text()).rejects.toThrow('went away');
  expect(options.onEnd).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
});

test('lets go of a reader that stalls', async () => {
  const onEnd = vi.fn();
  const { seen, generate } = batches(5);
  const stream = await listStream(format([]), generate(), {
    pace: { ...PATIENT, stallAfterMs: 10 },
    onEnd,
  });
  const reader = stream.getReader();
  await reader.read();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.any(Error)));
  expect(seen.closed).toBe(true);
  await expect(reader.read()).rejects.toThrow('is too slow');
});

test.each([
  [0, '[\n]\n'],
  [2, '[\n{"number":1},\n{"number":2}\n]\n'],
])('as JSON, %i records are an array of objects', async (count, expected) => {
  const { generate } = batches(count);
  const stream = await listStream(format(['Number'], 'json'), generate(), {
    pace: PATIENT,
    onEnd: vi.fn(),
  });
  expect(await new Response(stream).text()).toBe(expected);
});
