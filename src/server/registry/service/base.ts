import { basicAuthorization } from '@/server/platform/outbound/basic-authorization';
import { sameOriginAddress } from '@/server/platform/outbound/guarded-fetch';
import type { RegistryComponent, RegistryEcosystem } from '@/domain/registry/component';
import type { Statement } from '@/domain/registry/evidence';
import type { RegistryGet } from './limited-fetch';

/** A registry's address and credentials. */
export interface RegistryBase {
  /** As configured, without credentials. */
  readonly url: URL;
  /** The `Authorization` header for the credentials of the configured address; null without. */
  readonly authorization: string | null;
}

/** Takes a configured address apart. `env.ts` has made sure that it is http or https. */
export function readRegistryBase(configured: string): RegistryBase {
  const url = new URL(configured);
  const authorization = basicAuthorization(url);
  url.username = '';
  url.password = '';
  return { url, authorization };
}

function encodeSegment(segment: string): string {
  if (segment.split('/').some((part) => part === '' || /^\.+$/.test(part)))
    throw new RegistryFailure('unreadable', 'a name that is no path segment');
  // Registries spell a scope with its `@`, and Go's proxies a capital with `!`.
  return encodeURIComponent(segment).replaceAll('%40', '@');
}

/**
 * Makes the address of a path below another. Each segment stays one, whatever is in it, and none leads up.
 * @throws RegistryFailure for a segment that is empty or made of dots
 */
export function below(base: URL, ...segments: readonly string[]): URL {
  const url = new URL(base);
  url.pathname = [url.pathname.replace(/\/+$/, ''), ...segments.map(encodeSegment)].join('/');
  return url;
}

/**
 * Gives an address that a registry's answer names.
 * @throws RegistryFailure when it leads away from the registry's own origin
 */
export function withinOrigin(base: URL, address: string): URL {
  const url = sameOriginAddress(base, address);
  if (!url) throw new RegistryFailure('redirect', 'another origin');
  return url;
}

/**
 * Reasons why a registry gave no usable answer. `timeout`, `unreachable` and `status` concern the registry as a
 * whole, the others this one answer; `budget`: it was not asked, as it has been asked often enough.
 */
export type RegistryFailureKind =
  'timeout' | 'unreachable' | 'status' | 'redirect' | 'too_large' | 'unreadable' | 'budget';

/** A registry gave no usable answer. The error names no address: those may carry credentials. */
export class RegistryFailure extends Error {
  override readonly name = 'RegistryFailure';

  constructor(
    readonly kind: RegistryFailureKind,
    detail: string = kind,
  ) {
    super(detail);
  }

  /** Whether other questions to this registry would now fare alike. */
  get concernsRegistry(): boolean {
    return this.kind === 'timeout' || this.kind === 'unreachable' || this.kind === 'status';
  }
}

/** A registry that can be asked about components of one ecosystem. */
export interface RegistrySource {
  readonly ecosystem: RegistryEcosystem;
  /**
   * Looks up what the registry says against a component now; null when it says nothing, or does not know it.
   * @param component as `canonicalComponent` gives it
   * @throws RegistryFailure, UnreadableAnswer when no usable answer came
   */
  lookUp(component: RegistryComponent): Promise<Statement | null>;
}

/** Parts of a source: the registry's address, and how to ask it. */
export interface SourceParts {
  /** Without credentials; `get` adds them. */
  readonly url: URL;
  readonly get: RegistryGet;
  readonly now: () => Date;
}
