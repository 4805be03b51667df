// Where the browser tests find Chromium: prints the path, or ends with 1 when there is none.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const candidates = [
  process.env.CHROMIUM_PATH,
  // Without a window's own pages, which cost a fifth of the processors and are in no picture.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
];

/** @returns {string | undefined} */
export function chromiumPath() {
  return candidates.find((path) => path !== undefined && existsSync(path));
}

if (import.meta.main) {
  const path = chromiumPath();
  console.log(path ?? 'no Chromium found');
  process.exitCode = path ? 0 : 1;
}
