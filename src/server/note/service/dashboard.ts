import { identityOf } from '@/domain/identifiers/identity';
import type { NoteSort } from '@/domain/note/list';
import { offsetOf, toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch, type SortDirection } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { MAX_NOTES } from './notes';
import { countImagesOfProducts, findNotes, type NoteRow } from '@/server/note/repository';

export interface DashboardNotesQuery extends PageRequest {
  readonly search?: string | null | undefined;
  /** This note alone. */
  readonly noteId?: string | null | undefined;
  readonly sort: NoteSort;
  readonly direction: SortDirection;
}

/**
 * Lists a page of the notes by product or by their last change. All of them are read, a thousand at most: stored
 * text is searched as it is folded here, and one note a product needs no index.
 */
export async function listNotesForDashboard(
  { db }: Deps,
  organizationId: OrganizationId,
  query: DashboardNotesQuery,
) {
  const found = (await findNotes(organizationId, db)).filter(matching(query));
  const sorted = query.sort === 'updated' ? found.toSorted(byUpdate) : found;
  const ordered = query.direction === 'desc' ? sorted.toReversed() : sorted;
  const shown = ordered.slice(offsetOf(query), offsetOf(query) + query.size);
  const keyOf = ({ productName }: NoteRow) => identityOf(productName);
  const images = await countImagesOfProducts(organizationId, db, shown.map(keyOf));
  const items = shown.map((row) => toDashboardNote(row, images.get(keyOf(row)) ?? 0));
  return toPage(items, found.length, query);
}

/** Reads all notes of the same list, at once: there are {@link MAX_NOTES} at most. */
export async function* notesForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: Omit<DashboardNotesQuery, keyof PageRequest>,
) {
  const all = { ...query, page: 1, size: MAX_NOTES };
  yield (await listNotesForDashboard(deps, organizationId, all)).items;
}

function matching({ search, noteId }: DashboardNotesQuery): (row: NoteRow) => boolean {
  const wanted = search ? foldForSearch(search) : null;
  const id = noteId?.toLowerCase() ?? null;
  return (row) => {
    if (id !== null && row.id !== id) return false;
    if (wanted === null) return true;
    const texts = [row.productName, row.content ?? '', row.userProfile ?? ''];
    return texts.some((text) => foldForSearch(text).includes(wanted));
  };
}

function byUpdate(left: NoteRow, right: NoteRow): number {
  return left.updatedAt.getTime() - right.updatedAt.getTime();
}

function toDashboardNote(row: NoteRow, images: number) {
  return {
    id: row.id,
    productName: row.productName,
    noteContent: row.content,
    userProfile: row.userProfile,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    images,
  };
}
