import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { NOTE_SORTS } from '@/domain/note/list';
import { SORT_DIRECTIONS } from '@/domain/sort-direction';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsId, searchText } from '@/lib/page-params';

/** The state of the notes list in the address: the same for the server's first view and the browser. */
export const notesParsers = {
  q: parseAsString.withDefault(''),
  /** The note whose panel is open. */
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

/** The address of the notes list in a state; what is left out takes its default. */
export function notesHref(params: Partial<NotesParams> = {}): string {
  return serialize(hrefs.notes, params);
}

/** The address of the list as a file: all its pages. */
export function notesExportHref({ q, sort, dir }: NotesParams): string {
  return serialize(hrefs.exports.notes, { q, sort, dir });
}

/** Whether the list leaves anything out. */
export function isFiltered({ q }: NotesParams): boolean {
  return searchText(q) !== null;
}

/** The question that an address puts to `note.listForDashboard`. */
export function toNotesQuery({ q, sort, dir, page, size }: NotesParams) {
  return { search: searchText(q), sort, direction: dir, page, size };
}
