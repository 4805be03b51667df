import { expect, it } from 'vitest';
import { archiveName, feedFileOf, isArchiveName, listingUrl, scannerListing } from './feed';

const builtAt = new Date('2026-11-21T20:15:07.900Z');
const sha256 = 'ab'.repeat(32);

it('lists one archive by its absolute address', () => {
  const name = archiveName(builtAt, sha256);
  expect(name).toBe('xeol-db_v1_20261121T201507Z_abababababababab.tar.gz');
  expect(JSON.parse(scannerListing('https://eol.example.com', { name, builtAt, sha256 }))).toEqual({
    available: {
      1: [
        {
          built: '2026-11-21T20:15:07Z',
          version: 1,
          url: `https://eol.example.com/xeol/databases/${name}`,
          checksum: `sha256:${sha256}`,
        },
      ],
    },
  });
  expect(isArchiveName(name)).toBe(true);
  expect(listingUrl('https://eol.example.com')).toBe(
    'https://eol.example.com/xeol/databases/listing.json',
  );
});

it('knows its own paths', () => {
  expect(feedFileOf('/xeol/databases/listing.json')).toBe('listing.json');
  expect(feedFileOf('/xeol/databases/listing.json/')).toBe('listing.json');
  expect(feedFileOf('/xeol/databases/')).toBe('');
  expect(feedFileOf('/xeol/database')).toBeNull();
  expect(isArchiveName('../xeol-db_v1_20261121T201507Z_abababababababab.tar.gz')).toBe(false);
});
