import { BYTE_ORDER_MARK, attachmentNamed } from '@/domain/csv/csv';
import { DomainError } from '@/domain/errors';
import { packCsv, readPack } from '@/domain/pack/content';
import { exportSlots } from '@/server/export/export-slots';
import { type Paper, PAPERS } from '@/server/export/paper';
import { getPack, packFile } from '@/server/pack/service/packs';
import { packPdf } from '@/server/pack/service/pdf';
import { isPermitted, principalOf } from '@/server/platform/auth/principal';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { methodNotAllowed, type Passage } from '@/server/platform/http/pipeline';

const PATH = /^\/export\/evidence-packs\/([0-9a-f-]{36})\/pack\.(json|csv|pdf)\/?$/i;
/** Documents that are drawn at a time: each takes the processor for as long as it is drawn. */
const DRAWN_AT_A_TIME = 2;

/** Whether a path is that of a file of an evidence pack. */
export function isPackPath(pathname: string): boolean {
  return PATH.test(pathname);
}

/**
 * The files of an evidence pack: JSON byte by byte as it was frozen, its software as CSV, all of it on paper (`?paper=A4` or
 * `LETTER`). Order of checks: wrong verb 405, 401, 403, 404, then the file.
 */
export function packExport(deps: Deps): (passage: Passage) => Promise<Response> {
  const enter = exportSlots(DRAWN_AT_A_TIME, 'Too many documents are being drawn');

  async function draw(organizationId: OrganizationId, id: string, paper: Paper) {
    const file = await packFile(deps, organizationId, id);
    const { signatures } = await getPack(deps, organizationId, id);
    const leave = await enter(organizationId);
    try {
      return await packPdf(readPack(file.bytes), { sha256: file.sha256, signatures, paper });
    } finally {
      leave();
    }
  }

  return async (passage) => {
    const { request } = passage;
    const { pathname, searchParams } = new URL(request.url);
    const [, id = '', format = ''] = PATH.exec(pathname) ?? [];
    passage.route = '/export/evidence-packs/{id}/pack.{format}';
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
    const principal = principalOf(await passage.requireCaller());
    if (!principal || !isPermitted(principal, 'pack:read'))
      throw new DomainError('forbidden', 'Forbidden');
    const { organizationId } = principal;
    const file = await packFile(deps, organizationId, id);
    const name = `evidence-pack-${String(file.number)}.${format}`;
    if (format === 'json') return answer(file.bytes, 'application/json', name);
    if (format === 'csv') {
      const text = `${BYTE_ORDER_MARK}${packCsv(readPack(file.bytes))}`;
      return answer(text, 'text/csv; charset=utf-8; header=present', name);
    }
    const asked = searchParams.get('paper')?.toUpperCase();
    const paper = PAPERS.find((one) => one === asked) ?? 'A4';
    return answer(await draw(organizationId, id, paper), 'application/pdf', name);
  };
}

function answer(body: BodyInit, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': attachmentNamed(name),
      'x-content-type-options': 'nosniff',
    },
  });
}
