/** An organization cannot be exported or imported. The message is for whoever asked: what, where, what to do. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
