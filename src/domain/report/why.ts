import type { Finding } from './report';

/** Gives the page that says why a finding is one; null where the server names none, or what is no address of the web. */
export function whyUrlOf({ why_url: given }: Finding): string | null {
  if (given === undefined || !URL.canParse(given)) return null;
  const url = new URL(given);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
