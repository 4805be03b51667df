import type { Product } from '@/domain/catalog/catalog';
import { DomainError } from '@/domain/errors';
import { quoted } from '@/domain/assistant/quoted-text';
import { recordId } from '@/server/platform/trpc/inputs';
import { requireProject } from '@/server/project/service';
import { projectsNamed, teamsNamed } from '@/server/team/service/by-hand';
import { requireTeam } from '@/server/team/service/teams';
import type { Asked } from './tool';

type Asking = Pick<Asked, 'deps' | 'principal'>;

/**
 * Finds the project that a question names, by its name or its id; null where it names none.
 * @throws DomainError 404 in words that say what to ask instead
 */
export async function projectAsked(
  { deps, principal: { organizationId } }: Asking,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined) return null;
  if (recordId.safeParse(asked).success) {
    await requireProject(deps, organizationId, asked);
    return asked;
  }
  const found = (await projectsNamed(organizationId, deps.db, [asked])).get(asked);
  if (found) return found.id;
  throw unknown('project', asked);
}

/**
 * Finds the team whose projects a question is about; `none`: projects of nobody.
 * @throws DomainError 404 likewise
 */
export async function ownerAsked(
  { deps, principal: { organizationId } }: Asking,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined) return null;
  if (asked === 'none') return asked;
  if (recordId.safeParse(asked).success) {
    await requireTeam(organizationId, deps.db, asked);
    return asked;
  }
  const found = (await teamsNamed(organizationId, deps.db, [asked])).get(asked);
  if (found) return found.id;
  throw unknown('team', asked);
}

/** Finds a product of the catalog by its slug or any of its names; null where it has none. */
export async function productAsked(
  { deps, principal: { organizationId } }: Asking,
  asked: string,
): Promise<Product | null> {
  const view = await deps.catalog.forOrganization(organizationId);
  return view.productNamed(asked) ?? view.productBySlug(asked.toLowerCase());
}

function unknown(thing: string, asked: string): DomainError {
  return new DomainError('not_found', `There is no ${thing} called ${quoted(asked)}`);
}
