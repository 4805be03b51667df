import { z } from 'zod';
import { readAs, UnreadableAnswer } from '../evidence';
import {
  dayOfText,
  factsOfReleases,
  type PackageFacts,
  packageStatement,
  type StatementKind,
} from '../package-facts';
import { successorIn } from '../successor';

const packument = z.object({
  versions: z
    .record(z.string(), z.object({ deprecated: z.union([z.string(), z.boolean()]).nullish() }))
    .nullish(),
  time: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Reads the document of a whole package (`GET /<name>`). Source: npm's package metadata, `deprecated` and `time`. Of a package
 * that was unpublished as a whole the registry keeps the times alone.
 * @throws UnreadableAnswer
 */
export function readNpmFacts(document: unknown, name: string): PackageFacts {
  const { versions, time } = readAs(packument, document);
  if (!versions) {
    if (!time?.unpublished) throw new UnreadableAnswer('another shape at: versions');
    const said = { kind: 'yanked', known: 'The package was unpublished' } as const;
    return { lines: [], said: [packageStatement(said, { versions: null })] };
  }
  const releases = Object.entries(versions).map(([version, { deprecated }]) => {
    const at = time?.[version];
    const words = typeof deprecated === 'string' ? deprecated : null;
    const isDeprecated = deprecated !== undefined && deprecated !== null && deprecated !== false;
    return {
      ...{ version, on: typeof at === 'string' ? dayOfText(at) : null },
      // Lifting a deprecation leaves an empty text.
      said:
        isDeprecated && deprecated !== ''
          ? {
              ...{ kind: kindOf(words), known: 'Deprecated by its publisher', words },
              successor: successorIn('npm', name, words),
            }
          : null,
    };
  });
  return factsOfReleases('npm', name, releases);
}

function kindOf(words: string | null): StatementKind {
  return words !== null && /\b(moved|renamed)\b/i.test(words) ? 'moved' : 'deprecated';
}
