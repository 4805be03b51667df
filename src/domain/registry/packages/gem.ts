import { z } from 'zod';
import { readAs } from '../evidence';
import { dayOfText, factsOfReleases, type PackageFacts } from '../package-facts';

const versions = z.array(z.object({ number: z.string(), created_at: z.string().nullish() }));

/**
 * Reads the versions of a gem (`/api/v1/versions/<name>.json`). What was yanked is not in it, and neither is what a mirror
 * does not have, so that a version's absence says nothing. Source: RubyGems.org API, "Gem version methods".
 * @throws UnreadableAnswer
 */
export function readGemFacts(document: unknown, name: string): PackageFacts {
  const releases = readAs(versions, document).map(({ number, created_at: at }) => ({
    ...{ version: number, on: dayOfText(at) },
  }));
  return factsOfReleases('gem', name, releases);
}
