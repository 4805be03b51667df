import { v7 as uuidv7 } from 'uuid';
import { notFound } from '@/domain/errors';
import { foldForSearch } from '@/domain/list';
import { likeOf } from '@/domain/team/rule-columns';
import { identityOf } from '@/domain/identifiers/identity';
import { type MessageKind, isForPeople } from '@/domain/message/kinds';
import {
  asName,
  MAX_NAMED_PLACES,
  type MessageContent,
  messageContent,
  type MessageItem,
} from '@/domain/message/content';
import { knownSubjectOf, toldBy } from '@/domain/message/digest';
import { joinedItem, splitItem } from '@/domain/message/part';
import {
  asksWhatWasTold,
  type Listener,
  type ProjectsKnown,
  routesOf,
} from '@/domain/message/rule';
import type { MessageSetting } from '@/domain/message/setting';
import { findAudience, tellPeople, withUnheard } from '@/server/inbox/service/tell';
import { hasReaders } from '@/server/inbox/service/entries';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { judgedByPurl } from '@/server/registry/service/judged';
import {
  findListeners,
  findTold,
  holdMessage,
  putChannelTold,
  toldKey,
} from './repository/listeners';
import {
  announce,
  findOrganizationsThatHear,
  insertDeliveries,
  insertMessage,
  isKindLed,
  type NewMessage,
} from './repository/messages';
import {
  type AskedItem,
  findInProjects,
  findPackagesInProjects,
  type FoundItem,
  type FoundPackage,
} from './repository/projects';
import { findMessageSetting } from './repository/setting';

const MAX_PATH_LENGTH = 1_000;

/** Who gets a message: the channels that rules lead it to and the people whom it concerns, or the channels that are named. */
export type Addressees = 'listeners' | { readonly channelIds: readonly string[] };

/**
 * Says something, in the transaction that causes it: it is said if that is committed, and not else. Writes the message,
 * one delivery for each channel that hears it at once, what waits for the digests of others, and what each person gets of
 * it; the delivery itself is the job of whichever process gets to it first. What concerns nobody just now is kept as well:
 * what a rule would have sent is told by it.
 * @param causedBy the person who did what is said, and needs not be told
 * @returns the message's id; null where nobody hears anything of the kind, and nothing was written
 */
export async function sendMessage(
  tx: Transaction,
  organizationId: OrganizationId,
  content: MessageContent,
  to: Addressees,
  at: Date,
  causedBy: string | null = null,
): Promise<string | null> {
  if (to !== 'listeners') {
    const row = await storeMessage(tx, organizationId, content, at);
    await deliver(tx, organizationId, row, to.channelIds);
    return row.id;
  }
  if (!(await isHeard(tx, organizationId, content.kind))) return null;
  const message = await withUnheard(tx, organizationId, content);
  const audience = await findAudience(tx, organizationId, message, causedBy);
  const rules = await findListeners(organizationId, tx, message.kind);
  const row = await storeMessage(tx, organizationId, message, at);
  await tellPeople(tx, organizationId, row, audience);
  await sendByRules(tx, organizationId, row, rules);
  return row.id;
}

/** Sends a stored message to the channels that rules lead it to, each once: now, or in its next digest. */
async function sendByRules(
  tx: Transaction,
  organizationId: OrganizationId,
  row: NewMessage,
  rules: readonly Listener[],
): Promise<void> {
  const projects = await projectsKnown(tx, organizationId, row, rules);
  const { atOnce, held } = routesOf(row.content, rules, projects);
  for (const { content, channelIds } of atOnce) {
    // What of it a channel is to hear is a message of its own: what was sent can be looked at, and sent again, as it was.
    if (content === row.content) await deliver(tx, organizationId, row, channelIds);
    else await sendDerived(tx, organizationId, content, channelIds, row.at);
  }
  await holdMessage(organizationId, tx, row, held);
}

