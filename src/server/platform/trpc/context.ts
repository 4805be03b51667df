import type { InventoryDocument } from '@/domain/inventory/document';
import type { ScanUpload } from '@/domain/scan/upload';
import type { ScanBody } from '@/server/platform/http/scan-body';
import type { Caller } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';

/** The parts of a REST answer beside its body. */
export interface AnswerPart {
  readonly headers?: Readonly<Record<string, string>>;
  /** In the place of the route's own: the record is as the caller wants it already. There is no body then. */
  readonly status?: 304;
  /** In the place of the JSON of the procedure's value. */
  readonly document?: { readonly contentType: string; readonly text: string };
  /** In the place of both: a file that is written while it is read, however long it is. */
  readonly file?: AnswerFile;
}

/** A file that is read from the database while it is sent. */
export interface AnswerFile {
  readonly contentType: string;
  readonly name: string;
  readonly pieces: AsyncGenerator<string, void, undefined>;
}

/** The context of every procedure, however the request came in. */
export interface RequestContext {
  readonly deps: Deps;
  readonly requestId: string;
  /** The caller's address as far as it is known; "" inside the server itself. */
  readonly remoteAddress: string;
  readonly caller: Caller | null;
  /** The organization that the calling page shows; absent where no page calls. */
  readonly shownOrganizationId?: string | null;
  /** The parts of a scan upload other than its JSON; null for every other request. */
  readonly scanBody: ScanBody | null;
  /** What the same scan was read as before, and where it is kept for the next; absent for every other request. */
  readonly scanReading?: {
    readonly known: { readonly upload: ScanUpload } | null;
    remember(upload: ScanUpload): void;
  };
  /** The document of an SBOM upload; null or absent for every other request. */
  readonly inventory?: InventoryDocument | null;
  /** The CODEOWNERS file that came in a form with an SBOM; null or absent for every other request. */
  readonly codeowners?: { readonly content: string; readonly path: string | null } | null;
  /** The `Accept` header of a REST request; absent elsewhere. */
  readonly accept?: string | null;
  /** The `If-None-Match` header of a REST request; absent elsewhere. */
  readonly ifNoneMatch?: string | null;
  /** Sends a `Set-Cookie` header along with the answer; absent where no browser waits for one. */
  readonly setCookie?: (cookie: string) => void;
  /** Says what an answer has beside the procedure's value; absent where that has nowhere to go. */
  readonly answerWith?: (part: AnswerPart) => void;
}
