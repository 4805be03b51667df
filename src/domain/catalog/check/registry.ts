import type { RegistryComponent } from '@/domain/registry/component';
import type { Evidence as RegistryEvidence } from '@/domain/registry/evidence';
import type { Ecosystem } from '../match';
import type {
  CheckAnswer,
  CheckQuestion,
  EolReason,
  Evidence,
  Instant,
  RegistryAnswer,
} from './answer';
import { EVIDENCE_VERSION } from './evidence';
import { askedIdentifier, derivedId, plainTypeOf } from './names';
import { endAnswer } from './support';

/** A statement of a package registry, or of the place where the source is kept, on one version of a package. */
export interface RegistryFinding {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  readonly reason: Exclude<EolReason, 'VENDOR_ANNOUNCED'>;
  /** In the publisher's words. */
  readonly message: string;
  readonly since: Instant | null;
  readonly url: string | null;
}

/** Prepares a registry's statement on a component for the answer. */
export function registryFinding(
  component: RegistryComponent,
  { reason, message, since, url }: RegistryEvidence,
): RegistryFinding {
  const { ecosystem, namespace, name, version } = component;
  const separator = ecosystem === 'maven' ? ':' : '/';
  const wholeName = namespace === null ? name : `${namespace}${separator}${name}`;
  return {
    ...{ ecosystem, name: wholeName, version, reason, message, url },
    since: since?.toISOString() ?? null,
  };
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
      ecosystem,
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
