import { z } from 'zod';
import { parsePurl } from '@/domain/identifiers/purl';
import type { Upstream } from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/context';
import type { InventoryDocument, InventoryFormat, InventorySubject } from '../document';
import { ComponentList } from './components';
import {
  cutText,
  dayOfText,
  instantOf,
  itemsOf,
  labelRecord,
  lifecycleOf,
  listOf,
  longText,
  memberOf,
  nameText,
  type Path,
  parsePart,
} from './shape';
import { imageSubject, subjectOf } from './subject';
import { distroOfDocker } from './systems';
import { known } from './words';

const texts = listOf(longText).transform((items) => items.flatMap((item) => item ?? []));
const metadata = z.object({
  userInput: longText,
  path: longText,
  manifestDigest: longText,
  tags: texts,
  repoDigests: texts,
  labels: labelRecord,
});

const head = z.object({
  descriptor: z.object({ name: nameText, version: nameText, timestamp: nameText }).nullish(),
  schema: z.object({ version: nameText }).nullish(),
  distro: z
    .object({
      id: nameText,
      versionID: nameText,
      prettyName: nameText,
      cpeName: nameText,
      supportEnd: nameText,
      name: nameText,
      version: nameText,
    })
    .nullish(),
  source: z
    .object({
      name: longText,
      version: nameText,
      type: nameText,
      // Until schema 7 a path, or what is called metadata now.
      target: z.union([longText, metadata]),
      metadata: metadata.nullish(),
      image: z
        .object({
          name: longText,
          digest: longText,
          tags: texts,
          distro: z.object({ os_name: nameText, os_version: nameText }).nullish(),
          config: z.object({ config: z.object({ Labels: labelRecord }).nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
type Head = z.output<typeof head>;

const artifact = z.object({
  namespace: nameText,
  name: nameText,
  version: nameText,
  type: nameText,
  language: nameText,
  purl: longText,
  parent: longText,
  locations: listOf(z.object({ path: longText })),
  cpes: listOf(z.union([longText, z.object({ cpe: longText }).transform(({ cpe }) => cpe)])),
  licenses: listOf(z.union([cutText, z.object({ value: cutText, spdxExpression: cutText })])),
});
type Artifact = z.output<typeof artifact>;

/** Reads Syft's own JSON, which `docker sbom` writes too. */
export function readSyft(document: unknown, path: Path = []): InventoryDocument {
  const { descriptor, schema, distro, source } = parsePart(head, document, path);
  const list = readArtifacts(document, path, (entry) => entry.type);
  const named = distroOf(distro);
  const lifecycle = lifecycleOf({ eolOn: dayOfText(distro?.supportEnd) }, 'supportEnd');
  return {
    ...frame('syft-json', schema?.version, descriptor),
    subject: source ? syftSubject(source) : null,
    ...list.result(named ? [{ distro: named, lifecycle }] : []),
  };
}

/**
 * Reads the JSON of `docker scout sbom`, whose types of packages are those of their purls, and whose `parent` is the source
 * package. The image's tags stand apart from its name.
 * Source: `types.go` and `index.go` of docker/index-cli-plugin (Apache-2.0), from which `docker scout` was made.
 */
export function readScout(document: unknown, path: Path = []): InventoryDocument {
  const { descriptor, source } = parsePart(head, document, path);
  const list = readArtifacts(document, path, () => null);
  const image = source?.image ?? null;
  const distro = distroOfDocker(image?.distro?.os_name, image?.distro?.os_version);
  const name = known(image?.name);
  return {
    ...frame('docker-scout-json', null, descriptor),
    subject:
      name === null
        ? null
        : imageSubject({
            ...{ name: taggedName(name, image?.tags ?? []), version: image?.digest },
            labels: image?.config?.config?.Labels,
          }),
    ...list.result(distro ? [{ distro, lifecycle: null }] : []),
  };
}

function readArtifacts(
  document: unknown,
  path: Path,
  typeOf: (entry: Artifact) => string | null | undefined,
): ComponentList {
  const list = new ComponentList();
  const here = [...path, 'artifacts'];
  for (const [index, item] of itemsOf(memberOf(document, 'artifacts'), here).entries()) {
    const entry = parsePart(artifact, item, [...here, index]);
    const { namespace, name, version, language, purl, parent, locations, cpes, licenses } = entry;
    list.add({
      ...{ group: namespace, name, version, language, purl },
      type: typeOf(entry),
      upstream: sourcePackage(parent),
      path: locations[0]?.path,
      cpes: cpes.flatMap((cpe) => cpe ?? []),
      licenses: licenses.flatMap((license) =>
        typeof license === 'object' && license !== null
          ? (license.value ?? license.spdxExpression ?? [])
          : (license ?? []),
      ),
    });
  }
  return list;
}

function frame(
  format: InventoryFormat,
  formatVersion: string | null | undefined,
  descriptor: Head['descriptor'],
) {
  const tool = known(descriptor?.name);
  return {
    format,
    formatVersion: formatVersion ?? null,
    tools: tool === null ? [] : [{ name: tool, version: known(descriptor?.version) }],
    createdAt: instantOf(descriptor?.timestamp),
  };
}

function distroOf(distro: Head['distro']): Distro | null {
  const read = {
    // Until schema 2 the fields were called otherwise.
    id: known(distro?.id) ?? known(distro?.name) ?? '',
    versionId: known(distro?.versionID) ?? known(distro?.version) ?? '',
    prettyName: known(distro?.prettyName) ?? '',
    cpeName: known(distro?.cpeName) ?? '',
  };
  return Object.values(read).every((value) => value === '') ? null : read;
}

/** Joins a name of an image without a tag to the first of its tags, which may be a whole reference. */
function taggedName(name: string, tags: readonly string[]): string {
  const [tag] = tags;
  const isTagged = name.lastIndexOf(':') > name.lastIndexOf('/');
  if (tag === undefined || isTagged || name.includes('@')) return name;
  return /[:/]/.test(tag) ? tag : `${name}:${tag}`;
}

function sourcePackage(parent: string | null | undefined): Upstream | null {
  const reading = parent ? parsePurl(parent) : null;
  if (!reading?.ok) return null;
  return { name: reading.purl.name, version: reading.purl.version ?? '' };
}

function syftSubject(source: NonNullable<Head['source']>): InventorySubject | null {
  const target = typeof source.target === 'object' ? source.target : null;
  const facts = source.metadata ?? target;
  const name = known(source.name);
  if (source.type === 'image') {
    const image = known(facts?.userInput) ?? name;
    if (image === null) return null;
    return imageSubject({
      name: image,
      version: facts?.manifestDigest ?? source.version,
      labels: facts?.labels,
      tags: facts?.tags ?? [],
      repoDigests: facts?.repoDigests ?? [],
    });
  }
  const directory = typeof source.target === 'string' ? source.target : facts?.path;
  const path = known(directory) ?? name;
  return path === null ? null : subjectOf('directory', path, known(source.version));
}
