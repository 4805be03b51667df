const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Writes `12,480`. */
export function formatCount(value: number): string {
  return integer.format(value);
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
  return share < 1 && share > 0.99 ? '99%' : percent.format(share);
}

/** Writes `640 B`, `1.5 MiB`, `64 MiB`: powers of 1024, one decimal below ten. */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return `${Number(value.toFixed(digits))} ${BYTE_UNITS[power] ?? 'B'}`;
}

/** Writes the sizes in a message of the API, which says them in bytes, as everywhere else: `larger than 64 MiB`. */
export function withReadableSizes(message: string): string {
  return message.replace(/\b(\d{4,}) bytes\b/g, (_, bytes: string) => formatBytes(Number(bytes)));
}

/**
 * Writes an amount of money: `€12,000.00`. A code that is no currency's is written as it is.
 * @param amount a decimal
 * @param currency the code of ISO 4217
 * @param locale of the reader; left out: theirs, as far as the browser says
 */
export function formatMoney(amount: string, currency: string, locale?: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
  } catch {
    return `${currency} ${amount}`;
  }
}
