/** Far more than there are: zones are known by their names in any case, so that one has as many names as anybody can think of. */
const MAX_ZONES = 1_000;

/**
 * Makes formats of one kind for time zones, each once, as making one takes longer than using it a hundred times. Of more than
 * {@link MAX_ZONES} the one that was made first is forgotten: each takes some 30 kB.
 * @returns throws RangeError for what is no time zone
 */
export function zoneFormats(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (zone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const known = formats.get(zone);
    if (known) return known;
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    formats.set(zone, made);
    const [oldest] = formats.keys();
    if (formats.size > MAX_ZONES && oldest !== undefined) formats.delete(oldest);
    return made;
  };
}
