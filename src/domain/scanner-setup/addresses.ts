/** The values in the commands. Every text goes into them quoted; none may hold control characters. */
export interface ScannerSetupInput {
  /** The service's origin as scanners reach it, such as `https://eventide.example.com`. */
  readonly publicUrl: string;
  /** Where the service itself listens for scanners; they call 443 whatever this is. */
  readonly scannerTlsPort: number;
  readonly apiKey: string;
  /** Where the CA can be downloaded; null when the certificate comes from a CA that machines trust anyway. */
  readonly caUrl: string | null;
  /** The feed for `XEOL_DB_UPDATE_URL`: a scanner whose database is older than 90 days does not run. */
  readonly databaseUrl: string;
  /** IP address or host name that answers scanners on port 443, when it is not what answers `publicUrl`. */
  readonly hostAddress?: string | undefined;
  /** Whether the listener is there by IPv6 too. Unless it is, scanners are sent to an address of IPv4. */
  readonly takesIpv6?: boolean | undefined;
  readonly projectName?: string | undefined;
  readonly image?: string | undefined;
}

/** One block to copy, with a line that says what it does and where it belongs. */
export interface SetupStep {
  readonly title: string;
  readonly language: 'bash' | 'yaml';
  readonly code: string;
}

export interface ScannerRecipe {
  readonly id: 'shell' | 'docker' | 'github-actions' | 'gitlab-ci';
  readonly title: string;
  readonly steps: readonly SetupStep[];
  /** Notes for the reader that are no command. */
  readonly notes: readonly string[];
}

const exampleImage = 'nginx:1.25';
const exampleProject = 'my-project';

export function imageOf({ image }: ScannerSetupInput): string {
  return image || exampleImage;
}

export function projectOf({ projectName }: ScannerSetupInput): string {
  return projectName || exampleProject;
}

/**
 * How a scanner's machine finds the address to put behind the scanner's hosts: it is known, it is that very
 * machine, or the machine has to look it up, by the name of the pages or by another one.
 */
export type ServiceAddress =
  | { readonly kind: 'known'; readonly address: string }
  | { readonly kind: 'this-machine' }
  | { readonly kind: 'named'; readonly host: string }
  | { readonly kind: 'lookup' };

/** Throws TypeError when `publicUrl` is no URL. */
export function serviceAddress({ publicUrl, hostAddress }: ScannerSetupInput): ServiceAddress {
  if (hostAddress) {
    const isAddress = isIpv4(hostAddress) || hostAddress.includes(':');
    return isAddress
      ? { kind: 'known', address: hostAddress }
      : { kind: 'named', host: hostAddress };
  }
  const host = new URL(publicUrl).hostname;
  if (isThisMachine(host)) return { kind: 'this-machine' };
  if (host.startsWith('[')) return { kind: 'known', address: host.slice(1, -1) };
  return isIpv4(host) ? { kind: 'known', address: host } : { kind: 'lookup' };
}

/** The name that Docker gives the machine it runs on. */
export const dockerHostName = 'host.docker.internal';

/** The URL as a container on the service's own machine has to write it; others are the same everywhere. */
export function urlFromContainer(url: string): string {
  const parsed = new URL(url);
  if (!isThisMachine(parsed.hostname)) return url;
  parsed.hostname = dockerHostName;
  return parsed.href;
}

/** Whether a URL's host name is the machine that reads it. */
export function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    (isIpv4(host) && host.startsWith('127.'))
  );
}

/** URL parsing has already turned every way of writing an IPv4 address into this one. */
function isIpv4(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * The hosts a stock scanner calls. They are constants in its binary: current releases call the first,
 * older ones upload to the second. Nothing but name resolution can send those calls elsewhere.
 */
export const scannerHosts = ['api.xeol.io', 'engine.xeol.io'] as const;

/** The scanner writes no port in its addresses, so HTTPS's own is the only one it ever calls. */
export const scannerPort = 443;

/** Steps to take once, where the service runs, before any scanner can reach it. */
export interface PortMapping {
  readonly explanation: string;
  /** Alternatives: one of them is enough. */
  readonly steps: readonly SetupStep[];
}

/** Null when the service listens on the scanner's port itself, or it was said who answers there. */
export function portMapping(input: ScannerSetupInput): PortMapping | null {
  const { scannerTlsPort, hostAddress } = input;
  if (scannerTlsPort === scannerPort || hostAddress) return null;
  const why = `Scanners call port ${scannerPort}, and Eventide listens for them on ${scannerTlsPort}.`;
  if (dashboardHoldsPort(input)) {
    return {
      explanation:
        `${why} Port ${scannerPort} of this address answers the dashboard, so the proxy there has to pass TLS ` +
        `for ${scannerHosts.join(' and ')} through to port ${scannerTlsPort}, unopened, by server name. ` +
        `Where another address answers scanners, name it in SCANNER_ADDRESS.`,
      steps: [],
    };
  }
  return {
    explanation: `${why} Map the one to the other on the machine that Eventide runs on.`,
    steps: [
      {
        title: 'Eventide in Docker: add this to docker run',
        language: 'bash',
        code: `--publish ${scannerPort}:${scannerTlsPort}`,
      },
      {
        // The rules lead to the address that a call came to, never to 127.0.0.1.
        title:
          'Otherwise, on Linux (until the next boot, unless you save the rules; with HOST=127.0.0.1, set SCANNER_TLS_HOST=0.0.0.0)',
        language: 'bash',
        code: ['PREROUTING', 'OUTPUT'].map((chain) => redirect(chain, scannerTlsPort)).join('\n'),
      },
    ],
  };
}

/** `https` without a port, at the address scanners are sent to: something else answers there already. */
function dashboardHoldsPort({ publicUrl }: ScannerSetupInput): boolean {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' && port === '';
}

/** Only what is meant for this machine is redirected: its containers' own calls to other hosts pass here too. */
function redirect(chain: string, toPort: number): string {
  return (
    `sudo iptables -t nat -A ${chain} -p tcp --dport ${scannerPort} ` +
    `-m addrtype --dst-type LOCAL -j REDIRECT --to-ports ${toPort}`
  );
}
