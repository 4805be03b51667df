/** The text when it is an address a link may lead to, else null: what others sent may be `javascript:`. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  return /^https?:$/.test(new URL(text).protocol) ? text : null;
}
