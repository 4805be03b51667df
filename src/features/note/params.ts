import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { NOTE_SORTS } from '@/domain/note/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsId, searchText } from '@/lib/page-params';

/** Search, order, page and open panel of the notes list, as the URL holds them. */
export const notesParsers = {
  q: parseAsString.withDefault(''),
  /** Note whose panel is open. */
  note: parseAsId,
  /** Whether a new note is being written. */
  new: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(NOTE_SORTS).withDefault('product'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  ...pageParsers,
};

export type NotesParams = inferParserType<typeof notesParsers>;

export const loadNotesParams = /* @__PURE__ */ createLoader(notesParsers);
const serialize = createSerializer(notesParsers);

/** Links to the notes list in a state; what is left out takes its default. */
export function notesHref(params: Partial<NotesParams> = {}): string {
  return serialize(hrefs.notes, params);
}

/** Links to the filtered list as a file, all pages of it. */
export function notesExportHref({ q, sort, dir }: NotesParams): string {
  return serialize(hrefs.exports.notes, { q, sort, dir });
}

/** Tells whether any filter is set. */
export function isFiltered({ q }: NotesParams): boolean {
  return searchText(q) !== null;
}

/** Turns the URL's state into the input of `note.listForDashboard`. */
export function toNotesQuery({ q, sort, dir, page, size }: NotesParams) {
  return { search: searchText(q), sort, direction: dir, page, size };
}
