/** What the commands are made from. Every text goes into them quoted; none may hold control characters. */
export interface ScannerSetupInput {
  /** The service's origin as scanners reach it, such as `https://eventide.example.com`. */
  readonly publicUrl: string;
  /** Where the service itself listens for scanners; they call 443 whatever this is. */
  readonly scannerTlsPort: number;
  readonly apiKey: string;
  /** Where the CA can be downloaded; null when the certificate comes from a CA that machines trust anyway. */
  readonly caUrl: string | null;
  /** The feed for `XEOL_DB_UPDATE_URL`: a scanner whose database is older than 90 days does not run. */
  readonly databaseUrl: string;
  /** IP address that answers scanners on port 443, when it is not the one that answers `publicUrl`. */
  readonly hostAddress?: string | undefined;
  readonly projectName?: string | undefined;
  readonly image?: string | undefined;
}

/** One block to copy, with a line that says what it does and where it belongs. */
export interface SetupStep {
  readonly title: string;
  readonly language: 'bash' | 'yaml';
  readonly code: string;
}

export interface ScannerRecipe {
  readonly id: 'shell' | 'docker' | 'github-actions' | 'gitlab-ci';
  readonly title: string;
  readonly steps: readonly SetupStep[];
  /** What a reader should know that is no command. */
  readonly notes: readonly string[];
}

const exampleImage = 'nginx:1.25';
const exampleProject = 'my-project';

export function imageOf({ image }: ScannerSetupInput): string {
  return image || exampleImage;
}

export function projectOf({ projectName }: ScannerSetupInput): string {
  return projectName || exampleProject;
}
