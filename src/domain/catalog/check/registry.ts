import type { PackageVersion } from '@/domain/registry/component';
import type { Statement } from '@/domain/registry/evidence';
import type { PackageReading } from '@/domain/registry/verdict';
import type {
  CheckAnswer,
  CheckQuestion,
  EolReason,
  Evidence,
  FactAnswer,
  Instant,
  RegistryAnswer,
} from './answer';
import { EVIDENCE_VERSION } from './evidence';
import { askedIdentifier, derivedId, ecosystemOf, plainTypeOf } from './names';
import { endAnswer } from './support';

/** A statement of a package registry, or of the place where the source is kept, on one version of a package. */
export interface RegistryFinding {
  readonly ecosystem: PackageVersion['ecosystem'];
  readonly name: string;
  readonly version: string;
  readonly reason: Exclude<EolReason, 'VENDOR_ANNOUNCED'>;
  /** In the publisher's words. */
  readonly message: string;
  readonly since: Instant | null;
  readonly url: string | null;
  /** The same as the background read it, where it did. */
  readonly fact?: FactAnswer;
}

/** Prepares a registry's statement on a component for the answer. */
export function registryFinding(
  component: PackageVersion,
  { reason, message, since, url }: Statement,
): RegistryFinding {
  const { ecosystem, namespace, name, version } = component;
  const separator = ecosystem === 'maven' ? ':' : '/';
  const wholeName = namespace === null ? name : `${namespace}${separator}${name}`;
  return {
    ...{ ecosystem, name: wholeName, version, reason, message, url },
    since: since?.toISOString() ?? null,
  };
}

/** Prepares what the background read of a package for the answer. */
export function factAnswer({ verdict, readOn }: PackageReading): FactAnswer {
  const { kind, message, successor, url, releasedOn } = verdict;
  return { kind, message, successor, url, released_on: releasedOn, read_on: readOn };
}

/** A package as a check heard of it: what its registry says, or an estimate, or nothing. */
export interface Heard {
  readonly said: RegistryFinding | null;
  /** Why its line is stale. Nobody says so. */
  readonly stale: FactAnswer | null;
}

export const NOTHING_HEARD: Heard = { said: null, stale: null };

/**
 * Puts together what a registry answered to a check, and what the background has read of the package: the answer's words stand,
 * as they are of that version alone; a stale line counts where nobody says anything.
 */
export function heardOf(
  component: PackageVersion,
  answered: Statement | null,
  read: PackageReading | null,
): Heard {
  const fact = read && factAnswer(read);
  if (fact && read?.verdict.degree === 'registry') {
    const reason = fact.kind === 'archived' ? 'SOURCE_ARCHIVED' : 'REGISTRY_DEPRECATED';
    const { message, url } = fact;
    const said = answered ?? { reason, message, since: null, url };
    return { said: { ...registryFinding(component, said), fact }, stale: null };
  }
  if (answered) return { said: registryFinding(component, answered), stale: null };
  return { said: null, stale: fact };
}

export function registryAnswer({ reason, message, since, url }: RegistryFinding): RegistryAnswer {
  // Lower-casing a reason gives just that.
  return { reason: reason.toLowerCase() as Lowercase<EolReason>, message, since, url };
}

/** The answer where only the registry knows the component. */
export function registryOnlyAnswer(
  { component, lifecycle }: CheckQuestion,
  finding: RegistryFinding,
): CheckAnswer {
  const { ecosystem, name, version, reason, since } = finding;
  const names = ['registry', ecosystem, name];
  return {
    error: null,
    result: {
      componentName: name,
      ecosystem: ecosystemOf(component),
      version: {
        id: derivedId('cv_', [...names, version]),
        version,
        componentId: derivedId('c_', names),
        releasedAt: null,
        createdAt: null,
        updatedAt: null,
      },
      eol: { now: { primary: endAnswer(reason, lifecycle, since), other: [] }, future: null },
      lifecycles: [],
      registry: registryAnswer(finding),
    },
    eol: true,
    eol_reason: reason,
    eol_date: since,
    match: { found: true, message: finding.message },
    evidence_degree: 'registry',
    ...(finding.fact && { fact: finding.fact }),
    found_support: false,
    request: { identifier: askedIdentifier(component) },
    evidence: evidenceOf(component, finding),
  };
}

function evidenceOf(query: CheckQuestion['component'], finding: RegistryFinding): Evidence {
  const { ecosystem, name, version, reason, since, url } = finding;
  const type = reason === 'SOURCE_ARCHIVED' ? 'SOURCE' : 'PACKAGE';
  return {
    schema_version: EVIDENCE_VERSION,
    id: ['registry', ecosystem, name, version].join('/'),
    modified: since,
    published: since,
    // A registry does not say who stands behind a package; it is the registry's word that counts.
    entity: {
      lts: false,
      name,
      released: null,
      type: plainTypeOf(query),
      vendor: ecosystem,
      version,
    },
    support: [],
    references: url === null ? [] : [{ type, url }],
    identification: {
      cpes: [],
      custom: { name, vendor: ecosystem },
      purls: query.kind === 'purl' ? [query.purl] : [],
      versions: [version],
    },
  };
}
