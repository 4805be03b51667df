/** Functions on the catalog for the transactions of other nouns, and the commands of its attempts. */
export {
  findCatalogFacts,
  followCatalog,
  type CatalogFacts,
} from '@/server/catalog/repository/follow';
export { countWrongCatalogFacts, factsOfCycle } from '@/server/catalog/repository/facts';
export { shareCatalog } from '@/server/catalog/repository/locks';
export { announceOverlay, findOverlayVersion } from '@/server/catalog/repository/overlay';
export {
  findDocumentMadeAt,
  findRevision,
  insertRevision,
  lastRevisions,
  type RevisionRow,
} from '@/server/catalog/repository/revisions';
