/** A fault of the installation that an operator can fix. The message says where and how, and is shown as it is. */
export class ScannerTlsError extends Error {
  override readonly name = 'ScannerTlsError';
}
