import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { beginsZstd, unzstd } from './zstd';

const SKIPPED = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
const lines = (first: number) =>
  Array.from({ length: 2_000 }, (_, line) => `${String(first + line * 7919)}\n`).join('');
const packed = (text: string) => zstdCompressSync(Buffer.from(text));

/** Unpacks bytes that arrive in chunks of a length. */
async function unpack(bytes: Uint8Array, length = bytes.byteLength): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < bytes.byteLength; at += length) {
      yield await Promise.resolve(bytes.subarray(at, at + length));
    }
  }
  const parts: Uint8Array[] = [];
  for await (const part of unzstd(chunks())) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('zstd', () => {
  const texts = [lines(0), lines(1), ''];
  const parallel = Buffer.concat(texts.flatMap((text) => [SKIPPED, packed(text)]));

  it.each([1, 7, 1_000, 65_536, parallel.byteLength])(
    'is unpacked whole when it comes in chunks of %i bytes, frames to be skipped among it',
    async (length) => {
      expect((await unpack(parallel, length)) === texts.join('')).toBe(true);
    },
  );

  it.each([
    ['something else after it', Buffer.concat([packed('a'), Buffer.from('junk')]), /^ZSTD_/],
    ['a frame cut off', packed(lines(0)).subarray(0, -2), /^Z_BUF_ERROR$/],
    ['a second one cut off', Buffer.concat([packed('a'), packed('b').subarray(0, 9)]), /^Z_BUF/],
    ['frames without end', Buffer.concat(Array<Buffer>(2_000).fill(packed(''))), /^ZSTD_frames$/],
  ])('is refused with %s', async (_what, bytes, code) => {
    await expect(unpack(bytes)).rejects.toMatchObject({
      code: expect.stringMatching(code) as unknown,
    });
  });

  it('waits for no more of it once the reader has enough', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield await Promise.resolve(packed(lines(0)));
      } finally {
        isClosed = true;
      }
    }
    for await (const part of unzstd(endless())) if (part.byteLength > 0) break;
    await expect.poll(() => isClosed).toBe(true);
  });

  it('is told by its first bytes, and nothing else is taken for it', () => {
    expect([packed('a'), SKIPPED].map(beginsZstd)).toEqual([true, true]);
    const others = ['', 'P', 'SPDXVersion: SPDX-2.3', '{"a":1}', '(a'];
    expect(others.map((text) => beginsZstd(Buffer.from(text)))).toEqual(others.map(() => false));
  });
});
