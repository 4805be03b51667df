/**
 * Why a registry gave no usable answer. `timeout`, `unreachable` and `status` concern the registry as a whole,
 * the others this one answer.
 */
export type RegistryFailureKind =
  'timeout' | 'unreachable' | 'status' | 'redirect' | 'too_large' | 'unreadable';

/** A registry gave no usable answer. Nothing in it names an address: those may carry credentials. */
export class RegistryFailure extends Error {
  override readonly name = 'RegistryFailure';

  constructor(
    readonly kind: RegistryFailureKind,
    detail: string = kind,
  ) {
    super(detail);
  }

  /** Whether others who ask this registry now would fare alike. */
  get concernsRegistry(): boolean {
    return this.kind === 'timeout' || this.kind === 'unreachable' || this.kind === 'status';
  }
}
