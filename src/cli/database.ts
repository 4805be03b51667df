import { runCommand } from './backup/run';
import { readCommandLine } from './command-line';
import { distributeDatabase } from './database/distribute';

const USAGE = `usage: npm run database -- distribute [--dry-run]

Spreads the organizations of the database that DATABASE_URL names over the machines that Citus has there: empty, or with
all that is in it. Stop Eventide first. What is spread already stays where it is.
--dry-run  says what would be done, and does nothing`;

runCommand(USAGE, () => {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [command, ...others] = positionals;
  if (command !== 'distribute' || others.length > 0) return null;
  return (deps) => distributeDatabase(deps, { isDryRun: values['dry-run'] });
});
