/**
 * How well it is known whether something is still supported: the one place for the degrees of evidence, their order and
 * their words.
 */

/**
 * The degrees, best first. A component has the best that there is for it; what is better outweighs what is worse, also
 * where it says that nothing has ended.
 */
export const EVIDENCE_DEGREES = [
  'contract',
  'own',
  'catalog',
  'sbom',
  'registry',
  'inferred',
  'stale',
  'unknown',
] as const;
export type EvidenceDegree = (typeof EVIDENCE_DEGREES)[number];

/** The degrees as labels: of marks, filters, columns and counts. */
export const EVIDENCE_WORDS: Readonly<Record<EvidenceDegree, string>> = {
  contract: 'Contract',
  own: 'Own date',
  catalog: 'Catalog',
  sbom: 'From the SBOM',
  registry: 'Registry',
  inferred: 'Inferred',
  stale: 'Stale line',
  unknown: 'Unknown',
};

/** What each degree stands for, as a sentence without its stop. */
export const EVIDENCE_SENTENCES: Readonly<Record<EvidenceDegree, string>> = {
  contract: 'A contract of the organization says how long it is supported',
  own: 'The organization itself says when it ends',
  catalog:
    'The vendor, the catalog or the scanner’s own says when it ends, or that no end is announced',
  sbom: 'The SBOM that names it carries when its support ends',
  registry: 'Its registry calls it deprecated, yanked, archived or moved',
  inferred: 'Estimate: it is older than a release cycle that has ended',
  stale: 'Estimate: its line had no release for long, while newer lines of the same package had',
  unknown: 'Nobody says anything of its end',
};

/** Conclusions that nobody made a statement of. They never deny unless a policy says so. */
const ESTIMATES: ReadonlySet<EvidenceDegree> = new Set(['inferred', 'stale']);

/** Whether a degree is an estimate: nobody said so, it was concluded. */
export function isEstimate(degree: EvidenceDegree): boolean {
  return ESTIMATES.has(degree);
}

/** Writes a degree for people where no mark says that it is an estimate: "Catalog", "Stale line, an estimate". */
export function degreeInWords(degree: EvidenceDegree): string {
  return `${EVIDENCE_WORDS[degree]}${isEstimate(degree) ? ', an estimate' : ''}`;
}

/** The better of degrees; `unknown` of none. */
export function bestDegree(degrees: Iterable<EvidenceDegree>): EvidenceDegree {
  const given = new Set(degrees);
  return EVIDENCE_DEGREES.find((degree) => given.has(degree)) ?? 'unknown';
}

/** Counts by degree, each of which is there. */
export type DegreeCounts = Readonly<Record<EvidenceDegree, number>>;

/** Makes something for every degree: its count, most of all. */
export function perDegree<Value>(
  make: (degree: EvidenceDegree) => Value,
): Record<EvidenceDegree, Value> {
  const made: Partial<Record<EvidenceDegree, Value>> = {};
  for (const degree of EVIDENCE_DEGREES) made[degree] = make(degree);
  // Every degree has just been written.
  return made as Record<EvidenceDegree, Value>;
}

/** Counts those of any number of things that rest on an estimate. */
export function estimatesIn(counts: DegreeCounts): number {
  return EVIDENCE_DEGREES.filter(isEstimate).reduce((sum, degree) => sum + counts[degree], 0);
}

/** Writes counts by degree for people, best first: "Catalog 12, Inferred 2"; empty of nothing. */
export function degreeCountWords(counts: DegreeCounts, numberOf = inEnglish): string {
  return EVIDENCE_DEGREES.filter((degree) => counts[degree] > 0)
    .map((degree) => `${EVIDENCE_WORDS[degree]} ${numberOf(counts[degree])}`)
    .join(', ');
}

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const inEnglish = (value: number) => integer.format(value);

/** Describes the degrees for readers of the API. */
export const EVIDENCE_DESCRIBED = `How well that is known, best first. ${EVIDENCE_DEGREES.map(
  (degree) =>
    `\`${degree}\`: ${EVIDENCE_SENTENCES[degree].replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`,
).join('; ')}`;
