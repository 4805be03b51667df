import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildCatalogIndex, matchComponent } from '@/domain/catalog/index-of-names';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { encodePercent } from '@/domain/identifiers/purl';
import { GENUINE } from './testing/genuine-packages';
import { THIRD_PARTY } from './testing/third-party-packages';

const index = buildCatalogIndex(starterCatalog());

function typeOf(distribution: string): string {
  if (/^(?:debian|ubuntu)-/.test(distribution)) return 'deb';
  return distribution.startsWith('alpine-') ? 'apk' : 'rpm';
}

function matchOf(line: string) {
  const [distribution = '', name = '', version = '', source] = line.split(' ');
  const namespace = distribution
    .replace(/-\d.*$/, '')
    .replace('-leap', '')
    .replace('-stream', '');
  const upstream = source === undefined ? '' : `&upstream=${encodePercent(source.slice(1))}`;
  const purl = `pkg:${typeOf(distribution)}/${namespace}/${encodePercent(name)}@${encodePercent(version)}?distro=${distribution}${upstream}`;
  return matchComponent(index, { kind: 'purl', purl });
}

describe('the maintainer of a package', () => {
  it.each(GENUINE)('the distribution that built it: %s', (line) => {
    const match = matchOf(line);
    expect(match).toMatchObject({
      maintainedBy: { kind: 'distribution', evidence: [expect.stringMatching(/\w/)] },
    });
    // CentOS 7 names what the starter catalog lacks in its own package's release; the others are in it.
    if (match.found) expect(match.maintainer).toBe('distribution');
    else expect(match.message, line).toMatch(/has no (?:distribution|release cycle)/);
  });

  it.each(THIRD_PARTY)('its vendor, or nobody that can be told: %s', (line) => {
    const match = matchOf(line);
    expect(match.maintainedBy?.kind, JSON.stringify(match.maintainedBy)).not.toBe('distribution');
    expect(match.maintainedBy?.evidence[0]).toMatch(/\w/);
    if (match.found) expect(match.maintainer).toBe('vendor');
  });

  it('is told of enough packages of both', () => {
    expect(new Set(THIRD_PARTY).size).toBeGreaterThan(200);
    expect(new Set(GENUINE).size).toBeGreaterThan(150);
  });
});

/** Real scans that a machine keeps next to the checkout. */
const CAPTURED = new URL('../../../../shared/payloads/captured/', import.meta.url);
const packages = z.object({
  Packages: z.array(z.object({ Type: z.string(), PURL: z.string() })),
});

describe.runIf(existsSync(CAPTURED))('an image of Debian 12', () => {
  it('holds packages of Debian’s alone', () => {
    const file = new URL('v2-current-image.json', CAPTURED);
    const { Packages } = packages.parse(JSON.parse(readFileSync(file, 'utf8')));
    const matches = Packages.filter(({ Type }) => Type === 'deb').map(({ PURL }) =>
      matchComponent(index, { kind: 'purl', purl: PURL }),
    );
    expect(matches.length).toBeGreaterThan(80);
    expect(matches.filter(({ maintainedBy }) => maintainedBy?.kind !== 'distribution')).toEqual([]);
  });
});
