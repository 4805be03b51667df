import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Debian, DebianPackage } from './debian';
import type { NativePart } from './native-parts';
import type { ShippedPackage } from './lock-packages';

/** What the document is of. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** When the sources were as they are, ISO 8601; null: nobody said. Never the time of the build, which is another each time. */
  readonly madeAt: string | null;
}

export interface Contents {
  readonly packages: readonly ShippedPackage[];
  readonly parts: readonly NativePart[];
  /** What an image stands on; left out: it is of no image. */
  readonly distribution?: { readonly name: string; readonly version: string };
}

/** `pkg:npm/%40scope/name@1.0.0`. */
export function purlOf({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

function purlOfPart({ name, version }: NativePart): string {
  return `pkg:generic/${name}${version === null ? '' : `@${version}`}`;
}

/** Many licences are expressions, which the format keeps apart from identifiers; so are names that are none of SPDX's. */
function licensesOf(license: string | null): object {
  if (license === null) return {};
  if (/[\s(]|^LicenseRef-/.test(license)) return { licenses: [{ expression: license }] };
  return { licenses: [{ license: { id: license } }] };
}

function componentOf(shipped: ShippedPackage): object {
  const [group, name] = shipped.name.startsWith('@') ? shipped.name.split('/') : [];
  const purl = purlOf(shipped);
  return {
    type: 'library',
    'bom-ref': `${purl}#${shipped.folder}`,
    ...(group === undefined ? {} : { group }),
    name: name ?? shipped.name,
    version: shipped.version,
    ...(shipped.sha512 === null ? {} : { hashes: [{ alg: 'SHA-512', content: shipped.sha512 }] }),
    ...licensesOf(shipped.license),
    purl,
  };
}

function componentOfPart(part: NativePart): object {
  const purl = purlOfPart(part);
  return {
    type: part.name === 'node' || part.name === 'postgresql' ? 'application' : 'library',
    'bom-ref': `${purl}#${part.within}`,
    name: part.name,
    ...(part.version === null ? {} : { version: part.version }),
    ...licensesOf(part.license),
    ...(part.cpe === null ? {} : { cpe: part.cpe }),
    purl,
    properties: [{ name: 'eventide:within', value: part.within }],
  };
}

/** An UUID that follows from the content, so that the same content is the same document. */
function serialOf(content: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // Version 8: made as the maker likes (RFC 9562).
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function componentOfDebian({ id, version }: Debian, { source, ...deb }: DebianPackage): object {
  const from = [source.name, source.version].filter((part) => part !== null).join('@');
  const qualifiers = new URLSearchParams({
    ...{ arch: deb.architecture, distro: `${id}-${version}` },
    ...(from === deb.name ? {} : { upstream: from }),
  });
  const purl = `pkg:deb/${id}/${encodeURIComponent(deb.name)}@${encodeURIComponent(deb.version)}?${qualifiers.toString()}`;
  return { type: 'library', 'bom-ref': purl, name: deb.name, version: deb.version, purl };
}

/** Lists what an installation holds, as a CycloneDX 1.6 document. */
export function sbomOf(subject: Subject, { packages, parts, distribution }: Contents): object {
  const purl = `pkg:generic/${subject.name}@${subject.version}`;
  const components = [
    ...(distribution === undefined ? [] : [{ type: 'operating-system', ...distribution }]),
    ...parts.map(componentOfPart),
    ...packages.map(componentOf),
  ];
  const metadata = {
    ...(subject.madeAt === null ? {} : { timestamp: subject.madeAt }),
    component: {
      type: 'application',
      'bom-ref': purl,
      name: subject.name,
      version: subject.version,
      ...licensesOf(subject.license),
      purl,
    },
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf([metadata, components]),
    version: 1,
    metadata,
    components,
  };
}

const documentSchema = z.looseObject({ metadata: z.unknown(), components: z.array(z.unknown()) });

/** Adds what an image stands on to the document of what was put into it. */
export function onDebian(document: unknown, debian: Debian): object {
  const { metadata, components, ...rest } = documentSchema.parse(document);
  const all = [
    { type: 'operating-system', name: debian.id, version: debian.version },
    ...debian.packages.map((one) => componentOfDebian(debian, one)),
    ...components,
  ];
  return { ...rest, serialNumber: serialOf([metadata, all]), metadata, components: all };
}
