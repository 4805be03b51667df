import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const nameConstraintsOid = '2.5.29.30';
const sequenceTag = 0x30;
const permittedSubtreesTag = 0xa0;
const excludedSubtreesTag = 0xa1;

/**
 * A critical name constraints extension (RFC 5280, 4.2.1.10): the given DNS names and nothing else. A kind of
 * name that is not mentioned would stay unrestricted, so IP addresses, the other kind a TLS client looks
 * at, are excluded in full. The library encodes the names; it has no class for the extension itself.
 */
export function nameConstraints(dnsNames: readonly string[]): x509.Extension {
  const permitted = dnsNames.map((name) => subtree('dns', name));
  const excluded = [subtree('ip', '0.0.0.0/0'), subtree('ip', '::/0')];
  const value = der(sequenceTag, [
    der(permittedSubtreesTag, permitted),
    der(excludedSubtreesTag, excluded),
  ]);
  return new x509.Extension(nameConstraintsOid, true, value);
}

/** GeneralSubtree with its default minimum, which DER leaves out. */
function subtree(type: 'dns' | 'ip', value: string): Uint8Array<ArrayBuffer> {
  return der(sequenceTag, [new Uint8Array(new x509.GeneralName(type, value).rawData)]);
}

function der(tag: number, contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  // From 128 octets on DER writes the length in several octets. Two host names stay far below that.
  if (length > 127) throw new RangeError(`A DER value of ${length} octets needs the long form`);
  return Uint8Array.from([tag, length, ...contents.flatMap((part) => [...part])]);
}
