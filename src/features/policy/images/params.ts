import {
  createLoader,
  createSerializer,
  createParser,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { parseDay } from '@/domain/eol/calendar';
import type { PolicyAction } from '@/domain/policy/policy';
import { hrefs } from '@/features/hrefs';
import { isRunning, pageParsers, parseAsId, parseAsRunning } from '@/lib/page-params';

/** Verdicts on images, as the address names them. */
const ACTIONS = { denied: 'DENY', warned: 'WARN', allowed: 'ALLOW' } as const;
const ACTION_CHOICES = ['denied', 'warned', 'allowed'] as const;
export type ActionChoice = (typeof ACTION_CHOICES)[number];

const parseAsDay = createParser({ parse: parseDay, serialize: String });

/** The state of the list of images under policies in the address. */
export const policyImagesParsers = {
  are: parseAsStringLiteral(ACTION_CHOICES).withDefault('denied'),
  /** Only what this policy decides. */
  policy: parseAsId,
  /** A later day than today. */
  on: parseAsDay,
  /** Whether a cluster runs them. */
  running: parseAsRunning,
  ...pageParsers,
};

export type PolicyImagesParams = inferParserType<typeof policyImagesParsers>;

export const loadPolicyImagesParams = /* @__PURE__ */ createLoader(policyImagesParsers);
const serialize = createSerializer(policyImagesParsers);

/** The address of the images that policies deny, warn of or allow. */
export function policyImagesHref(params: Partial<PolicyImagesParams>): string {
  return serialize(hrefs.policyImages, params);
}

const serializeExport = createSerializer({
  policy: parseAsStringLiteral(ACTION_CHOICES),
  running: policyImagesParsers.running,
});

/** Builds the address of the images list as a file: what policies deny or warn of today, wherever it runs or where it does. */
export function judgedExportHref({
  policy,
  running,
}: {
  readonly policy: Exclude<ActionChoice, 'allowed'>;
  readonly running: PolicyImagesParams['running'];
}): string {
  return serializeExport(hrefs.exports.images, { policy, running });
}

/** The question that an address puts to `policy.images`. */
export function toPolicyImagesQuery({ are, policy, on, running, page, size }: PolicyImagesParams) {
  const action: PolicyAction = ACTIONS[are];
  return { action, decidedBy: policy, on, running: isRunning(running), page, size };
}
