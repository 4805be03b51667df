import type { CatalogView } from '@/domain/catalog/view';
import type { Product } from '@/domain/catalog/catalog';
import { foldedNamesOf, productSearch } from '@/domain/catalog/product-names';
import { dayOf } from '@/domain/eol/calendar';
import { foldForSearch } from '@/domain/list';
import {
  foldedWords,
  questionText,
  searchQuestion,
  type SearchQuestion,
} from '@/domain/search/question';
import { softwareWords } from '@/domain/search/software-words';
import { respelled } from '@/domain/search/spelling';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { placedQuestion, type PlacedQuestion } from '@/server/team/service/places';
import {
  findClusters,
  findHolders,
  findImages,
  findProjects,
  findSoftware,
  findSoftwareIn,
  findTeams,
  knownNames,
  type Place,
} from './repository';

/** Things of each kind that are found at most. */
const FOUND_AT_MOST = 6;
/** Names that a mistyped word is compared with: some milliseconds. */
const MAX_NAMES = 20_000;
/** Words of these: each is held against each word of a question. */
const MAX_VOCABULARY = 30_000;

/**
 * Finds what goes by a text: images, projects, teams, clusters, software that is held, products of the catalog. `node 20 in
 * payments` finds what the projects of that name, or of the team of that name, hold, or what runs in the cluster of that
 * name. Where nothing goes by it, words are
 * taken as mistyped, or the place as none; `respelled` says what was looked for instead.
 *
 * That no image goes by a text is known last, after a look at all their names: once nothing else goes by it, what can have
 * been meant is looked for meanwhile.
 */
export async function findThings(deps: Deps, organizationId: OrganizationId, text: string) {
  const view = await deps.catalog.forOrganization(organizationId);
  const asked = searchQuestion(text);
  const question = await placedQuestion(deps, organizationId, asked);
  if (question.words.length === 0) return { ...NOTHING, respelled: null };
  const { all, butImages } = startFinding(deps, organizationId, view, question);
  const instead = butImages.then((found) =>
    isNothing(found) ? findInstead(deps, organizationId, view, asked) : null,
  );
  // Where an image was found nobody waits for it.
  instead.catch(() => null);
  const found = await all;
  if (!isNothing(found)) return { ...found, respelled: null };
  return (await instead) ?? { ...found, respelled: null };
}

/** Finds what goes by the words that were meant, or by the words without their place; null: nothing does. */
async function findInstead(
  deps: Deps,
  organizationId: OrganizationId,
  view: CatalogView,
  asked: SearchQuestion,
) {
  const others = [
    await respelledQuestion(deps, organizationId, view, asked),
    asked.place.length > 0 ? { words: asked.words, place: [] } : null,
  ];
  for (const other of others) {
    if (other === null) continue;
    const better = await placedQuestion(deps, organizationId, other);
    const found = await startFinding(deps, organizationId, view, better).all;
    if (!isNothing(found)) return { ...found, respelled: questionText(better) };
  }
  return null;
}

const NOTHING = {
  ...{ images: [], projects: [], teams: [], clusters: [], software: [], products: [] },
  place: null,
};

type Kind = 'images' | 'projects' | 'teams' | 'clusters' | 'software' | 'products';

function isNothing(found: Partial<Record<Kind, readonly unknown[]>>): boolean {
  const { images = [], projects = [], teams = [], clusters = [], ...rest } = found;
  const { software = [], products = [] } = rest;
  return [images, projects, teams, clusters, software, products].every(
    ({ length }) => length === 0,
  );
}

/** Starts to look for everything at once, and gives what is found of all kinds, and of all but images. */
function startFinding(
  deps: Deps,
  organizationId: OrganizationId,
  view: CatalogView,
  question: PlacedQuestion,
) {
  const { words } = question;
  const place = placeOf(question);
  const named = place === null ? imagesNamed(deps.db, organizationId, words) : [];
  const butImages = findButImages(deps, organizationId, view, question);
  const holding = butImages.then(({ software }) =>
    place === null || software.length === 0
      ? []
      : findHolders(
          organizationId,
          deps.db,
          { place, softwareIds: software.map(({ id }) => id) },
          FOUND_AT_MOST,
        ),
  );
  const all = Promise.all([butImages, named, holding]).then(([found, images, holders]) => ({
    ...found,
    images: [...images, ...holders],
  }));
  return { all, butImages };
}

function placeOf({ projectIds, imageTagIds }: PlacedQuestion): Place | null {
  if (projectIds !== null) return { projectIds };
  return imageTagIds === null ? null : { imageTagIds };
}

async function findButImages(
  { db, clock }: Deps,
  organizationId: OrganizationId,
  view: CatalogView,
  question: PlacedQuestion,
) {
  const { words, place } = question;
  const within = placeOf(question);
  const named = within === null ? words : place;
  const wanted = {
    words: softwareWords(words, view.products()),
    today: dayOf(clock.now()),
  };
  const [software, projects, teams, clusters] = await Promise.all([
    within === null
      ? findSoftware(organizationId, db, wanted, FOUND_AT_MOST)
      : findSoftwareIn(organizationId, db, within, wanted, FOUND_AT_MOST),
    findProjects(organizationId, db, named, FOUND_AT_MOST),
    findTeams(organizationId, db, named, FOUND_AT_MOST),
    findClusters(organizationId, db, named, FOUND_AT_MOST),
  ]);
  return {
    software,
    projects,
    teams,
    clusters,
    products: within === null ? productsNamed(view, words) : [],
    place: within === null ? null : place.join(' '),
  };
}

/** Images that go by every word; retired ones only where there is room for them. */
async function imagesNamed(
  db: Deps['db'],
  organizationId: OrganizationId,
  words: readonly string[],
) {
  const find = (limit: number, isRetired: boolean) =>
    findImages(organizationId, db, words, { limit, isRetired });
  const images = await find(FOUND_AT_MOST, false);
  const room = FOUND_AT_MOST - images.length;
  return room === 0 ? images : [...images, ...(await find(room, true))];
}

/** Products that go by every word that is no version; where none does, those whose identifiers have them. */
function productsNamed(view: CatalogView, words: readonly string[]) {
  const letters = words.filter((word) => !/^v?\d/u.test(word));
  if (letters.length === 0) return [];
  const isNamed = (product: Product) =>
    foldedNamesOf(product).some((name) => letters.every((word) => name.includes(word)));
  const named = view.products().filter(isNamed);
  const found = named.length > 0 ? named : view.products().filter(productSearch(letters.join(' ')));
  return found
    .slice(0, FOUND_AT_MOST)
    .map(({ slug, name, category }) => ({ slug, name, category }));
}

/** The words of some names, each once, as far as all of them are looked through in no time. */
function wordsOf(names: readonly string[]): string[] {
  const words = new Set<string>();
  for (const name of names) {
    for (const word of foldedWords(name.replaceAll(/[/_:@-]+/gu, ' '))) words.add(word);
    if (words.size >= MAX_VOCABULARY) break;
  }
  return [...words];
}

async function respelledQuestion(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  view: CatalogView,
  { words, place }: SearchQuestion,
): Promise<SearchQuestion | null> {
  const names = await knownNames(organizationId, db, MAX_NAMES);
  const products = view.products().map(({ name }) => foldForSearch(name));
  const vocabulary = wordsOf([...names, ...products]);
  const [better, betterPlace] = [respelled(words, vocabulary), respelled(place, vocabulary)];
  if (better === null && betterPlace === null) return null;
  return { words: better ?? words, place: betterPlace ?? place };
}
