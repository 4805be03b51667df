/** What the transactions of other nouns need of the catalogue, and the commands of its attempts. */
export { findCatalogFacts, followCatalog, type CatalogFacts } from './repository/follow';
export { shareCatalog } from './repository/locks';
export { findOverlayVersion } from './repository/overlay';
export {
  findRevision,
  insertRevision,
  lastRevisions,
  type RevisionRow,
} from './repository/revisions';
