/** A certificate (chain) and its private key, as PEM text. */
export interface PemPair {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface Clock {
  now(): Date;
}

/** The part of the service's logger this folder needs; pino fits. */
export interface ScannerTlsLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the listener presents, and keeps fresh. */
export interface ScannerCredentials {
  current(): PemPair;
  /** Replaces `current()` when that is due; true when it did. Rejects only on faults nobody foresaw. */
  renewIfDue(): Promise<boolean>;
  /** What a scanner has to trust, for `GET /scanner-ca.pem`; null when the operator brought a certificate. */
  scannerCaPem(): string | null;
}
