import {
  imageOf,
  scannerHosts,
  type ScannerSetupInput,
  scannerPort,
  type ServiceAddress,
  serviceAddress,
} from './addresses';
import { shellQuote } from './quoting';

/** The scanner's own installer; it needs curl or wget, tar and a SHA-256 command. */
const installerUrl = 'https://raw.githubusercontent.com/xeol-io/xeol/main/install.sh';

export function installCommand(asRoot: 'sudo sh' | 'sh'): string {
  return `curl -fsSL ${installerUrl} | ${asRoot} -s -- -b /usr/local/bin`;
}

/** Both hosts in one line of a hosts file, for the address in `$EVENTIDE_ADDRESS`. */
export const hostsLine = `$EVENTIDE_ADDRESS ${scannerHosts.join(' ')}`;

const ownLines = scannerHosts.map((host) => `-e '${host.replaceAll('.', '\\.')}'`).join(' ');

/**
 * Commands that put that line into the machine's hosts file, in the place of any other about these hosts: an
 * outdated one would send scanners elsewhere for ever. The file is read as a whole before it is written.
 */
export const hostsCommands: readonly string[] = [
  `EVENTIDE_HOSTS="$(grep -v ${ownLines} /etc/hosts || true)"`,
  `printf '%s\\n' "$EVENTIDE_HOSTS" "${hostsLine}" | sudo tee /etc/hosts`,
];

/** Where a scanner's machine keeps the CA, and how it writes the address of a service on the same machine. */
export interface ScannerPlace {
  /** A folder for ca.pem and nothing else. The shell expands it inside double quotes. */
  readonly folder: string;
  readonly thisMachine: '127.0.0.1' | 'host-gateway';
}

/**
 * Commands that put the CA into the folder and the service's address into `EVENTIDE_ADDRESS`. An address
 * that is not known is the one that answered the download, or a call to the name that is known of it: that works on every
 * system, without a command for name lookups. No proxy may stand between, or the address would be the proxy's.
 */
export function fetchCommands(input: ScannerSetupInput, place: ScannerPlace): string[] {
  const { folder, thisMachine } = place;
  const address = serviceAddress(input);
  const prepare = input.caUrl ? [`mkdir -p "${folder}"`] : [];
  const family = input.takesIpv6 ? '' : ' -4';
  if (address.kind === 'lookup') {
    const [url, file] = input.caUrl
      ? [input.caUrl, `"${folder}/ca.pem"`]
      : [input.publicUrl, '/dev/null'];
    const call = `curl -fsSL${family} --noproxy '*' ${shellQuote(url)} -o ${file}`;
    return [...prepare, `EVENTIDE_ADDRESS="$(${call} -w '%{remote_ip}')"`];
  }
  if (input.caUrl)
    prepare.push(`curl -fsSL --noproxy '*' ${shellQuote(input.caUrl)} -o "${folder}/ca.pem"`);
  return [...prepare, `EVENTIDE_ADDRESS=${addressText(address, family, thisMachine)}`];
}

function addressText(
  address: Exclude<ServiceAddress, { readonly kind: 'lookup' }>,
  family: string,
  thisMachine: string,
): string {
  if (address.kind === 'this-machine') return thisMachine;
  if (address.kind === 'known') return shellQuote(address.address);
  // The certificate is for the scanners' hosts alone. Scanners check it: of this call only the address counts.
  const url = shellQuote(`https://${address.host}:${scannerPort}`);
  return `"$(curl -sSk${family} --noproxy '*' ${url} -o /dev/null -w '%{remote_ip}')"`;
}

/**
 * The scanner's call, trusting what is in `folder` and the system's own certificates. Without `-v` current
 * releases print nothing of a wrong key, a certificate that they do not trust, or a service that is away.
 */
export function scanCommand(input: ScannerSetupInput, { folder }: ScannerPlace): string {
  const trust = input.caUrl ? `SSL_CERT_DIR="${folder}" ` : '';
  return `${trust}xeol -v ${shellQuote(imageOf(input))}`;
}

/** Notes on the scanner that hold whoever runs it. */
export const scannerNotes: readonly string[] = [
  'Keep -v: without it current releases print nothing when the key is wrong, the certificate is not trusted or Eventide is away. They skip the policies then, and end with 0. -vv and -o json print the key.',
  'With a key, --fail-on-eol-found ends with an error for all that ends within three years, policies or not.',
  'Signatures (NOTARY policies) are checked of images given without a scheme only, not of registry:….',
];
