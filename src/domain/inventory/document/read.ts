import { z } from 'zod';
import { type InventoryDocument, InventoryDocumentError, type InventorySubject } from '../document';
import { readCycloneDx } from './cyclonedx';
import { readGitHubSnapshot } from './github';
import { listOf, longText, memberOf, nameText, type Path, parsePart } from './shape';
import { readSpdx } from './spdx';
import { readSpdx3 } from './spdx3';
import { imageSubject, subjectOfPurl } from './subject';
import { readScout, readSyft } from './syft';
import { FORMATS_READ, type InventorySyntax } from './syntax';
import { readTrivy } from './trivy';
import { known } from './words';

/**
 * Reads an inventory document that its filter has reduced, in any of the formats that are read.
 *
 * @param kept the JSON of the filter, parsed
 * @param path where it stands in a larger document
 * @param isListed says of which package URLs the caller has the component already, from who wrote the document: those
 * of CycloneDX, as scanners write it, are passed over
 * @throws InventoryDocumentError with the place of the first fault
 */
export function readInventoryDocument(
  kept: unknown,
  syntax: InventorySyntax,
  path: Path = [],
  isListed?: (purl: string) => boolean,
): InventoryDocument {
  if (isStatement(kept)) return readStatement(kept, syntax);
  const wrapped = memberOf(kept, 'sbom');
  if (memberOf(wrapped, 'spdxVersion') !== undefined) return readSpdx(wrapped, syntax, ['sbom']);
  return readPlain(kept, syntax, path, isListed);
}

function readPlain(
  document: unknown,
  syntax: InventorySyntax,
  path: Path,
  isListed?: (purl: string) => boolean,
): InventoryDocument {
  const has = (key: string) => memberOf(document, key) !== undefined;
  if (memberOf(document, 'bomFormat') === 'CycloneDX') {
    return readCycloneDx(document, syntax, path, isListed);
  }
  if (has('specFormat')) {
    throw new InventoryDocumentError(`CycloneDX 2.0 is a draft and not read. ${FORMATS_READ}`);
  }
  if (has('spdxVersion')) return readSpdx(document, syntax, path);
  if (isSpdx3(document)) return readSpdx3(document, path);
  if (has('artifacts')) {
    if (isOfScout(document)) return readScout(document, path);
    if (has('descriptor') || has('schema')) return readSyft(document, path);
  }
  if (has('SchemaVersion') && (has('Results') || has('ArtifactName'))) {
    return readTrivy(document, path);
  }
  if (has('manifests') && (has('detector') || has('job'))) {
    return readGitHubSnapshot(document, path);
  }
  if (has('payloadType')) {
    throw new InventoryDocumentError(
      'This is a signed envelope (DSSE); send the statement that its payload holds, decoded',
    );
  }
  throw new InventoryDocumentError(`This is no inventory. ${FORMATS_READ}`);
}

function isSpdx3(document: unknown): boolean {
  const context = memberOf(document, '@context');
  const all: readonly unknown[] = Array.isArray(context) ? context : [context];
  return all.some((item) => typeof item === 'string' && item.includes('spdx.org/rdf/3'));
}

function isOfScout(document: unknown): boolean {
  const name = memberOf(memberOf(document, 'descriptor'), 'name');
  return name === 'docker-scout' || memberOf(memberOf(document, 'source'), 'image') !== undefined;
}

/** An in-toto statement, as BuildKit attests what an image holds. */
function isStatement(document: unknown): boolean {
  return (
    memberOf(document, 'predicateType') !== undefined &&
    memberOf(document, 'predicate') !== undefined
  );
}

const statement = z.object({
  subject: listOf(z.object({ name: longText, digest: z.record(z.string(), nameText).nullish() })),
});

function readStatement(document: unknown, syntax: InventorySyntax): InventoryDocument {
  const inventory = readPlain(memberOf(document, 'predicate'), syntax, ['predicate']);
  const [first] = parsePart(statement, document).subject;
  const name = known(first?.name);
  const sha256 = first?.digest?.['sha256'];
  if (name === null || !sha256) return inventory;
  const attested = subjectOfPurl(name, null, null) ?? imageSubject({ name });
  return {
    ...inventory,
    subject: attestedSubject(inventory.subject, attested, `sha256:${sha256}`),
  };
}

/** The statement knows the digest, and the reference where the document only knows a path within the build. */
function attestedSubject(
  ofDocument: InventorySubject | null,
  attested: InventorySubject,
  digest: string,
): InventorySubject {
  return ofDocument?.kind === 'image'
    ? { ...ofDocument, digest: ofDocument.digest ?? digest }
    : { ...attested, digest };
}
