/** Returns the text when a link may lead to it, else null: data from outside may hold `javascript:`. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  return /^https?:$/.test(new URL(text).protocol) ? text : null;
}