/** Finds out what rules need to know of a message; nothing is read where none needs it. */
async function projectsKnown(
  tx: Transaction,
  organizationId: OrganizationId,
  { content, at }: Pick<NewMessage, 'content' | 'at'>,
  rules: readonly Listener[],
): Promise<ProjectsKnown> {
  const ofProjects = rules.filter(({ scope }) => scope === 'projects');
  const cuts = new Map<string, ItemCut>();
  for (const rule of ofProjects) {
    cuts.set(rule.id, await cutToProjects(tx, organizationId, rule, [{ at, content }]));
  }
  const subjects = content.items.filter(({ isSolved }) => isSolved);
  const told = await findTold(
    organizationId,
    tx,
    [...new Set(rules.filter(asksWhatWasTold).flatMap(({ channel_ids: ids }) => ids))],
    subjects.map((item) => knownSubjectOf(content.kind, item)),
  );
  return {
    cut: (ruleId, item) => cuts.get(ruleId)?.({ kind: content.kind, at }, item) ?? null,
    knows: (channelId, item) => told.has(toldKey(channelId, knownSubjectOf(content.kind, item))),
  };
}

/** Of the message that an item is of, what it is looked for by. */
export interface SaidWith {
  readonly kind: MessageKind;
  /** When it was said. */
  readonly at: Date;
}

/** What of an item of a message is of the projects of a rule. */
export type ItemCut = (said: SaidWith, item: MessageItem) => MessageItem | null;

/** Items that are looked for in one statement. */
const ASKED_AT_ONCE = 2_000;

/** Finds out which items of some messages are of the projects of a rule now, and how many of their images these have. */
export async function cutToProjects(
  db: Transaction,
  organizationId: OrganizationId,
  { project_names: names, project_label: label }: Pick<Listener, 'project_names' | 'project_label'>,
  messages: readonly {
    readonly at: Date;
    readonly content: Pick<MessageContent, 'kind' | 'items'>;
  }[],
): Promise<ItemCut> {
  const asked = new Map<string, Asked>();
  for (const { at, content } of messages) {
    const said = { kind: content.kind, at };
    for (const item of content.items.filter(({ isSolved }) => !isSolved).flatMap(splitItem))
      asked.set(askedKey(said, item), askedBy(said, item));
  }
  const keys = [...asked.keys()];
  const found = new Map<string, (item: MessageItem) => MessageItem>();
  const projects = {
    names: names.map((name) => likeOf(foldForSearch(name))),
    label: label && { name: label.name, valueLike: likeOf(label.value) },
  };
  const rows = [...asked.values()].map((one, place) => ({ ...one, place }));
  const most = MAX_NAMED_PLACES;
  for (let from = 0; from < rows.length; from += ASKED_AT_ONCE) {
    const part = rows.slice(from, from + ASKED_AT_ONCE);
    for (const one of await findInProjects(organizationId, db, projects, part, most)) {
      found.set(keys[one.place] ?? '', (item) => cutItem(item, one));
    }
  }
  const packages = await packagesOf(db, organizationId, rows);
  for (const one of await findPackagesInProjects(organizationId, db, projects, packages, most))
    found.set(keys[one.place] ?? '', (item) => cutPackage(item, one));
  return (said, item) => {
    const own = splitItem(item).flatMap((part) => {
      return found.get(askedKey(said, part))?.(part) ?? [];
    });
    return joinedItem(item, own);
  };
}

/** What an item is looked for by, and the version of a package where it is on one. */
type Asked = Omit<AskedItem, 'place'> & Pick<MessageItem, 'packageVersion'>;

function askedBy({ kind, at }: SaidWith, item: MessageItem): Asked {
  const { key, project, software, packageVersion } = item;
  const isOfOne = project !== null;
  const isDenial = kind === 'build.denied' && !isOfOne;
  const held = isOfOne ? null : software;
  return {
    projectKey: isOfOne ? identityOf(project) : null,
    deniedKey: isDenial ? key : null,
    saidAt: isDenial ? at : null,
    cycleKey: held && identityOf(held.product, held.cycle),
    cycleId: held?.cycleId ?? null,
    ...{ owner: held?.owner ?? null, packageVersion },
  };
}

function askedKey(said: SaidWith, item: MessageItem): string {
  return JSON.stringify(askedBy(said, item));
}

/** Finds the components of the packages that are asked for, as long as they are judged. */
async function packagesOf(
  db: Transaction,
  organizationId: OrganizationId,
  asked: readonly (Asked & Pick<AskedItem, 'place'>)[],
) {
  const versions = asked.flatMap(({ place, packageVersion }) =>
    packageVersion ? [{ place, ...packageVersion }] : [],
  );
  const purls = [...new Set(versions.map(({ purl }) => purl))];
  const components = await judgedByPurl(organizationId, db, purls);
  return versions.flatMap(({ place, purl, owner }) =>
    (components.get(purl) ?? []).map((componentId) => ({ place, componentId, owner })),
  );
}

