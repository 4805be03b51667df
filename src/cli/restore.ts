import { restore } from './backup/commands';
import { runCommand } from './backup/run';
import { readCommandLine } from './command-line';

const USAGE = `usage: npm run restore -- FILE [--accept-other-secret]

Makes an empty database (DATABASE_URL), or an empty DATA_DIR, the installation that FILE holds, and brings it to this
version. Needs the AUTH_SECRET of that installation.
--accept-other-secret  goes on without: everybody signs in again, and keys of other services are entered anew`;

runCommand(USAGE, () => {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: { 'accept-other-secret': { type: 'boolean', default: false } },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) return null;
  return (deps) => restore(deps, file, { acceptsOtherSecret: values['accept-other-secret'] });
});
