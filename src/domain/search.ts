/**
 * The form in which text is stored for search and in which a search is put: case folded so that a text's
 * fold contains the fold of each of its parts, whatever case either is written in. Upper-casing in between
 * joins what lower-casing alone keeps apart (`ß`, `ẞ` and `SS`). JavaScript lower-cases a final sigma
 * differently from one inside a word, which would break containment, so both sigmas become one.
 */
export function foldForSearch(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
