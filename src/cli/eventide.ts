import { env, exit, stderr, stdin, stdout } from 'node:process';
import { parseArguments, UsageError } from './eventide/arguments';
import { EXIT, run, type ExitCode } from './eventide/commands';

const complain = (text: string) => void stderr.write(`eventide: ${text}\n`);

async function main(): Promise<ExitCode> {
  try {
    return await run(parseArguments(process.argv.slice(2), env), {
      stdin,
      write: (text) => void stdout.write(text),
      complain,
      hasColours: stdout.isTTY && !env.NO_COLOR,
      now: () => new Date(),
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`${error.message}\nSee: eventide help`);
    return EXIT.usage;
  }
}

// Whoever reads, such as `head`, may have enough before the end: the exit code is that of the command all the same.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const code = await main();
// What was written to a pipe is out before the process ends.
stdout.write('', () => exit(code));
