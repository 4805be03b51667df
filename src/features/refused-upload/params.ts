import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';
import { parseAsRecordId } from '@/lib/record-id-param';

export const DAYS_CHOICES = ['1', '7', '30'] as const;

/** The state of the list of refused uploads in the address. */
export const refusedUploadsParsers = {
  /** Only those of as many UTC days, today included. */
  days: parseAsStringLiteral(DAYS_CHOICES),
  /** The one whose panel is open. */
  upload: parseAsRecordId,
  ...pageParsers,
};

export type RefusedUploadsParams = inferParserType<typeof refusedUploadsParsers>;

export const loadRefusedUploadsParams = /* @__PURE__ */ createLoader(refusedUploadsParsers);
const serialize = createSerializer(refusedUploadsParsers);

/** The address of the list in a state; what is left out takes its default. */
export function refusedUploadsHref(params: Partial<RefusedUploadsParams> = {}): string {
  return serialize(hrefs.settings.refusedUploads(), params);
}

/** The question that an address puts to `refusedUpload.list`. */
export function toRefusedUploadsQuery({ days, page, size }: RefusedUploadsParams) {
  return { days: days && Number(days), page, size };
}
