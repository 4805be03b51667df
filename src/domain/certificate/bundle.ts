import { X509Certificate } from 'node:crypto';

/** One or more X.509 certificates in PEM, and what the first of them says. */
export interface CertificateBundle {
  /** Nothing but certificates, in the order in which they were given. */
  readonly pem: string;
  /** Such as `CN=signer, O=Acme`; "" when the certificate names none. */
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export type ReadBundle =
  | { readonly bundle: CertificateBundle }
  /** The faults of the text, one message for each bad part. */
  | { readonly problems: readonly [string, ...string[]] };

const BLOCK = /-----BEGIN ([^\r\n-]*)-----([\s\S]*?)-----END \1-----/g;
/** Anywhere in the text, also in a block that is broken: nothing of it may be stored. */
const PRIVATE_KEY = /PRIVATE\s+KEY/i;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/**
 * Reads PEM text that should hold certificates. What stands between them (OpenSSL likes to describe each one
 * there) is dropped. Counting starts at 1, as people count.
 */
export function readCertificateBundle(text: string): ReadBundle {
  if (PRIVATE_KEY.test(text)) {
    return { problems: ['holds a private key; give certificates only, nothing was stored'] };
  }
  const blocks = [...text.matchAll(BLOCK)];
  const between = text.replaceAll(BLOCK, '');
  const read = blocks.map(([, label = '', content = '']) => readBlock(label, content));
  const problems = read.flatMap((result, index) =>
    typeof result === 'string'
      ? [`certificate ${String(index + 1)} of ${String(read.length)} ${result}`]
      : [],
  );
  if (between.includes('-----BEGIN ')) problems.push('holds a block that does not end');
  if (blocks.length === 0 && problems.length === 0) problems.push('holds no certificate in PEM');
  const [problem, ...others] = problems;
  if (problem !== undefined) return { problems: [problem, ...others] };
  // With nothing between the blocks the text is kept to the letter.
  const pem = between.trim() === '' ? text : `${blocks.map(([block]) => block).join('\n')}\n`;
  const first = read.find((result) => typeof result !== 'string');
  return first ? { bundle: { pem, ...first } } : { problems: ['holds no certificate in PEM'] };
}

type Facts = Omit<CertificateBundle, 'pem'>;

/** The certificate in a block, or why it cannot be read. */
function readBlock(label: string, content: string): Facts | string {
  if (label !== 'CERTIFICATE') return 'is something else by its label';
  if (!BASE64.test(content)) return 'is not base64';
  const der = Buffer.from(content, 'base64');
  const certificate = parse(der);
  if (!certificate || certificate.raw.length !== der.length) return 'is not valid X.509';
  const { validFromDate: notBefore, validToDate: notAfter } = certificate;
  if (Number.isNaN(notBefore.getTime()) || Number.isNaN(notAfter.getTime())) {
    return 'has no readable validity';
  }
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    notBefore,
    notAfter,
  };
}

function parse(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

/** Node gives one attribute a line, and nothing at all for an empty name, whatever its type says. */
function oneLine(name: string | undefined): string {
  return (name ?? '').trim().split('\n').join(', ');
}
