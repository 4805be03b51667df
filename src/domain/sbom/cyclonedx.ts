import {
  EVENTIDE_DEVELOPMENT,
  MILESTONE,
  MILESTONES,
  SUPPORT_LEVEL,
} from '@/domain/inventory/document/cyclonedx';
import { DISTRIBUTION_TYPE } from '@/domain/inventory/matching';
import {
  filled,
  type SbomFormat,
  type SbomWriter,
  subjectName,
  type WrittenComponent,
  type WrittenHead,
  type WrittenSubject,
} from './document';
import type { WrittenLifecycle } from './lifecycle';

/** CycloneDX JSON: dates and levels of support as properties, as its taxonomy has them. */
export function cycloneDx(specVersion: '1.6' | '1.7'): SbomFormat {
  return {
    contentType: `application/vnd.cyclonedx+json; version=${specVersion}`,
    extension: 'cdx.json',
    begin: (head) => begin(head, specVersion),
  };
}

type Property = readonly [name: string, value: string | null];

const properties = (given: readonly Property[]) =>
  given.flatMap(([name, value]) => (value === null || value === '' ? [] : [{ name, value }]));

function begin(head: WrittenHead, specVersion: string): SbomWriter {
  const { subject, system, id, asOf, release } = head;
  const start = {
    $schema: `http://cyclonedx.org/schema/bom-${specVersion}.schema.json`,
    bomFormat: 'CycloneDX',
    specVersion,
    serialNumber: `urn:uuid:${id}`,
    version: 1,
    metadata: {
      timestamp: asOf,
      tools: { components: [{ type: 'application', name: 'Eventide', version: release }] },
      component: subjectComponent(subject),
    },
  };
  let written = 0;
  const line = (entry: object) => {
    written += 1;
    return `${written === 1 ? '\n' : ',\n'}${JSON.stringify(entry)}`;
  };
  return {
    opening: `${JSON.stringify(start).slice(0, -1)},"components":[${system ? line(systemComponent(system)) : ''}`,
    component: (component) =>
      line(softwareComponent(component, `component-${String(written + 1)}`)),
    closing: () => ['\n]}\n'],
  };
}

const TYPES = { image: 'container', directory: 'file', application: 'application' } as const;

function subjectComponent(subject: WrittenSubject) {
  const { kind, tag, digest, labels } = subject;
  return filled({
    type: TYPES[kind],
    'bom-ref': 'subject',
    name: subjectName(subject),
    version: kind === 'directory' ? null : (digest ?? tag),
    properties: properties(
      Object.entries(labels).map(([key, value]) => [`syft:image:labels:${key}`, value]),
    ),
  });
}

function systemComponent({ distro, lifecycle }: NonNullable<WrittenHead['system']>) {
  const { id, versionId, prettyName, cpeName } = distro;
  return filled({
    type: 'operating-system',
    'bom-ref': 'operating-system',
    name: id || prettyName || 'unknown',
    version: versionId,
    description: prettyName,
    properties: properties([
      ['syft:distro:id', id],
      ['syft:distro:versionID', versionId],
      ['syft:distro:prettyName', prettyName],
      ['syft:distro:cpeName', cpeName],
      ...lifecycleProperties(lifecycle),
    ]),
  });
}

function softwareComponent(component: WrittenComponent, ref: string) {
  const { name, version, type, language, purl, cpes, upstreams, licenses, scope } = component;
  const [cpe = null, ...otherCpes] = cpes;
  const [source] = purl?.includes('upstream=') ? [] : upstreams;
  return filled({
    type: type === DISTRIBUTION_TYPE ? 'operating-system' : 'library',
    'bom-ref': ref,
    name,
    version,
    scope: scope === 'excluded' ? scope : null,
    licenses: licenses.map((license) => ({ license: { name: license } })),
    ...{ cpe, purl },
    properties: properties([
      ['syft:package:type', type],
      ['syft:package:language', language],
      ...otherCpes.map((text) => ['syft:cpe23', text] as const),
      ['aquasecurity:trivy:SrcName', source?.name ?? null],
      ['aquasecurity:trivy:SrcVersion', source?.version ?? null],
      [EVENTIDE_DEVELOPMENT, scope === 'development' ? 'true' : null],
      ...lifecycleProperties(component.lifecycle),
    ]),
  });
}

function lifecycleProperties(lifecycle: WrittenLifecycle): Property[] {
  const { level, evidence, product, cycle, extendedSupportEndsOn, justification } = lifecycle;
  const days = [
    'releasedOn',
    'developmentEndsOn',
    'guaranteedSupportEndsOn',
    'eolOn',
    'saleEndsOn',
  ] as const;
  return [
    ...days.map((day) => [MILESTONE + MILESTONES[day], lifecycle[day]] as const),
    ['eventide:extendedSupportEndsOn', extendedSupportEndsOn],
    [SUPPORT_LEVEL, level],
    ['eventide:evidence', evidence],
    ['eventide:product', product],
    ['eventide:cycle', cycle],
    ['eventide:justification', justification],
  ];
}
