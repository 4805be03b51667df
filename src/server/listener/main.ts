import { failureText } from './failure-text';
import { serve } from './serve';

serve({ dev: process.argv.includes('--dev') }).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  },
);
