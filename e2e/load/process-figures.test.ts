import { expect, test } from 'vitest';
import { LiveHeap, memoryMibIn } from './process-figures';

/** As Node 24 writes them. */
const FIRST =
  '[149:0x41287000]    15637 ms: Mark-Compact 113.8 (122.8) -> 47.3 (57.1) MB, pooled: 30 MB, 41.64 / 0.00 ms (average mu = 0.907) finalize incremental marking via stack guard; GC in old space requested\n';
const OTHERS = `{"level":"warn","msg":"of the server: Mark-Compact 1.0 (1.0) -> 9.9 (10.0)"}
[149:0x41287000]    16102 ms: Scavenge 61.2 (68.0) -> 57.9 (69.1) MB, pooled: 0 MB, 1.53 / 0.00 ms (average mu = 0.907) task;
`;
const SECOND =
  '[149:0x41287000]    19637 ms: Mark-Compact (reduce) 103.8 (112.8) -> 48.1 (57.1) MB, pooled: 0 MB\n';

test('what the last collection of the whole heap left is heard, and nothing else', () => {
  const heap = new LiveHeap();
  expect(heap.mib).toBeNaN();
  heap.hear(FIRST);
  heap.hear(OTHERS);
  expect(heap.mib).toBe(47.3);
  // It may be read while a line is being written.
  heap.hear(SECOND.slice(0, 60));
  expect(heap.mib).toBe(47.3);
  heap.hear(SECOND.slice(60));
  expect(heap.mib).toBe(48.1);
});

test('memory is read from the metrics, and code apart from the rest of the heap', () => {
  const used = (space: string, bytes: number) =>
    `nodejs_heap_space_size_used_bytes{space="${space}"} ${String(bytes)}`;
  const lines = [
    '# TYPE nodejs_heap_space_size_used_bytes gauge',
    used('old', 99_000_000),
    used('code', 1_048_576),
    used('trusted', 2_097_152),
    used('code_large_object', 524_288),
    'nodejs_heap_space_size_total_bytes{space="code"} 7340032',
  ];
  expect(memoryMibIn(lines.join('\n')).code).toBeNaN();
  const whole = [
    ...[...lines, used('trusted_large_object', 0)],
    'nodejs_heap_size_used_bytes 209715200',
    'nodejs_heap_size_total_bytes 314572800',
    'nodejs_external_memory_bytes 10485760',
    '',
  ];
  expect(memoryMibIn(whole.join('\n'))).toEqual({
    ...{ heap: 200, committed: 300, external: 10, code: 3.5 },
  });
});
