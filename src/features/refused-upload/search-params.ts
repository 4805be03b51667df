import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { pageParsers } from '@/lib/page-params';

/** The state of the list of refused uploads in the address. */
export const refusedUploadsParsers = {
  /** Of how many days; all that are kept when left out. */
  days: parseAsStringLiteral(['7', '30']),
  ...pageParsers,
};

export type RefusedUploadsParams = inferParserType<typeof refusedUploadsParsers>;

export const loadRefusedUploadsParams = createLoader(refusedUploadsParsers);
const serialize = createSerializer(refusedUploadsParsers);

/** The address of the list of refused uploads. */
export function refusedUploadsHref(params: Partial<RefusedUploadsParams> = {}): string {
  return serialize('/refused-uploads', params);
}

/** The question that an address puts to `refusedUpload.list`. */
export function toRefusedUploadsQuery({ days, page, size }: RefusedUploadsParams) {
  return { days: days === null ? null : Number(days), page, size };
}
