import { DomainError, type Fault, invalid } from '@/domain/errors';
import { InventoryDocumentError } from '@/domain/inventory/document';

/** Where a document is in a request that is nothing else. */
export const WHOLE_BODY: Fault['loc'] = ['body'];

/**
 * Runs a step of reading a document.
 * @param loc where the document is in the request
 * @throws DomainError 422 with the place where the document cannot be read
 */
export function asUploadFault<Result>(loc: Fault['loc'], step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (error instanceof InventoryDocumentError) {
      throw invalid([
        {
          loc: error.place === null ? loc : [...loc, error.place],
          msg: error.reason,
          type: 'value_error',
        },
      ]);
    }
    throw error;
  }
}

/** The body is packed in a way that is not read. */
export function unknownCoding(coding: string): DomainError {
  const name = coding.slice(0, 40);
  return new DomainError(
    'unsupported_media_type',
    `Content-Encoding ${name} is not read: send gzip, zstd or none`,
  );
}
