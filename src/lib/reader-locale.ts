/** How dates and numbers are written where nobody in particular reads: in mails and documents, and where nothing is asked for. */
export const DEFAULT_LOCALE = 'en-GB';

declare global {
  /** Tells, on the server, the `Accept-Language` of the page that is being made. The listener sets it. */
  var acceptLanguageOfPage: (() => string | undefined) | undefined;
}

/** What was asked for last, and what it comes to: all that a page holds is written in one locale. */
let last: { readonly asked: string; readonly locale: string } | null = null;

/**
 * Tells how the reader of a page writes dates and numbers, as a language tag: `de-CH`. The server writes it on the page's
 * root, where the browser reads it, so that both write the same.
 */
export function readerLocale(): string {
  if (typeof document !== 'undefined')
    return document.documentElement.dataset['locale'] ?? DEFAULT_LOCALE;
  const asked = globalThis.acceptLanguageOfPage?.();
  if (asked === undefined) return DEFAULT_LOCALE;
  if (last?.asked !== asked) last = { asked, locale: localeAskedFor(asked) };
  return last.locale;
}

/**
 * Picks what a browser asks for first: the first language tag of `Accept-Language`, with the place of its language where it
 * names none. English without a place is written as by default, and so is what nothing is known of.
 */
export function localeAskedFor(acceptLanguage: string): string {
  const [first = ''] = acceptLanguage.split(',', 1);
  const [tag = ''] = first.split(';', 1);
  try {
    const { language, region } = new Intl.Locale(tag.trim());
    const place = region ?? (language === 'en' ? undefined : placeOf(language));
    if (place === undefined || !LANGUAGES.has(language)) return DEFAULT_LOCALE;
    const locale = `${language}-${place}`;
    if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0) return DEFAULT_LOCALE;
    // One of the few hundred that data is there for, whatever was asked for.
    const known = new Intl.NumberFormat(locale).resolvedOptions().locale;
    return known === 'en' ? DEFAULT_LOCALE : known;
  } catch {
    return DEFAULT_LOCALE;
  }
}

/** Those that every browser knows as the server does: where one knows less, both would write other numbers. */
const LANGUAGES = new Set(
  'ar bg bn ca cs da de el en es et fa fi fil fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl no pl pt ro ru sk sl sr sv sw ta te th tr uk vi zh'.split(
    ' ',
  ),
);

function placeOf(language: string): string | undefined {
  return new Intl.Locale(language).maximize().region;
}
