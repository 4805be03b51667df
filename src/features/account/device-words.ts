import type { Device } from '@/domain/user/device';

/** A device as people call it: "Firefox on Windows". */
export function deviceWords({ browser, system }: Device): string {
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? (system === null ? 'Unknown browser' : `Unknown browser on ${system}`);
}
