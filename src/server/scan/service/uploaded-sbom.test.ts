import { expect, it } from 'vitest';
import { imageSource, type ScanUpload } from '@/domain/scan/upload';
import { readWithSbom } from './uploaded-sbom';

const context = { distro: null, tags: [], repoDigests: [], path: null };
const scanned: ScanUpload = {
  ...{ projectName: 'shop', commitHash: null, imagePath: null, distro: null },
  source: imageSource({ ImageName: 'acme/shop:1', ImageDigest: 'sha256:aa' }, false, context),
  ...{ matches: [], matchCount: 0, components: [] },
};

function sbomOf(text: string) {
  const bytes = Buffer.from(text);
  return {
    ...{ sha256: bytes, sizeBytes: bytes.length },
    async *chunks() {
      yield await Promise.resolve(bytes);
    },
    compress: () => Promise.resolve(bytes),
  };
}

it.each([
  ['is no inventory', 'hello', /^Value error, line 1: Expected a document/],
  ['is of a version that is not read', '{"spdxVersion":"SPDX-2.1"}', /^Value error, spdxVersion: /],
  ['is cut off', '{"bomFormat":"CycloneDX","specVersion":"1.6"', /^Value error, /],
])('an SBOM that %s is a fault at the key that holds it', async (_, text, msg) => {
  const answer = readWithSbom(() => scanned, sbomOf(text));
  await expect(answer).rejects.toMatchObject({
    faults: [
      {
        loc: ['body', 'Sbom'],
        // Vitest types its matchers as any.
        msg: expect.stringMatching(msg) as string,
        type: 'value_error',
      },
    ],
  });
});