/** Makes an item on a package say which images of some projects hold it. */
function cutPackage(
  item: MessageItem,
  { images, projects, named, imageTagId, componentId }: FoundPackage,
): MessageItem {
  return {
    ...item,
    where: { images, projects, named: named.map(asName) },
    path: `/images/${imageTagId}/packages/${componentId}`,
  };
}

/** Makes an item say what of it is of some projects; one of a project by its name says nothing else. */
function cutItem(
  item: MessageItem,
  { images, projects, named, projectId, softwareIds }: FoundItem,
): MessageItem {
  if (images === null || projects === null) return item;
  const where = item.where && {
    ...{ images, projects },
    named: (named ?? []).map(asName),
  };
  // The list of software is of all projects; what leads to a waiver or a plan still does.
  const isList = item.path?.startsWith('/software') === true;
  const path = isList && projects === 1 ? imagesPath(projectId, softwareIds) : null;
  return { ...item, where, path: path ?? item.path };
}

/** The list of a project's images that hold some software; null where an address has no room for it. */
function imagesPath(projectId: string | null, softwareIds: readonly string[] | null) {
  if (projectId === null || softwareIds === null || softwareIds.length === 0) return null;
  const path = `/images?project=${projectId}&software=${softwareIds.join(',')}`;
  return path.length <= MAX_PATH_LENGTH ? path : null;
}

/** Sends what was made of other messages to some channels. */
export async function sendDerived(
  tx: Transaction,
  organizationId: OrganizationId,
  content: MessageContent,
  channelIds: readonly string[],
  at: Date,
): Promise<void> {
  const row = { id: uuidv7(), content: messageContent.parse(content), at, isDerived: true };
  await insertMessage(organizationId, tx, row);
  await deliver(tx, organizationId, row, channelIds);
}

async function deliver(
  tx: Transaction,
  organizationId: OrganizationId,
  row: NewMessage,
  channelIds: readonly string[],
): Promise<void> {
  await insertDeliveries(organizationId, tx, row, channelIds);
  // Of a digest, what it was made of says what was told.
  if (row.content.kind !== 'digest') {
    await putChannelTold(organizationId, tx, channelIds, toldBy([row]), row.at);
  }
  await announce(tx);
}

/** Writes a message that nobody gets yet, for whoever delivers it by hand. */
export async function storeMessage(
  tx: Transaction,
  organizationId: OrganizationId,
  message: MessageContent,
  at: Date,
): Promise<NewMessage> {
  // A message that could not be read back would never be delivered.
  const row = { id: uuidv7(), content: messageContent.parse(message), at, isDerived: false };
  await insertMessage(organizationId, tx, row);
  return row;
}

/** Whether anybody hears messages of a kind: where nobody does, a cause need not find out what it would say. */
export async function isHeard(
  db: Transaction,
  organizationId: OrganizationId,
  kind: MessageKind,
): Promise<boolean> {
  if (isForPeople(kind) && (await hasReaders(db, organizationId))) return true;
  return isKindLed(organizationId, db, kind);
}

/** @throws DomainError 404 when the organization has been deleted meanwhile */
export async function messageSettingOf(
  db: Transaction,
  organizationId: OrganizationId,
): Promise<MessageSetting> {
  const row = await findMessageSetting(organizationId, db);
  if (!row) throw notFound('Organization');
  return {
    ...{ end_thresholds: row.endThresholds, tempo: row.messageTempo, hour: row.messageHour },
    time_zone: row.messageTimeZone,
  };
}

/** Lists the organizations in which messages of any of some kinds are heard: what need be looked at. */
export async function organizationsThatHear(
  db: Transaction,
  kinds: readonly MessageKind[],
): Promise<OrganizationId[]> {
  const withMembers = kinds.some(isForPeople);
  return (await findOrganizationsThatHear(db, kinds, { withMembers })).map(mintOrganizationId);
}

export {
  forgetStates,
  noteItems,
  noteStates,
  takeSolved,
  takeSolvedOf,
  toldStateOf,
  type Told,
} from './service/told';
export { findChannelTold, putChannelTold } from './repository/listeners';
export { announce, lockToldStates, MESSAGE_CHANNEL } from './repository/messages';
export { updateMessageSetting } from './repository/setting';
