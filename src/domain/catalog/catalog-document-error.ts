/** A document that the catalogue is not taken from. The message is shown to people and says why. */
export class CatalogDocumentError extends Error {
  override readonly name = 'CatalogDocumentError';
}
