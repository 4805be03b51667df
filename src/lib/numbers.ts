import { readerLocale } from './reader-locale';

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** By locale and kind: making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function written(value: number, kind: 'decimal' | 'percent', digits: number): string {
  const locale = readerLocale();
  const key = `${locale} ${kind} ${String(digits)}`;
  let format = formats.get(key);
  if (!format) {
    const options = { style: kind, maximumFractionDigits: digits } as const;
    format = new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn' });
    formats.set(key, format);
  }
  return alike(format.format(value));
}

/** Swiss apostrophes are straight or curved by the age of what a server or browser knows: they are to write the same. */
function alike(text: string): string {
  return text.replaceAll("'", '’');
}

/** Writes `12,480`, as the reader does. */
export function formatCount(value: number): string {
  return written(value, 'decimal', 0);
}

/** Writes `1 image`, `12,480 images`; `plural` when the word takes no plain s. */
export function countOf(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}

/** Gives one of what lists count, from its plural in English: `findings`, `policies`. */
export function singularOf(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/s$/, '');
}

/** Writes `42%` of a whole; a part that rounds to nothing reads `<1%`, and a whole of nothing `0%`. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0%';
  const share = part / whole;
  if (share < 0.01) return '<1%';
  return formatPercent(share < 1 && share > 0.99 ? 0.99 : share);
}

/** Writes `42%` of 0.42, or `42.4%` with a digit behind the point, as the reader does. */
export function formatPercent(share: number, digits = 0): string {
  return written(share, 'percent', digits);
}

/** Writes `640 B`, `1.5 MiB`, `64 MiB`: powers of 1024, one decimal below ten. */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return `${written(value, 'decimal', digits)} ${BYTE_UNITS[power] ?? 'B'}`;
}

/** Writes the sizes in a message of the API, which says them in bytes, as everywhere else: `larger than 64 MiB`. */
export function withReadableSizes(message: string): string {
  return message.replace(/\b(\d{4,}) bytes\b/g, (_, bytes: string) => formatBytes(Number(bytes)));
}

/**
 * Writes an amount of money: `€12,000.00`. A code that is no currency's is written as it is.
 * @param amount a decimal
 * @param currency the code of ISO 4217
 * @param locale of the reader
 */
export function formatMoney(amount: string, currency: string, locale = readerLocale()): string {
  try {
    const options = { style: 'currency', currency, numberingSystem: 'latn' } as const;
    return alike(new Intl.NumberFormat(locale, options).format(Number(amount)));
  } catch {
    return `${currency} ${amount}`;
  }
}
