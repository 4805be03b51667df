import { afterEach, describe, expect, it } from 'vitest';
import { formatDay, formatInstant } from './dates';
import { formatBytes, formatCount, formatMoney, formatShare } from './numbers';
import { DEFAULT_LOCALE, localeAskedFor, readerLocale } from './reader-locale';

describe('the locale of a reader', () => {
  it.each([
    ['', DEFAULT_LOCALE],
    ['*', DEFAULT_LOCALE],
    ['en', DEFAULT_LOCALE],
    ['en-US,en;q=0.9', 'en-US'],
    ['de-CH, de;q=0.9, en;q=0.8', 'de-CH'],
    ['de', 'de-DE'],
    ['fr;q=0.8', 'fr-FR'],
    ['zh-Hant-TW', 'zh-TW'],
    ['tlh', DEFAULT_LOCALE],
    ['nds-DE', DEFAULT_LOCALE],
    ['en-QQ', DEFAULT_LOCALE],
    ['de-QQ', 'de'],
    ['en_US', DEFAULT_LOCALE],
    ['"><script>', DEFAULT_LOCALE],
    [`${'x'.repeat(10_000)}`, DEFAULT_LOCALE],
  ])('of %j is %s', (header, locale) => {
    expect(localeAskedFor(header)).toBe(locale);
  });

  it('is the default where nobody asks', () => {
    expect(readerLocale()).toBe(DEFAULT_LOCALE);
  });
});

describe('what a reader sees', () => {
  afterEach(() => {
    globalThis.acceptLanguageOfPage = undefined;
  });

  it.each([
    ['en-GB', '11 Jul 2026', '12,480', '1.5 MiB', '42%'],
    ['en-US', 'Jul 11, 2026', '12,480', '1.5 MiB', '42%'],
    ['de-DE', '11 Jul 2026', '12.480', '1,5 MiB', '42\u00a0%'],
    ['de-CH', '11 Jul 2026', '12’480', '1.5 MiB', '42%'],
    ['fr-FR', '11 Jul 2026', '12\u202f480', '1,5 MiB', '42\u00a0%'],
    ['ar-EG', '11 Jul 2026', '12,480', '1.5 MiB', '42%'],
    ['ja-JP', '11 Jul 2026', '12,480', '1.5 MiB', '42%'],
  ])('is, in %s, a day as %s and numbers as %s', (locale, day, count, bytes, share) => {
    globalThis.acceptLanguageOfPage = () => locale;
    expect(formatDay('2026-07-11')).toBe(day);
    expect(formatInstant('2026-07-11T14:03:00Z', 'UTC')).toBe(`${day}, 14:03`);
    expect(formatCount(12_480)).toBe(count);
    expect(formatBytes(1.5 * 1024 ** 2)).toBe(bytes);
    expect(formatShare(42, 100).replaceAll(/[\u200e\u200f\u061c]/g, '')).toBe(share);
  });

  it('is money as well', () => {
    globalThis.acceptLanguageOfPage = () => 'de-DE';
    expect(formatMoney('12000.5', 'EUR')).toBe('12.000,50\u00a0€');
    globalThis.acceptLanguageOfPage = () => 'ar-EG';
    expect(formatMoney('12000.5', 'EUR')).toContain('12,000.50');
  });
});
