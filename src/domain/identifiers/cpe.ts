/** The attributes of a CPE name as scanners send them: unquoted, with `""` or null for "any". */
export interface CpeAttributes {
  readonly Part: string | null;
  readonly Vendor: string | null;
  readonly Product: string | null;
  readonly Version: string | null;
  readonly Update: string | null;
  readonly Edition: string | null;
  readonly SWEdition: string | null;
  readonly TargetSW: string | null;
  readonly TargetHW: string | null;
  readonly Other: string | null;
  readonly Language: string | null;
}

/**
 * Binds the attributes of a CPE name to a CPE 2.3 formatted string (NISTIR 7695, section 6.2):
 * `cpe:2.3:a:openjsf:express:4.17.1:*:*:*:*:node.js:*:*`.
 */
export function cpeFormattedString(attributes: CpeAttributes): string {
  const {
    Part,
    Vendor,
    Product,
    Version,
    Update,
    Edition,
    Language,
    SWEdition,
    TargetSW,
    TargetHW,
    Other,
  } = attributes;
  const values = [
    Part,
    Vendor,
    Product,
    Version,
    Update,
    Edition,
    Language,
    SWEdition,
    TargetSW,
    TargetHW,
    Other,
  ];
  return `cpe:2.3:${values.map(boundValue).join(':')}`;
}

/** Everything that the formatted string writes behind a backslash: printable ASCII but letters, digits, `_ . -`. */
const SPECIAL = /[!-,/:-@[-^`{-~]/g;

/**
 * One value, quoted where the format needs it. `*` (any) and `-` (not applicable) alone keep their logical
 * meaning; blanks, which no CPE value may hold, become underscores as the naming standard advises.
 */
function boundValue(value: string | null): string {
  if (value === null || value === '' || value === '*') return '*';
  if (value === '-') return '-';
  return value.replace(/\s/g, '_').replace(SPECIAL, (character) => `\\${character}`);
}

/** A CPE name, read: values unquoted and in lower case; null is "any" (`*` or absent), `-` "not applicable". */
export interface CpeName {
  /** `a` application, `o` operating system, `h` hardware. */
  readonly part: string;
  readonly vendor: string | null;
  readonly product: string | null;
  readonly version: string | null;
  readonly update: string | null;
  readonly edition: string | null;
  readonly language: string | null;
  readonly softwareEdition: string | null;
  readonly targetSoftware: string | null;
  readonly targetHardware: string | null;
  readonly other: string | null;
}

export type CpeReading =
  | { readonly ok: true; readonly cpe: CpeName }
  /** `fault`: what is wrong with it, for people. */
  | { readonly ok: false; readonly fault: string };

/**
 * Reads a CPE name in either binding (NISTIR 7695, section 6): the 2.3 formatted string with backslashes, and the
 * 2.2 URI with percent escapes and the edition packed between tildes. Trailing parts may be missing, so a prefix
 * such as `cpe:2.3:a:f5:nginx` is a name too.
 */
export function parseCpe(text: string): CpeReading {
  const trimmed = text.trim();
  const start = trimmed.slice(0, 8).toLowerCase();
  if (start === 'cpe:2.3:') return named(formattedValues(trimmed.slice(8)));
  if (start.startsWith('cpe:/')) return named(uriValues(trimmed.slice(5)));
  return fault('a CPE name starts with "cpe:2.3:" or "cpe:/"');
}

/** Order of the values in a formatted string; a URI ends with `language` and packs the rest into `edition`. */
type Values = readonly (string | null)[];

function named(values: Values | null): CpeReading {
  if (values === null) {
    return fault('it has more parts than a CPE name, or an escape that is not complete');
  }
  const [part, vendor = null, product = null, version = null, update = null, edition = null] =
    values;
  const [language = null, softwareEdition = null, targetSoftware = null] = values.slice(6);
  const [targetHardware = null, other = null] = values.slice(9);
  if (part !== 'a' && part !== 'o' && part !== 'h') {
    return fault('its part is not "a" (application), "o" (operating system) or "h" (hardware)');
  }
  if (vendor === null && product === null) return fault('it names neither a vendor nor a product');
  return {
    ok: true,
    cpe: {
      part,
      vendor,
      product,
      version,
      update,
      edition,
      language,
      softwareEdition,
      targetSoftware,
      targetHardware,
      other,
    },
  };
}

/** Splits at colons that no backslash quotes; null for more than the eleven values or a dangling backslash. */
function formattedValues(text: string): Values | null {
  const values: (string | null)[] = [];
  let value = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isQuoted) {
      value += character;
      isQuoted = false;
    } else if (character === '\\') {
      isQuoted = true;
    } else if (character === ':') {
      values.push(logical(value));
      value = '';
      if (values.length > 10) return null;
    } else {
      value += character;
    }
  }
  if (isQuoted) return null;
  values.push(logical(value));
  return values;
}

/** Seven parts; the sixth may hold five: `~edition~sw_edition~target_sw~target_hw~other`. */
function uriValues(text: string): Values | null {
  const parts = text.split(':', 8);
  if (parts.length > 7) return null;
  const decoded: (string | null)[] = [];
  let packed: (string | null)[] = [null, null, null, null];
  for (const [index, part] of parts.entries()) {
    if (index === 5 && part.startsWith('~')) {
      const [, edition = '', ...rest] = part.split('~', 7);
      packed = [0, 1, 2, 3].map((at) => logical(decodedUriPart(rest[at] ?? '')));
      decoded.push(logical(decodedUriPart(edition)));
    } else {
      decoded.push(logical(decodedUriPart(part)));
    }
  }
  while (decoded.length < 7) decoded.push(null);
  return [...decoded, ...packed];
}

/** Some tools put backslashes into URIs and leave signs unencoded; both are read. A stray `%` stays, as does an encoded NUL. */
function decodedUriPart(part: string): string {
  if (!part.includes('%') && !part.includes('\\')) return part;
  return part.replace(/%(?!00)([0-9a-f]{2})|\\(.)/gis, (_, hex?: string, quoted?: string) =>
    hex === undefined ? (quoted ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function logical(value: string): string | null {
  return value === '' || value === '*' ? null : value.toLowerCase();
}

function fault(reason: string): CpeReading {
  return { ok: false, fault: reason };
}
