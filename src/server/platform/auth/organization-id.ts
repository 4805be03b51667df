import { v7 as uuidv7 } from 'uuid';

/**
 * The tenant. Every repository function takes one first, and only this folder can make one, so code that
 * forgets the tenant does not compile.
 */
export type OrganizationId = string & { readonly __brand: 'OrganizationId' };

/** Mints the brand for an id that the authentication layer has just read from a key, a session or a membership. */
export function mintOrganizationId(id: string): OrganizationId {
  return id as OrganizationId; // the one place where the brand is made
}

/** Makes the id of an organization that is about to be created. */
export function newOrganizationId(): OrganizationId {
  return mintOrganizationId(uuidv7());
}
