/** The reader's choice of theme. `system` follows the device and is what no cookie means. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie the server reads to write `<html data-theme>`; holds a {@link Theme}. */
export const THEME_COOKIE = 'theme';
const ONE_YEAR_S = 31_536_000;

/** Reads the theme that a cookie value names; anything unknown is `system`. */
export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}

/** Writes the `document.cookie` assignment that keeps a theme for a year. */
export function themeCookie(theme: Theme): string {
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`;
}

/** Shows this page in a theme at once, and every page from now on. */
export function applyTheme(theme: Theme): void {
  document.cookie = themeCookie(theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
