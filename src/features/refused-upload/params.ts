import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { parseAsId, pageParsers } from '@/lib/page-params';

export const DAYS_CHOICES = ['1', '7', '30'] as const;

/** Filter, page and open panel of the list of refused uploads, as the URL holds them. */
export const refusedUploadsParsers = {
  /** Number of UTC days back, today included. */
  days: parseAsStringLiteral(DAYS_CHOICES),
  /** Upload whose panel is open. */
  upload: parseAsId,
  ...pageParsers,
};

export type RefusedUploadsParams = inferParserType<typeof refusedUploadsParsers>;

export const loadRefusedUploadsParams = /* @__PURE__ */ createLoader(refusedUploadsParsers);
const serialize = createSerializer(refusedUploadsParsers);

/** Links to the list in a state; what is left out takes its default. */
export function refusedUploadsHref(params: Partial<RefusedUploadsParams> = {}): string {
  return serialize(hrefs.settings.refusedUploads(), params);
}

/** Turns the URL's state into the input of `refusedUpload.list`. */
export function toRefusedUploadsQuery({ days, page, size }: RefusedUploadsParams) {
  return { days: days && Number(days), page, size };
}
