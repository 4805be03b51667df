import { parsePurl } from '@/domain/identifiers/purl';
import { type NamedWaiverPlace, placeWords } from './waiver';

/** A granted waiver as documents of exceptions name it. */
export interface VexWaiver extends NamedWaiverPlace {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  readonly reason: string;
  readonly control: string | null;
  readonly endsOn: string;
  /** Instants, ISO 8601. */
  readonly askedAt: string;
  readonly updatedAt: string;
}

/** Who says it, and when. */
export interface VexSource {
  /** The installation's own address. */
  readonly publicUrl: string;
  readonly organizationId: string;
  readonly organizationName: string;
  /** An instant, ISO 8601. */
  readonly at: string;
}

/**
 * Names the end of a release cycle as documents on vulnerabilities name a vulnerability, which an end has no number of:
 * `EOL-Debian-Linux-11`. Blanks become dashes, as ids have none.
 */
export function endId(productName: string, cycle: string): string {
  return `EOL-${productName}-${cycle}`.replaceAll(/\s+/g, '-');
}

/**
 * Writes waivers as OpenVEX. What is waived is affected, and stays so: the statement says until when that is accepted,
 * and why. It is never "not affected", which nobody has found out.
 * Source: OpenVEX specification 0.2.0.
 */
export function toOpenVex(waivers: readonly VexWaiver[], source: VexSource) {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `${source.publicUrl}/api/vex/openvex/${source.organizationId}/${source.at}`,
    author: source.organizationName,
    timestamp: source.at,
    version: 1,
    tooling: 'Eventide',
    statements: waivers.map((waiver) => ({
      '@id': waiverUrl(waiver, source),
      vulnerability: { name: endId(waiver.productName, waiver.cycle), description: endOf(waiver) },
      timestamp: waiver.askedAt,
      last_updated: waiver.updatedAt,
      products: [
        { '@id': placeId(waiver, source), subcomponents: [{ '@id': softwareId(waiver) }] },
      ],
      status: 'affected' as const,
      action_statement: actionOf(waiver),
      action_statement_timestamp: waiver.updatedAt,
    })),
  };
}

/**
 * Writes waivers as CycloneDX VEX: `exploitable`, which is its word for "affected", with what is done about it.
 * Source: CycloneDX 1.6, `vulnerabilities[].analysis`.
 */
export function toCycloneDxVex(waivers: readonly VexWaiver[], source: VexSource) {
  const components = new Map(
    waivers.map((waiver) => [
      softwareId(waiver),
      {
        ...{ type: 'application' as const, 'bom-ref': softwareId(waiver) },
        ...{ name: waiver.productName, version: waiver.cycle, purl: softwareId(waiver) },
      },
    ]),
  );
  return {
    ...{ bomFormat: 'CycloneDX' as const, specVersion: '1.6' as const, version: 1 },
    metadata: {
      timestamp: source.at,
      supplier: { name: source.organizationName },
      tools: { components: [{ type: 'application' as const, name: 'Eventide' }] },
    },
    components: [...components.values()],
    vulnerabilities: waivers.map((waiver) => ({
      'bom-ref': waiver.id,
      id: endId(waiver.productName, waiver.cycle),
      source: { name: 'Eventide', url: waiverUrl(waiver, source) },
      description: endOf(waiver),
      analysis: {
        state: 'exploitable' as const,
        response: [
          'will_not_fix' as const,
          ...(waiver.control === null ? [] : ['workaround_available' as const]),
        ],
        detail: actionOf(waiver),
        firstIssued: waiver.askedAt,
        lastUpdated: waiver.updatedAt,
      },
      affects: [{ ref: softwareId(waiver) }],
      properties: [
        { name: 'eventide:waiver:where', value: placeWords(waiver) },
        { name: 'eventide:waiver:ends_on', value: waiver.endsOn },
      ],
    })),
  };
}

function endOf({ productName, cycle }: VexWaiver): string {
  return isPackage(productName)
    ? `The registry of ${productName} ${cycle} speaks against it, or its line is stale`
    : `The support of ${productName} ${cycle} ends, or has ended`;
}

/** Of a package that a policy judges by what its registry says, the name is its package URL. */
function isPackage(productName: string): boolean {
  return parsePurl(productName).ok;
}

function actionOf({ reason, control, endsOn, ...place }: VexWaiver): string {
  const until = `Accepted until ${endsOn}, where it is found: ${placeWords(place)}. ${reason}`;
  return control === null ? until : `${until}\nMitigating control: ${control}`;
}

function waiverUrl({ id }: VexWaiver, { publicUrl }: VexSource): string {
  return `${publicUrl}/waivers/${id}`;
}

/** A package URL: as most ends are of products, and not of packages, of the type for what has no other. */
function softwareId({ productName, cycle }: VexWaiver): string {
  const name = isPackage(productName)
    ? productName
    : `pkg:generic/${encodeURIComponent(productName)}`;
  return `${name}@${encodeURIComponent(cycle)}`;
}

/** A name in the form of an address, which leads nowhere: OpenVEX wants one for whatever it is about. */
function placeId(
  { scope, projectName, teamId, imageName, imageTag }: VexWaiver,
  { publicUrl, organizationId }: VexSource,
): string {
  const base = `${publicUrl}/organizations/${organizationId}`;
  if (scope === 'team') return `${base}/teams/${teamId ?? ''}`;
  const project = projectName === null ? '' : `/projects/${encodeURIComponent(projectName)}`;
  if (scope !== 'image') return `${base}${project}`;
  const tag = imageTag === null ? '' : `:${encodeURIComponent(imageTag)}`;
  return `${base}${project}/images/${encodeURIComponent(imageName ?? '')}${tag}`;
}
