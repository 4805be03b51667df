import { describe, expect, it } from 'vitest';
import { parseTheme, themeCookie } from './theme';

describe('the theme', () => {
  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['system', 'system'],
    ['"><script>', 'system'],
    [undefined, 'system'],
  ])('of the cookie %s is %s', (cookie, theme) => {
    expect(parseTheme(cookie)).toBe(theme);
  });

  it('is kept for the whole site', () => {
    expect(themeCookie('dark')).toBe('theme=dark; Path=/; Max-Age=31536000; SameSite=Lax');
  });
});
