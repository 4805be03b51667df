/** Why there are no commands for a stock scanner, and what turns them on. */
export function NoListener() {
  return (
    <p className="max-w-prose text-sm text-muted">
      To scan with xeol from a shell, Docker, GitHub Actions or GitLab CI, the server needs a port
      for scanners: start it with{' '}
      <code className="font-mono text-xs text-fg">SCANNER_TLS_PORT=443</code> (or another port that
      443 is mapped to), and the commands appear here.
    </p>
  );
}
