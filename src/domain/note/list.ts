/** Sorts of the list of notes, in the words of the address and of the table's columns. */
export const NOTE_SORTS = ['product', 'updated'] as const;
export type NoteSort = (typeof NOTE_SORTS)[number];
