import { shellQuote } from './quoting';
import { type ScannerSetupInput, imageOf } from './scanner-setup-input';
import { scannerHosts } from './scanner-hosts';
import { serviceAddress } from './service-address';

/** The scanner's own installer; it needs curl or wget, tar and a SHA-256 command. */
const installerUrl = 'https://raw.githubusercontent.com/xeol-io/xeol/main/install.sh';

export function installCommand(asRoot: 'sudo sh' | 'sh'): string {
  return `curl -fsSL ${installerUrl} | ${asRoot} -s -- -b /usr/local/bin`;
}

/** Both hosts in one line of a hosts file, for the address in `$EVENTIDE_ADDRESS`. */
export const hostsLine = `$EVENTIDE_ADDRESS ${scannerHosts.join(' ')}`;

/** Where a scanner's machine keeps the CA, and how it writes the address of a service that runs beside it. */
export interface ScannerPlace {
  /** A folder for ca.pem and nothing else. The shell expands it inside double quotes. */
  readonly folder: string;
  readonly thisMachine: '127.0.0.1' | 'host-gateway';
}

/**
 * Commands that put the CA into the folder and the service's address into `EVENTIDE_ADDRESS`. An address
 * that is not known is the one that answered the download: that works on every system, without a command
 * for name lookups.
 */
export function fetchCommands(input: ScannerSetupInput, place: ScannerPlace): string[] {
  const { folder, thisMachine } = place;
  const address = serviceAddress(input);
  const prepare = input.caUrl ? [`mkdir -p "${folder}"`] : [];
  const download = input.caUrl && `curl -fsSL ${shellQuote(input.caUrl)} -o "${folder}/ca.pem"`;
  if (address.kind === 'lookup') {
    const call = download ?? `curl -fsSL ${shellQuote(input.publicUrl)} -o /dev/null`;
    return [...prepare, `EVENTIDE_ADDRESS="$(${call} -w '%{remote_ip}')"`];
  }
  const value = address.kind === 'known' ? shellQuote(address.address) : thisMachine;
  return [...prepare, ...(download ? [download] : []), `EVENTIDE_ADDRESS=${value}`];
}

/** The scanner's call, trusting what is in `folder` beside the system's own certificates. */
export function scanCommand(input: ScannerSetupInput, { folder }: ScannerPlace): string {
  const trust = input.caUrl ? `SSL_CERT_DIR="${folder}" ` : '';
  return `${trust}xeol ${shellQuote(imageOf(input))}`;
}
