import type { ScannerSetupInput } from './scanner-setup-input';

/**
 * How a scanner's machine finds the address to put behind the scanner's hosts: it is known, it is that very
 * machine, or the machine has to look it up.
 */
export type ServiceAddress =
  | { readonly kind: 'known'; readonly address: string }
  | { readonly kind: 'this-machine' }
  | { readonly kind: 'lookup' };

/** Throws TypeError when `publicUrl` is no URL. */
export function serviceAddress({ publicUrl, hostAddress }: ScannerSetupInput): ServiceAddress {
  if (hostAddress) return { kind: 'known', address: hostAddress };
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
