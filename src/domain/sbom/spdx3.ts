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
import type { WrittenLifecycle } from './lifecycle';

/** SPDX 3.0 in JSON-LD: `supportLevel` and `validUntilTime` of each package; the justification is its comment. */
export const SPDX_3: SbomFormat = {
  contentType: 'application/spdx+json; version=3.0.1',
  extension: 'spdx3.json',
  begin,
};

const PURPOSES = { image: 'container', directory: 'file', application: 'application' } as const;
const creationInfo = '_:creation';

function begin({ subject, system, id, asOf, baseUrl, release }: WrittenHead): SbomWriter {
  const iri = (name: string) => `${baseUrl}/spdx/${id}#${name}`;
  const packageId = (place: number) => iri(`Package-${String(place)}`);
  const graph = [
    {
      ...{ type: 'CreationInfo', '@id': creationInfo, specVersion: '3.0.1', created: asOf },
      ...{ createdBy: [iri('Agent')], createdUsing: [iri('Tool')] },
    },
    { type: 'SoftwareAgent', spdxId: iri('Agent'), creationInfo, name: 'Eventide' },
    { type: 'Tool', spdxId: iri('Tool'), creationInfo, name: `Eventide ${release}` },
    {
      ...{
        type: 'SpdxDocument',
        spdxId: iri('Document'),
        creationInfo,
        name: subjectName(subject),
      },
      ...{ profileConformance: ['core', 'software'], rootElement: [iri('Sbom')] },
    },
    {
      ...{ type: 'software_Sbom', spdxId: iri('Sbom'), creationInfo },
      ...{ software_sbomType: ['analyzed'], rootElement: [iri('Subject')] },
    },
    subjectPackage(subject, iri('Subject')),
    ...(system ? [systemPackage(system, iri('OperatingSystem'))] : []),
  ];
  const start = { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld' };
  let written = 0;
  return {
    opening: `${JSON.stringify(start).slice(0, -1)},"@graph":[\n${graph.map((one) => JSON.stringify(one)).join(',\n')}`,
    component(component) {
      written += 1;
      return `,\n${JSON.stringify(softwarePackage(component, packageId(written)))}`;
    },
    *closing() {
      const count = written + (system ? 1 : 0);
      const contained = (place: number) =>
        JSON.stringify(place === written ? iri('OperatingSystem') : packageId(place + 1));
      if (count > 0) {
        const contains = {
          ...{ type: 'Relationship', spdxId: iri('Contains'), creationInfo },
          ...{ from: iri('Subject'), relationshipType: 'contains' },
        };
        yield `,\n${JSON.stringify(contains).slice(0, -1)},"to":[`;
        yield* inPieces(count, contained, ',');
        yield ']}';
      }
      yield '\n]}\n';
    },
  };
}

function subjectPackage(subject: WrittenSubject, spdxId: string) {
  const { kind, tag, digest } = subject;
  return filled({
    ...{ type: 'software_Package', spdxId, creationInfo, name: subjectName(subject) },
    software_packageVersion: kind === 'directory' ? null : (digest ?? tag),
    software_primaryPurpose: PURPOSES[kind],
  });
}

function systemPackage({ distro, lifecycle }: NonNullable<WrittenHead['system']>, spdxId: string) {
  const { id, versionId, prettyName, cpeName } = distro;
  return filled({
    ...{ type: 'software_Package', spdxId, creationInfo, name: id || prettyName || 'unknown' },
    software_packageVersion: versionId,
    software_primaryPurpose: 'operatingSystem',
    externalIdentifier: identifiers(cpeName === '' ? [] : [cpeName]),
    ...support(lifecycle),
  });
}

function softwarePackage(component: WrittenComponent, spdxId: string) {
  const { name, version, type, purl, cpes, lifecycle } = component;
  return filled({
    ...{ type: 'software_Package', spdxId, creationInfo, name },
    software_packageVersion: version,
    software_packageUrl: purl,
    software_primaryPurpose: type === DISTRIBUTION_TYPE ? 'operatingSystem' : null,
    externalIdentifier: identifiers(cpes),
    ...support(lifecycle),
  });
}

function support(lifecycle: WrittenLifecycle) {
  return {
    supportLevel: [lifecycle.level],
    releaseTime: instantOfDay(lifecycle.releasedOn),
    validUntilTime: instantOfDay(lifecycle.eolOn),
    comment: supportSentence(lifecycle),
  };
}

function identifiers(cpes: readonly string[]) {
  return cpes.map((identifier) => ({
    type: 'ExternalIdentifier',
    externalIdentifierType: identifier.startsWith('cpe:2.3:') ? 'cpe23' : 'cpe22',
    identifier,
  }));
}
