import { Copier } from './copier';
import { type KeepRule, SCAN_BODY_RULE } from './keep-rules';
import { SbomReader, type SbomSink, type SbomState } from './sbom-reader';
import { JsonTokenizer } from './tokenizer';

export { MalformedJsonError } from './handler';

/** An upload after the filter. */
export interface FilteredBody {
  /** A JSON text of what the service reads, in UTF-8 and in parts, as far as it was not taken; without the SBOM. */
  readonly json: readonly Uint8Array[];
  readonly sbom: SbomState;
}

export interface BodyFilter {
  /** @throws MalformedJsonError as soon as the bytes cannot be a JSON text; the filter is of no use after it */
  write(chunk: Uint8Array): void;
  /** Takes the text written so far; {@link end} gives the rest. Parts as in `json`. */
  takeWritten(): readonly Uint8Array[];
  /** @throws MalformedJsonError when the text is not complete */
  end(): FilteredBody;
}

/**
 * Reduces a scan upload, as it streams in, to what the service reads ({@link SCAN_BODY_RULE}), so that
 * the credentials it carries never become a string or an object of this process. All of the body must be
 * JSON, also what is dropped; a body that is no object comes out as an empty value of its kind.
 * Memory: the reduced text that was not taken, and the chunk at hand.
 */
export function createScanBodyFilter(sink: SbomSink): BodyFilter {
  return createBodyFilter(SCAN_BODY_RULE, sink);
}

/** Does the same for another kind of upload that carries an SBOM in base64. @param rule says what is read of it */
export function createBodyFilter(rule: KeepRule, sink: SbomSink): BodyFilter {
  const sbom = new SbomReader(sink);
  const copier = new Copier(rule, sbom);
  const tokenizer = new JsonTokenizer(copier);
  return {
    write: (chunk) => tokenizer.write(chunk),
    takeWritten: () => copier.takeWritten(),
    end: () => {
      tokenizer.end();
      return { json: copier.result(), sbom: sbom.state };
    },
  };
}
