import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatBytes,
  formatCount,
  formatMoney,
  formatShare,
  singularOf,
  withReadableSizes,
} from './numbers';

describe('numbers', () => {
  it('groups thousands', () => {
    expect(formatCount(12_480)).toBe('12,480');
  });

  it.each([
    [0, '0 images'],
    [1, '1 image'],
    [2, '2 images'],
  ])('%i is "%s"', (value, text) => {
    expect(countOf(value, 'image')).toBe(text);
  });

  it('takes an irregular plural', () => {
    expect(countOf(2, 'policy', 'policies')).toBe('2 policies');
  });

  it.each([
    ['findings', 'finding'],
    ['policies', 'policy'],
    ['packages', 'package'],
    ['software', 'software'],
  ])('of %s one is a %s', (plural, one) => {
    expect(singularOf(plural)).toBe(one);
  });

  it.each([
    [0, 10, '0%'],
    [3, 0, '0%'],
    [1, 1000, '<1%'],
    [999, 1000, '99%'],
    [1, 3, '33%'],
    [10, 10, '100%'],
  ])('%i of %i is %s', (part, whole, text) => {
    expect(formatShare(part, whole)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [640, '640 B'],
    [1536, '1.5 KiB'],
    [2048, '2 KiB'],
    [67_108_864, '64 MiB'],
    [3 * 1024 ** 5, '3,072 TiB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    ['Request body is larger than 67108864 bytes', 'Request body is larger than 64 MiB'],
    ['The document is larger than 640 bytes', 'The document is larger than 640 bytes'],
    ['Not a date: 2026-02-30', 'Not a date: 2026-02-30'],
  ])('"%s" is for people "%s"', (message, text) => {
    expect(withReadableSizes(message)).toBe(text);
  });

  it.each([
    ['12000.00', 'EUR', 'en-US', '€12,000.00'],
    ['12000.5', 'EUR', 'de-DE', '12.000,50\u00a0€'],
    ['1500000', 'JPY', 'en-US', '¥1,500,000'],
    ['12', 'no code', 'en-US', 'no code 12'],
  ])('%s %s reads as in %s', (amount, currency, locale, text) => {
    expect(formatMoney(amount, currency, locale)).toBe(text);
  });
});
