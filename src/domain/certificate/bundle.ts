import { X509Certificate } from 'node:crypto';
import { isOfCalendar } from '@/domain/eol/calendar';

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

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';
/** Anywhere in the text, also in a block that is broken: nothing of it may be stored. */
const PRIVATE_KEY = /PRIVATE\s+KEY/i;
/** Of a text without white space: with it, each of its signs would be tried on both sides of the end. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads PEM text that should hold certificates. What stands between them (OpenSSL likes to describe each one
 * there) is dropped. Counting starts at 1, as people count.
 */
export function readCertificateBundle(text: string): ReadBundle {
  if (PRIVATE_KEY.test(text)) {
    return { problems: ['holds a private key; give certificates only, nothing was stored'] };
  }
  const { blocks, between } = blocksOf(text);
  const read = blocks.map(readBlock);
  const problems = read.flatMap((result, index) =>
    typeof result === 'string'
      ? [`certificate ${String(index + 1)} of ${String(read.length)} ${result}`]
      : [],
  );
  if (between.includes(BEGIN)) problems.push('holds a block that does not end');
  if (blocks.length === 0 && problems.length === 0) problems.push('holds no certificate in PEM');
  const [problem, ...others] = problems;
  if (problem !== undefined) return { problems: [problem, ...others] };
  // With nothing between the blocks the text is kept to the letter.
  const pem = between.trim() === '' ? text : `${blocks.map(({ whole }) => whole).join('\n')}\n`;
  const first = read.find((result) => typeof result !== 'string');
  return first ? { bundle: { pem, ...first } } : { problems: ['holds no certificate in PEM'] };
}

interface Block {
  readonly whole: string;
  readonly label: string;
  readonly content: string;
}

/** Parts a text into its blocks, each up to the first end of its label, and what stands around them. */
function blocksOf(text: string): { readonly blocks: readonly Block[]; readonly between: string } {
  const blocks: Block[] = [];
  const between: string[] = [];
  const ends = endsByLabel(text);
  let kept = 0;
  for (const { at, label } of labelsAfter(text, BEGIN)) {
    const start = at + BEGIN.length + label.length + DASHES.length;
    const ofLabel = ends.get(label) ?? [];
    // What ends before this block does not end a later one either.
    while ((ofLabel.at(-1) ?? start) < start) ofLabel.pop();
    const end = ofLabel.at(-1);
    if (at < kept || end === undefined) continue;
    between.push(text.slice(kept, at));
    kept = end + END.length + label.length + DASHES.length;
    blocks.push({ whole: text.slice(at, kept), label, content: text.slice(start, end) });
  }
  return { blocks, between: [...between, text.slice(kept)].join('') };
}

/** Where blocks end, the last first: a look at the whole text for each block that begins would be one too many. */
function endsByLabel(text: string): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  for (const { at, label } of [...labelsAfter(text, END)].toReversed()) {
    const known = ends.get(label);
    if (known) known.push(at);
    else ends.set(label, [at]);
  }
  return ends;
}

/** The labels that follow a mark and end in dashes on the same line. */
function* labelsAfter(text: string, mark: string): Generator<{ at: number; label: string }> {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    const from = at + mark.length;
    let end = from;
    while (end < text.length && !'-\r\n'.includes(text.charAt(end))) end += 1;
    if (text.startsWith(DASHES, end)) yield { at, label: text.slice(from, end) };
  }
}

type Facts = Omit<CertificateBundle, 'pem'>;

/** The certificate in a block, or why it cannot be read. */
function readBlock({ label, content }: Block): Facts | string {
  if (label !== 'CERTIFICATE') return 'is something else by its label';
  if (!BASE64.test(content.replaceAll(/\s/g, ''))) return 'is not base64';
  const der = Buffer.from(content, 'base64');
  const certificate = parse(der);
  if (!certificate || certificate.raw.length !== der.length) return 'is not valid X.509';
  const { validFromDate: notBefore, validToDate: notAfter } = certificate;
  if (!isOfCalendar(notBefore) || !isOfCalendar(notAfter)) {
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
