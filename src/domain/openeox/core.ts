import { type ReleaseCycle, standardSupport, type SupportEnd } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';

/**
 * OpenEoX Core 1.0 of release cycles. Its mandatory tests hold of everything that is written: the end of life is the last of
 * all dates, general availability the first.
 */

export const OPENEOX_CORE_SCHEMA = 'https://docs.oasis-open.org/openeox/v1.0/schema/core.json';
/** To be announced. */
export const TBA = 'tba';

export interface OpenEoxCore {
  readonly $schema: typeof OPENEOX_CORE_SCHEMA;
  readonly end_of_life: string;
  readonly end_of_security_support: string;
  readonly general_availability?: string;
  readonly last_updated: string;
}

/**
 * Writes a release cycle. `end_of_security_support` is the end of security fixes that cost nothing, which counts as its end
 * here; `end_of_life` the end of what its vendor sells beyond it, where there is such support.
 * @returns null for a cycle that ended on a day that nobody knows: OpenEoX has no word for it
 */
export function openEoxCore(cycle: ReleaseCycle, lastUpdated: Date): OpenEoxCore | null {
  const standard = standardSupport(cycle);
  const extended = cycle.support.find(({ level }) => level === 'EXTENDED_SUPPORT') ?? null;
  if (isPastUnknown(standard) || isPastUnknown(extended)) return null;
  const security = standard?.endsOn ?? null;
  const end = extended ? later(extended.endsOn, security) : security;
  const last = extended && extended.endsOn === null ? null : end;
  const dates = [security, last].filter((day) => day !== null);
  const released = cycle.releasedOn;
  const isFirst = released !== null && dates.every((day) => released <= day);
  return {
    $schema: OPENEOX_CORE_SCHEMA,
    end_of_life: instant(last),
    // Also where what is sold longer has an end: OpenEoX recommends a date then, but that would be one of fixes that cost nothing.
    end_of_security_support: instant(security),
    ...(isFirst && { general_availability: instant(released) }),
    last_updated: lastUpdated.toISOString(),
  };
}

function isPastUnknown(support: SupportEnd | null): boolean {
  return support !== null && support.endsOn === null && support.ended;
}

function later(left: Day | null, right: Day | null): Day | null {
  if (left === null || right === null) return left ?? right;
  return left < right ? right : left;
}

function instant(day: Day | null): string {
  return day === null ? TBA : `${day}T00:00:00Z`;
}

/** The address of the shell's schema, which is a draft: it still names no version. */
const OPENEOX_SHELL_SCHEMA = 'https://docs.oasis-open.org/openeox/tbd/schema/shell.json';

/** Writes a product's cycles as statements of the OpenEoX shell. */
export function openEoxShell(
  product: { readonly name: string; readonly vendor: string | null },
  cores: readonly { readonly cycle: string; readonly core: OpenEoxCore }[],
) {
  return {
    $schema: OPENEOX_SHELL_SCHEMA,
    statements: cores.map(({ cycle, core }) => ({
      core,
      product: {
        product_name: product.name,
        product_version: cycle,
        ...(product.vendor !== null && { vendor_name: product.vendor }),
      },
    })),
  };
}
