import {
  asLine,
  asName,
  itemOf,
  MAX_KEPT_ITEMS,
  MAX_NAMED_PLACES,
  type MessageContent,
  type MessageItem,
} from '@/domain/message/content';
import {
  ownedBy,
  packageKey,
  packageSubject,
  packageVersionOf,
  withoutQualifiers,
} from '@/domain/message/software-key';
import { counted } from '@/domain/message/words';
import { packageOfPurl } from '@/domain/registry/component';
import type { StatementKind } from '@/domain/registry/package-facts';
import { ECOSYSTEM_WORDS } from '@/domain/registry/words';
import { forgetStates, isHeard, noteStates, sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { judgedAmong, type JudgedRow } from '@/server/registry/service/judged';
import type { JudgedNews } from '@/server/registry/service/news';
import { type PackagePlaces, placesOfPackages } from '../repository/packages';

const KIND = 'package.judged';

/**
 * Says which packages that images of an organization hold are newly judged by their registry, or by an estimate, in the
 * transaction that stores it: one message, however many they are. What was said is noted with it, so that of two processes
 * that find the same one says it. What is taken back is forgotten without a word: should it come back, that is said.
 */
export async function tellOfJudged(
  tx: Transaction,
  organizationId: OrganizationId,
  { componentIds, takenBack, lookedAt, at }: JudgedNews,
): Promise<void> {
  await forgetStates(tx, organizationId, KIND, takenBack.map(packageSubject));
  if (componentIds.length === 0 || !(await isHeard(tx, organizationId, KIND))) return;
  const components = await judgedAmong(organizationId, tx, componentIds);
  // Several differ in their qualifiers alone, and are held by images of their own.
  const judged = new Map(components.map((one) => [withoutQualifiers(one.purl), one]));
  const ids = components.map(({ id }) => id);
  const places = await placesOfPackages(organizationId, tx, ids, lookedAt, MAX_NAMED_PLACES);
  const held = new Map(
    places.flatMap(({ purl }) => {
      const one = judged.get(purl);
      return one ? [[packageSubject(purl), one] as const] : [];
    }),
  );
  const states = [...held].map(([subject, { degree, kind }]) => ({
    ...{ subject, state: [degree, kind] },
  }));
  const news = new Set(await noteStates(tx, organizationId, KIND, states, at));
  const told = places.flatMap((place) => {
    const one = news.has(packageSubject(place.purl)) ? judged.get(place.purl) : undefined;
    return one ? [{ place, judged: one }] : [];
  });
  if (told.length === 0) return;
  await sendMessage(tx, organizationId, messageOn(told), 'listeners', at);
}

interface Told {
  readonly place: PackagePlaces;
  readonly judged: JudgedRow;
}

function messageOn(told: readonly Told[]): MessageContent {
  // What somebody says stands before what is concluded; of each, what most images hold is first already.
  const said = told.filter(({ judged }) => judged.degree === 'registry');
  const stale = told.filter(({ judged }) => judged.degree === 'stale');
  const items = [...said, ...stale].map(itemOn);
  return {
    ...{ kind: KIND, severity: 'info', title: asLine(titleOf(said, stale)) },
    summary: [
      ...(said.length > 0 ? ['Their registries say so of packages that your images hold.'] : []),
      ...(stale.length > 0
        ? ['That a line is stale is an estimate: nobody says so, and newer lines are released.']
        : []),
    ].join(' '),
    items: items.slice(0, MAX_KEPT_ITEMS),
    total: items.length,
    links: [{ label: 'Coverage', path: '/coverage' }],
  };
}

const SAYS: Readonly<Record<StatementKind, string>> = {
  deprecated: 'is deprecated',
  yanked: 'is yanked',
  archived: 'is archived',
  moved: 'has moved',
};

function titleOf(said: readonly Told[], stale: readonly Told[]): string {
  const [ofRegistries, ofEstimates] = [packagesOf(said), packagesOf(stale)];
  const [only] = [...ofRegistries, ...ofEstimates];
  if (only && ofRegistries.length + ofEstimates.length === 1) {
    const { kind } = only;
    if (kind === null) return `Estimate: the line of ${nameOf(only)} is stale`;
    return `${nameOf(only)} ${SAYS[kind]}`;
  }
  return [
    ...countOf(ofRegistries, 'deprecated, yanked, archived or moved'),
    ...countOf(ofEstimates, 'of a stale line, by an estimate'),
  ].join(', ');
}

/** Each package once, however many owners it has. */
function packagesOf(told: readonly Told[]): JudgedRow[] {
  return [...new Map(told.map(({ judged }) => [judged.id, judged])).values()];
}

function countOf({ length }: readonly JudgedRow[], what: string): string[] {
  return length === 0
    ? []
    : [`${counted(length, 'package')} ${length === 1 ? 'is' : 'are'} ${what}`];
}

function itemOn({ place, judged }: Told): MessageItem {
  const { purl, owner, images, projects, named, imageTagId, componentId } = place;
  return itemOf({
    key: packageKey(purl, owner?.teamId ?? null),
    ...packageVersionOf(purl, owner?.teamId ?? null),
    ...ownedBy(owner),
    what: asLine(nameOf(judged)),
    detail: asLine(judged.message),
    where: { images, projects, named: named.map(asName) },
    evidence: judged.degree,
    moveTo: judged.successor === null ? null : asLine(judged.successor),
    // No list is of one package: that of the first image says all that is known of it.
    path: `/images/${imageTagId}/packages/${componentId}`,
  });
}

/** Names a package with where it comes from: `lodash 4.17.20 (npm)`, `org.old:thing 1.0 (Maven)`. */
function nameOf({ purl, name, version }: Pick<JudgedRow, 'purl' | 'name' | 'version'>): string {
  const asked = packageOfPurl(purl);
  if (!asked) return `${name} ${version}`;
  const { ecosystem, namespace, name: own } = asked;
  const whole = namespace === null ? own : `${namespace}${ecosystem === 'maven' ? ':' : '/'}${own}`;
  return `${whole} ${version} (${ECOSYSTEM_WORDS[ecosystem]})`;
}
