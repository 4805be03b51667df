import { scannerHosts, scannerPort } from './scanner-hosts';
import type { ScannerSetupInput, SetupStep } from './scanner-setup-input';

/** What has to happen once, where the service runs, before any scanner can reach it. */
export interface PortMapping {
  readonly explanation: string;
  /** Alternatives: one of them is enough. */
  readonly steps: readonly SetupStep[];
}

/** Null when the service listens on the scanner's port itself. */
export function portMapping(input: ScannerSetupInput): PortMapping | null {
  const { scannerTlsPort } = input;
  if (scannerTlsPort === scannerPort) return null;
  const why = `Scanners call port ${scannerPort}, and Eventide listens for them on ${scannerTlsPort}.`;
  if (dashboardHoldsPort(input)) {
    return {
      explanation:
        `${why} Port ${scannerPort} of this address answers the dashboard, so the proxy there has to pass TLS ` +
        `for ${scannerHosts.join(' and ')} through to port ${scannerTlsPort}, unopened, by server name.`,
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
        title: 'Otherwise, on Linux (until the next boot, unless you save the rules)',
        language: 'bash',
        code: ['PREROUTING', 'OUTPUT'].map((chain) => redirect(chain, scannerTlsPort)).join('\n'),
      },
    ],
  };
}

/** `https` without a port, at the address scanners are sent to: something else answers there already. */
function dashboardHoldsPort({ publicUrl, hostAddress }: ScannerSetupInput): boolean {
  const { protocol, port } = new URL(publicUrl);
  return !hostAddress && protocol === 'https:' && port === '';
}

/** Only what is meant for this machine is redirected: its containers' own calls to other hosts pass here too. */
function redirect(chain: string, toPort: number): string {
  return (
    `sudo iptables -t nat -A ${chain} -p tcp --dport ${scannerPort} ` +
    `-m addrtype --dst-type LOCAL -j REDIRECT --to-ports ${toPort}`
  );
}
