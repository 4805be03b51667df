import { Prisma, type PrismaClient } from '@/server/prisma-client/client';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

type Models = Prisma.TypeMap['model'];

/** The models whose rows belong to an organization: those that carry its id. */
type OwnedModel = {
  [Model in Prisma.ModelName]: 'organizationId' extends keyof Models[Model]['payload']['scalars']
    ? Model
    : never;
}[Prisma.ModelName];

type Delegate<Model extends Prisma.ModelName> = PrismaClient[Uncapitalize<Model>];

/** Operations that read or change all rows that a condition holds for. */
const CONDITIONAL = [
  'findFirst',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
  'deleteMany',
] as const;
/** The same with new values, which cannot give a row to another organization. */
const CHANGING = ['updateMany', 'updateManyAndReturn'] as const;

/** A new row as it is added to an organization: all of it but whose it is. */
type Unowned<Data> = Data extends { organizationId: string } ? Omit<Data, 'organizationId'> : never;
type NewRow<D> = Unowned<Prisma.Args<D, 'create'>['data']>;

type Change<D> = Omit<Prisma.Args<D, 'updateMany'>['data'], 'organizationId'>;

interface Changing<D> {
  updateMany(
    args: Omit<Prisma.Args<D, 'updateMany'>, 'data'> & { readonly data: Change<D> },
  ): Promise<Prisma.BatchPayload>;
  updateManyAndReturn<A extends Omit<Prisma.Args<D, 'updateManyAndReturn'>, 'data'>>(
    args: A & { readonly data: Change<D> },
  ): Promise<Prisma.Result<D, A, 'updateManyAndReturn'>>;
}

interface Adding<D> {
  create<A extends Omit<Prisma.Args<D, 'create'>, 'data'>>(
    args: A & { readonly data: NewRow<D> },
  ): Promise<Prisma.Result<D, A, 'create'>>;
  createMany(
    args: Omit<Prisma.Args<D, 'createMany'>, 'data'> & { readonly data: readonly NewRow<D>[] },
  ): Promise<Prisma.BatchPayload>;
}

/**
 * Prisma Client for the rows of one organization. Its id is part of each condition and of each row that is added, and
 * cannot be said by the caller: a row is asked for by what it is within the organization (`findFirst({ where: { id } })`).
 */
export type OrganizationClient = {
  readonly [Model in OwnedModel as Uncapitalize<Model>]: Pick<
    Delegate<Model>,
    Extract<(typeof CONDITIONAL)[number], keyof Delegate<Model>>
  > &
    Changing<Delegate<Model>> &
    Adding<Delegate<Model>>;
};

/** A Prisma Client, reduced to what belongs to no organization. */
export type OutsideOrganizations<Client> = Pick<
  Client,
  Extract<Uncapitalize<Exclude<Prisma.ModelName, OwnedModel>>, keyof Client>
>;

interface Arguments {
  readonly where?: object;
  readonly data?: object | readonly object[];
}
type AnyDelegate = Readonly<Record<string, (args: Arguments) => unknown>>;

/**
 * The condition, as it is given. Prisma takes a condition whose value is `undefined` for none, which would widen a
 * deletion to all that the organization has.
 * @throws Error for such a condition
 */
function whole(where: object): object {
  for (const [name, value] of Object.entries(where)) {
    if (value === undefined) throw new Error(`The condition on ${name} has no value`);
  }
  return where;
}

function owned(delegate: AnyDelegate, organizationId: OrganizationId): AnyDelegate {
  const own = (data: object) => ({ ...data, organizationId });
  const ownOf = (where: object) => own(whole(where));
  // A row stays where it is: a database that is spread refuses whatever could move one.
  const changeOf = (data: object) => ({ ...data, organizationId: undefined });
  const conditional = CONDITIONAL.map((operation) => [
    operation,
    (args: Arguments = {}) => delegate[operation]?.({ ...args, where: ownOf(args.where ?? {}) }),
  ]);
  const changing = CHANGING.map((operation) => [
    operation,
    ({ where = {}, data = {}, ...args }: Arguments) =>
      delegate[operation]?.({ ...args, where: ownOf(where), data: changeOf(data) }),
  ]);
  const adding = ['create', 'createMany'].map((operation) => [
    operation,
    ({ data = [], ...args }: Arguments) =>
      delegate[operation]?.({ ...args, data: Array.isArray(data) ? data.map(own) : own(data) }),
  ]);
  return Object.fromEntries([...conditional, ...changing, ...adding]);
}

/** Adds `of(organizationId)` to Prisma Client, inside transactions as outside of them. */
export const organizationExtension = Prisma.defineExtension({
  name: 'organization',
  client: {
    of(organizationId: OrganizationId): OrganizationClient {
      const context = Prisma.getExtensionContext(this);
      const delegates = new Map<string | symbol, AnyDelegate>();
      return new Proxy({} as OrganizationClient, {
        get(_, model) {
          const known = delegates.get(model);
          if (known) return known;
          // The delegates of a client have no common type; `OrganizationClient` says what each of them takes.
          const delegate = owned(Reflect.get(context, model) as AnyDelegate, organizationId);
          delegates.set(model, delegate);
          return delegate;
        },
      });
    },
  },
});
