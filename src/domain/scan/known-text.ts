/** A text as it is kept: scanners write `""` for what they do not know, and a lone surrogate is no text. */
export function knownText(text: string | null | undefined): string | null {
  return text ? text.toWellFormed() : null;
}
