import { adviseMove } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { projectTitle } from '@/domain/identifiers/project-name';
import { asLine, itemOf, MAX_KEPT_ITEMS, type MessageContent } from '@/domain/message/content';
import { ownedBy, softwareKey } from '@/domain/message/software-key';
import type { Violation } from '@/domain/policy/violation';
import type { ScanSource } from '@/domain/scan/upload';
import { forgetStates, noteStates, sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { ScanAnswer } from '../dto';

export interface JudgedUpload {
  readonly answer: ScanAnswer;
  readonly projectName: string;
  readonly source: ScanSource;
  readonly catalog: Pick<CatalogView, 'productNamed' | 'upstreamOf'>;
  readonly today: Day;
  readonly at: Date;
}

/**
 * Says that an upload was denied, in its own transaction. Of one image, whatever its tags, nothing is said again until
 * other software of it is denied, or it was let through in between: each push to a broken branch says the same.
 */
export async function tellOfDenial(
  tx: Transaction,
  organizationId: OrganizationId,
  upload: JudgedUpload,
): Promise<void> {
  const { answer, source, at } = upload;
  const subject = identityOf(answer.project_id, source.canonicalName);
  const denied = answer.policy.violations.filter(({ action }) => action === 'DENY');
  if (denied.length === 0) return forgetStates(tx, organizationId, 'build.denied', [subject]);
  const state = denied.map((one) => [one.product_name, one.cycle]);
  const news = await noteStates(tx, organizationId, 'build.denied', [{ subject, state }], at);
  if (news.length === 0) return;
  await sendMessage(tx, organizationId, messageOn(upload, denied), 'listeners', at);
}

function messageOn(upload: JudgedUpload, denied: readonly Violation[]): MessageContent {
  const { answer, projectName, source } = upload;
  const image = asLine(`${source.name}:${source.tag}`);
  const { title } = projectTitle(projectName);
  const path = `/images/${answer.image_tag_id}`;
  return {
    kind: 'build.denied',
    severity: 'critical',
    title: asLine(`${image} is denied`),
    summary: asLine(`A policy denies what was uploaded for the project ${title}.`),
    items: denied.slice(0, MAX_KEPT_ITEMS).map((one) => itemOn(upload, one, image, path)),
    total: denied.length,
    links: [{ label: 'The image', path }],
  };
}

function itemOn(
  { answer: { owner }, projectName, catalog, today }: JudgedUpload,
  { product_name: name, cycle, message, eol_date: eolOn }: Violation,
  image: string,
  path: string,
) {
  const product = catalog.productNamed(name);
  const upstream = product && catalog.upstreamOf(product);
  const { target = null } = product ? adviseMove({ product, upstream }, cycle, today) : {};
  return itemOf({
    key: softwareKey(name, cycle, owner?.team_id ?? null),
    ...ownedBy(owner ? { teamId: owner.team_id, name: owner.name, email: owner.email } : null),
    what: asLine(`${name} ${cycle}`),
    detail: asLine(message.replaceAll(projectName, projectTitle(projectName).title)),
    where: { images: 1, projects: 1, named: [image.slice(0, 255)] },
    since: eolOn !== null && eolOn <= today ? eolOn : null,
    until: eolOn !== null && eolOn > today ? eolOn : null,
    moveTo: target && asLine(target.label),
    path,
  });
}
