import { isIPv6 } from 'node:net';
import type { Env } from '@/env';
import { scannerCaPath } from '@/server/listener/scanner-tls/contracts';

/** Tells how scanners reach this service, as far as its configuration says it. */
export function scannerSetupOf(env: Env) {
  const { publicUrl, scannerTlsPort, scannerTlsCertPath, scannerTlsHost, scannerAddress } = env;
  if (scannerTlsPort === undefined) return { publicUrl, listener: null };
  const caUrl = scannerTlsCertPath === undefined ? `${publicUrl}${scannerCaPath}` : null;
  return {
    publicUrl,
    listener: {
      ...{ port: scannerTlsPort, caUrl, address: scannerAddress ?? null },
      // Of a name it is not known.
      takesIpv6: isIPv6(scannerTlsHost),
    },
  };
}
