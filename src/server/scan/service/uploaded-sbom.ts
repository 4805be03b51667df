import { setImmediate } from 'node:timers/promises';
import { identityOfList } from '@/domain/identifiers/identity';
import type { InventoryDocument } from '@/domain/inventory/document';
import { createInventoryFilter } from '@/domain/inventory/document/filter';
import { readInventoryDocument } from '@/domain/inventory/document/read';
import { listedPurls, SBOM_LOC, withSbom } from '@/domain/inventory/scan-sbom';
import type { Distro } from '@/domain/scan/context';
import type { SbomFormat, ScanUpload } from '@/domain/scan/upload';
import { asUploadFault } from '@/server/platform/http/document-faults';
import type { UploadedSbom } from '@/server/platform/http/scan-body';
import { Spool } from './spool';

/**
 * Contents that were read in this process and added nothing, with their format; the oldest is forgotten first. They say
 * nothing of whose they were.
 */
const addedNothing = new Map<string, SbomFormat>();
const MAX_REMEMBERED = 2_000;

/**
 * Reads the SBOM of a scanner's upload as every other inventory is read, and adds to the upload what only it says.
 * @param translate makes the upload, with the distribution of the SBOM where the scanner does not say which it is
 * @throws DomainError 422 with the place in the SBOM
 */
export async function readWithSbom(
  translate: (distro: Distro | null) => ScanUpload,
  sbom: UploadedSbom,
): Promise<ScanUpload> {
  const upload = translate(null);
  const key = contentKey(upload, sbom);
  const format = addedNothing.get(key);
  if (format) return { ...upload, sbomFormat: format };
  const document = await readDocument(sbom, listedPurls(upload));
  const whole = upload.distro === null && document.distro ? translate(document.distro) : upload;
  const joined = withSbom(whole, document);
  if (joined.components === upload.components && joined.source === upload.source) {
    remember(key, joined.sbomFormat);
  }
  return joined;
}

function contentKey({ source, distro, components }: ScanUpload, { sha256 }: UploadedSbom): string {
  const said = JSON.stringify([source, distro]);
  return identityOfList([
    sha256.toString('hex'),
    said,
    ...components.map(({ identity }) => identity),
  ]);
}

function remember(key: string, format: SbomFormat | undefined): void {
  if (!format) return;
  addedNothing.set(key, format);
  const [oldest] = addedNothing.keys();
  if (addedNothing.size > MAX_REMEMBERED && oldest !== undefined) addedNothing.delete(oldest);
}

/** As documents of other uploads: in parts, and outside of the memory until all of it is there. */
async function readDocument(
  sbom: UploadedSbom,
  isListed: (purl: string) => boolean,
): Promise<InventoryDocument> {
  const filter = createInventoryFilter();
  const text = new Spool();
  try {
    for await (const chunk of sbom.chunks()) {
      asUploadFault([...SBOM_LOC], () => {
        filter.write(chunk);
      });
      await text.write(filter.takeWritten());
    }
    const { json, syntax } = asUploadFault([...SBOM_LOC], () => filter.end());
    await text.write(json);
    await setImmediate();
    const kept = await text.takeJson();
    return asUploadFault([...SBOM_LOC], () => readInventoryDocument(kept, syntax, [], isListed));
  } finally {
    await text.clear();
  }
}
