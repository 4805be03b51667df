import { z } from 'zod';
import { readAs } from '../evidence';
import { dayOfText, factsOfReleases, type PackageFacts, packageStatement } from '../package-facts';

const release = z.object({
  version: z.string().nullish(),
  time: z.string().nullish(),
  abandoned: z.union([z.boolean(), z.string()]).nullish(),
});
const metadata = z.object({
  minified: z.string().nullish(),
  packages: z.record(z.string(), z.array(release)),
});

/**
 * Reads a package's metadata (`/p2/<vendor>/<name>.json`), in which each version leaves out what it has in common with the
 * one before. A package is abandoned as a whole, which its newest version says.
 * Source: Packagist's API, "Getting package data", and composer/metadata-minifier.
 * @throws UnreadableAnswer
 */
export function readComposerFacts(document: unknown, name: string): PackageFacts {
  const { minified, packages } = readAs(metadata, document);
  const own = packages[name] ?? [];
  let before: z.output<typeof release> = {};
  const releases = own.map((given) => {
    const whole = minified ? { ...before, ...withoutUnset(given) } : given;
    before = whole;
    return whole;
  });
  const abandoned = releases[0]?.abandoned;
  const isNamed = typeof abandoned === 'string' && abandoned !== '' && abandoned !== UNSET;
  const said =
    abandoned === true || isNamed
      ? [
          packageStatement(
            {
              ...{ kind: 'deprecated', known: 'Abandoned by its maintainer' },
              words: isNamed ? `use ${abandoned} instead` : null,
              successor: isNamed ? abandoned : null,
            },
            { versions: null },
          ),
        ]
      : [];
  const listed = releases.flatMap(({ version, time }) =>
    version ? [{ version: version.replace(/^v/i, ''), on: dayOfText(time) }] : [],
  );
  return factsOfReleases('composer', name.split('/').at(-1) ?? name, listed, said);
}

/** Stands for a field that the version before had and this one does not. */
const UNSET = '__unset';

function withoutUnset(given: z.output<typeof release>): z.output<typeof release> {
  return { ...given, ...(given.abandoned === UNSET && { abandoned: false }) };
}
