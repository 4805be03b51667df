import { z } from 'zod';
import { parseJson, readAs } from '../evidence';
import { dayOfText, factsOfReleases, type PackageFacts } from '../package-facts';

const entry = z.object({
  vers: z.string(),
  yanked: z.boolean().nullish(),
  /** Since 2025, where the registry has it. */
  pubtime: z.string().nullish(),
});

/** A crate's place in a sparse index. Source: The Cargo Book, "Registry index", "Index files". */
export function cargoPath(name: string): readonly string[] {
  const lower = name.toLowerCase();
  if (lower.length <= 2) return [String(lower.length), lower];
  if (lower.length === 3) return ['3', lower.slice(0, 1), lower];
  return [lower.slice(0, 2), lower.slice(2, 4), lower];
}

/** Reads a crate's index file: a line of JSON for each version. @throws UnreadableAnswer */
export function readCargoFacts(text: string, name: string): PackageFacts {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const releases = lines.map((line) => {
    const { vers: version, yanked, pubtime } = readAs(entry, parseJson(line));
    const said = yanked ? ({ kind: 'yanked', known: 'Yanked by its publisher' } as const) : null;
    return { version, on: dayOfText(pubtime), said };
  });
  return factsOfReleases('cargo', name, releases);
}
