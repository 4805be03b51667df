import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A self-signed certificate in PEM, valid through 2026 and 2027 unless it begins at another time. */
export async function makeCertificate(
  name = 'CN=signer, O=Acme',
  notBefore = new Date('2026-01-01T00:00:00Z'),
): Promise<string> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore,
    notAfter: new Date('2028-01-01T00:00:00Z'),
  });
  return certificate.toString('pem');
}
