import { z } from 'zod';
import { holdsNoNul, NUL_MESSAGE, storedText } from '@/domain/validation/fields';
import { remembered } from '@/domain/validation/remembered';
import { boundedList, parsedByShape } from '@/domain/validation/shapes';
import { MAX_MATCHES, MAX_PACKAGES } from './body/keep-rules';
import { scanContext } from './context';
import { readScanDate, scanDate, scanEnd } from './dates';

/** Names and versions. */
const nameText = storedText(1_024);
/** Package URLs, CPE parts and label values. */
const longText = storedText(8_192);
const optionalName = nameText.nullish();

/**
 * Whether a cycle is a long-term one. Scanners send a boolean or a string: `""` is unknown, a date is the
 * day on which the cycle became, or will become, a long-term one, so it is true.
 */
const lts = z
  .union([z.boolean(), z.string()])
  .nullish()
  .transform((value, context): boolean | null => {
    if (typeof value !== 'string') return value ?? null;
    const word = value.toLowerCase();
    if (word === '') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (readScanDate(word) !== undefined) return true;
    context.issues.push({ code: 'invalid_type', expected: 'boolean', input: value });
    return z.NEVER;
  });

const cycleData = z
  .object({
    ProductName: nameText,
    ProductPermalink: optionalName,
    ReleaseCycle: nameText,
    Eol: scanEnd,
    LTS: lts,
    EolBool: z.boolean().nullish(),
    LatestRelease: nameText.nullable(),
    LatestReleaseDate: scanDate,
    ReleaseDate: scanDate,
  })
  .meta({
    title: 'Cycle',
    example: {
      ProductName: 'Debian Linux',
      ProductPermalink: 'https://endoflife.date/debian',
      ReleaseCycle: '11',
      Eol: '2026-08-31',
      LTS: false,
      EolBool: false,
      LatestRelease: '11.11',
      LatestReleaseDate: '2024-08-31',
      ReleaseDate: '2021-08-14',
    },
  });

/** Release cycles that come with one image after the other. */
const cycle = remembered(cycleData, { maxChars: 524_288, maxValues: 2_000, maxCharsEach: 2_048 });

const cpeText = longText.nullable();
const cpeAttributes = z
  .object({
    Part: cpeText,
    Vendor: cpeText,
    Product: cpeText,
    Version: cpeText,
    Update: cpeText,
    Edition: cpeText,
    SWEdition: cpeText,
    TargetSW: cpeText,
    TargetHW: cpeText,
    Other: cpeText,
    Language: cpeText,
  })
  .meta({ title: 'CPE' });

/** The eleven attributes, flat or below `Attributes`, as older and current scanners send them. */
const cpe = parsedByShape(
  [
    z.object({ Attributes: cpeAttributes }).transform(({ Attributes }) => Attributes),
    cpeAttributes,
  ],
  (value, [nested, flat]) => (Object.hasOwn(value, 'Attributes') ? nested : flat),
);

/** Licences are no part of the contract: what is no string is passed over, and whole texts are cut. */
const licenses = z
  .unknown()
  .transform((value) =>
    (Array.isArray(value) ? value : []).filter((item) => typeof item === 'string'),
  )
  .refine((texts) => texts.every(holdsNoNul), { error: NUL_MESSAGE })
  .transform((texts) => texts.map((text) => text.slice(0, 1_024)))
  .meta({ type: ['array', 'null'], items: { type: 'string' } });

const upstream = z.object({ Name: nameText, Version: nameText }).meta({ title: 'Upstream' });

const packageData = z
  .object({
    ID: optionalName,
    Name: nameText,
    Version: nameText,
    Language: optionalName,
    Type: nameText,
    CPEs: z.array(cpe).nullish(),
    PURL: longText.nullish(),
    Upstreams: z.array(upstream).nullish(),
    MetadataType: optionalName,
    Licenses: licenses.optional(),
  })
  .meta({
    title: 'Package',
    example: {
      Name: 'base-files',
      Version: '11.1+deb11u11',
      Type: 'deb',
      CPEs: null,
      PURL: 'pkg:deb/debian/base-files@11.1%2Bdeb11u11?arch=amd64&distro=debian-11',
      Upstreams: null,
      Licenses: ['GPL'],
    },
  });

/** As many as some hundred images of one distribution hold; one that says more than others by far is read each time. */
const REMEMBERED_PACKAGES = { maxChars: 4_194_304, maxValues: 8_000, maxCharsEach: 4_096 };

export const component = remembered(packageData, REMEMBERED_PACKAGES);

export const match = z.object({ Cycle: cycle, Package: component }).meta({ title: 'Matches' });

const appConfig = z
  .object({
    'project-name': nameText,
    'commit-hash': optionalName,
    'image-path': optionalName,
  })
  .meta({
    title: 'AppConfig',
    example: {
      'project-name': 'github//acme/shop',
      'commit-hash': '4f1c2d9e',
      'image-path': 'Dockerfile',
    },
  });

const directorySource = z
  .object({ Type: nameText, Target: nameText })
  .meta({ title: 'DirectorySource', example: { Type: 'DirectoryScheme', Target: '/src/shop' } });
const imageSource = z
  .object({
    Type: nameText,
    ImageName: nameText,
    ImageDigest: nameText,
    ImageLabels: z.record(nameText, longText).nullish(),
  })
  .meta({
    title: 'ImageSource',
    example: {
      Type: 'ImageScheme',
      ImageName: 'registry.example.com/acme/shop:2.4.1',
      ImageDigest: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ImageLabels: { team: 'payments' },
    },
  });

/** The source of a scan: told apart by its keys, and by its type when the keys do not say. */
const eventSource = parsedByShape([directorySource, imageSource], (value, [directory, image]) => {
  const namesImage = Object.hasOwn(value, 'ImageName');
  if (Object.hasOwn(value, 'Target') !== namesImage) return namesImage ? image : directory;
  return String(Reflect.get(value, 'Type')).startsWith('Image') ? image : directory;
});

const common = {
  AppConfig: appConfig,
  Matches: boundedList(match, MAX_MATCHES),
  Packages: boundedList(component, MAX_PACKAGES).optional(),
  Context: scanContext,
  ImageVerified: z.boolean().nullish(),
  Sbom: z.string().nullish().meta({
    description:
      'Base64 of an SBOM in any of the formats that `/docs/sboms` lists. What it has and `Packages` lacks joins the inventory',
    example: 'eyJib21Gb3JtYXQiOiJDeWNsb25lRFgiLCJzcGVjVmVyc2lvbiI6IjEuNiJ9',
  }),
};

/**
 * `ScanEventPayload`, the body of `PUT /v1/scan`, after the body filter. As lenient as real scanners need:
 * unknown keys are ignored, null lists are empty, unknown dates are null.
 */
export const scanEventPayload = z
  .object({
    ...common,
    ImageName: nameText.meta({ example: 'registry.example.com/acme/shop:2.4.1' }),
    ImageDigest: nameText.nullish().meta({
      example: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  })
  .meta({ title: 'ScanEventPayload' });

/** `ScanEventPayloadV2`, the body of `PUT /v2/scan`: an image or a directory. */
export const scanEventPayloadV2 = z
  .object({ ...common, EventSource: eventSource })
  .meta({ title: 'ScanEventPayloadV2' });

export type ScanEventPayload = z.output<typeof scanEventPayload>;
export type ScanEventPayloadV2 = z.output<typeof scanEventPayloadV2>;

/** A text as it is kept: scanners write `""` for what they do not know, and a lone surrogate is no text. */
export function knownText(text: string | null | undefined): string | null {
  return text ? text.toWellFormed() : null;
}
