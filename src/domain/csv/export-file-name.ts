import type { Day } from '@/domain/eol/calendar';

const LONGEST_NAME = 60;

/** `acme-images-2026-11-21.csv`: whose list it is, which, and of when. Letters of any script stay. */
export function exportFileName(organizationName: string, list: string, day: Day): string {
  const organization = [
    ...organizationName.normalize('NFKC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  ]
    .slice(0, LONGEST_NAME)
    .join('')
    .replaceAll(/^-|-$/g, '');
  return `${[organization, list, day].filter(Boolean).join('-')}.csv`;
}

/**
 * The header that makes a browser save an answer under a name: in UTF-8 as RFC 8187 has it, and for those who
 * do not read that in ASCII.
 */
export function attachmentNamed(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
