import { DISTRIBUTION_TYPE } from '@/domain/inventory/matching';
import {
  filled,
  inPieces,
  instantOfDay,
  type SbomFormat,
  type SbomWriter,
  subjectName,
  supportSentence,
  type WrittenComponent,
  type WrittenHead,
  type WrittenSubject,
} from './document';

/**
 * SPDX 2.3 JSON: the end of support as `validUntilDate`. It has no field for the level of support, which is in the
 * package's comment, with the justification where no day is known.
 */
export const SPDX_2: SbomFormat = {
  contentType: 'application/spdx+json',
  extension: 'spdx.json',
  begin,
};

const SUBJECT_IDS = {
  image: 'SPDXRef-DocumentRoot-Image-1',
  directory: 'SPDXRef-DocumentRoot-Directory-1',
  application: 'SPDXRef-DocumentRoot-Application-1',
} as const;
const PURPOSES = { image: 'CONTAINER', directory: null, application: 'APPLICATION' } as const;
const SYSTEM_ID = 'SPDXRef-OperatingSystem';
/** What is not said of any package. */
const NOTHING_SAID = {
  downloadLocation: 'NOASSERTION',
  filesAnalyzed: false,
  licenseConcluded: 'NOASSERTION',
  licenseDeclared: 'NOASSERTION',
  copyrightText: 'NOASSERTION',
} as const;

const packageId = (place: number) => `SPDXRef-Package-${String(place)}`;

function begin({ subject, system, id, asOf, baseUrl, release }: WrittenHead): SbomWriter {
  const subjectId = SUBJECT_IDS[subject.kind];
  const start = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: subjectName(subject),
    documentNamespace: `${baseUrl}/spdx/${id}`,
    creationInfo: { created: asOf, creators: [`Tool: Eventide-${release}`] },
    documentDescribes: [subjectId],
  };
  const packages = [subjectPackage(subject), ...(system ? [systemPackage(system)] : [])];
  let written = 0;
  return {
    opening: `${JSON.stringify(start).slice(0, -1)},"packages":[\n${packages.map((one) => JSON.stringify(one)).join(',\n')}`,
    component(component) {
      written += 1;
      return `,\n${JSON.stringify(softwarePackage(component, packageId(written)))}`;
    },
    *closing() {
      yield `\n],"relationships":[\n${relation('SPDXRef-DOCUMENT', 'DESCRIBES', subjectId)}`;
      if (system) yield `,\n${relation(subjectId, 'CONTAINS', SYSTEM_ID)}`;
      if (written > 0) yield ',\n';
      yield* inPieces(
        written,
        (place) => relation(subjectId, 'CONTAINS', packageId(place + 1)),
        ',\n',
      );
      yield '\n]}\n';
    },
  };
}

function relation(element: string, type: string, related: string): string {
  return `{"spdxElementId":"${element}","relationshipType":"${type}","relatedSpdxElement":"${related}"}`;
}

function subjectPackage(subject: WrittenSubject) {
  const { kind, tag, digest } = subject;
  const sha256 = /^sha256:([0-9a-f]{64})$/.exec(digest ?? '')?.[1];
  return filled({
    SPDXID: SUBJECT_IDS[kind],
    name: subjectName(subject),
    versionInfo: kind === 'directory' ? null : (digest ?? tag),
    primaryPackagePurpose: PURPOSES[kind],
    ...NOTHING_SAID,
    checksums: sha256 ? [{ algorithm: 'SHA256', checksumValue: sha256 }] : [],
  });
}

function systemPackage({ distro, lifecycle }: NonNullable<WrittenHead['system']>) {
  const { id, versionId, prettyName, cpeName } = distro;
  return filled({
    SPDXID: SYSTEM_ID,
    name: id || prettyName || 'unknown',
    versionInfo: versionId,
    primaryPackagePurpose: 'OPERATING_SYSTEM',
    ...NOTHING_SAID,
    externalRefs: references(null, cpeName === '' ? [] : [cpeName]),
    validUntilDate: instantOfDay(lifecycle.eolOn),
    comment: supportSentence(lifecycle),
  });
}

function softwarePackage(component: WrittenComponent, SPDXID: string) {
  const { name, version, type, purl, cpes, licenses, upstreams, lifecycle } = component;
  const [source] = purl?.includes('upstream=') ? [] : upstreams;
  return filled({
    SPDXID,
    name,
    versionInfo: version,
    primaryPackagePurpose: type === DISTRIBUTION_TYPE ? 'OPERATING_SYSTEM' : null,
    ...NOTHING_SAID,
    licenseComments: licenses.length === 0 ? null : `Found: ${licenses.join(', ')}`,
    sourceInfo: source ? `built package from: ${source.name} ${source.version}`.trim() : null,
    externalRefs: references(purl, cpes),
    releaseDate: instantOfDay(lifecycle.releasedOn),
    validUntilDate: instantOfDay(lifecycle.eolOn),
    comment: supportSentence(lifecycle),
  });
}

function references(purl: string | null, cpes: readonly string[]) {
  return [
    ...(purl === null
      ? []
      : [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }]),
    ...cpes.map((cpe) => ({
      referenceCategory: 'SECURITY',
      referenceType: cpe.startsWith('cpe:2.3:') ? 'cpe23Type' : 'cpe22Type',
      referenceLocator: cpe,
    })),
  ];
}
