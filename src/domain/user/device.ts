/** Names a browser and its system in words that people know. */
export interface Device {
  /** "Firefox"; null when it is none that is known. */
  readonly browser: string | null;
  /** "Windows"; null likewise. */
  readonly system: string | null;
}

/** In this order: browsers name those that they descend from as well. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//],
];

/** In this order: Android calls itself Linux, and iPhones call themselves like a Mac. */
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Reads a `User-Agent` header. What it says is the browser's own word and proves nothing. */
export function deviceOf(userAgent: string): Device {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) };
}

function nameIn(names: readonly (readonly [string, RegExp])[], userAgent: string): string | null {
  return names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}
