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
