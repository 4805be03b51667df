import type { ScannerSetupInput } from './scanner-setup-input';
import { serviceAddress } from './service-address';

/** What both CI systems have in common: the runner must be able to reach the service. */
export function runnerNotes(input: ScannerSetupInput): string[] {
  return serviceAddress(input).kind === 'this-machine'
    ? [
        `Runners cannot reach ${new URL(input.publicUrl).hostname}: set PUBLIC_URL to an address of Eventide that they can.`,
      ]
    : [];
}
