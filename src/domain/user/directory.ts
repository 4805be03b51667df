/** Where members are kept: in this service's own database, or at a Keycloak server. */
export type DirectoryKind = 'built-in' | 'keycloak';
