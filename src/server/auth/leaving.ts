import { z } from 'zod';
import { localPathOf } from '@/domain/user/local-path';

const answerSchema = z.object({ url: z.string() });

/**
 * next-auth's answer to a sign-out, leading to the provider instead, where the session has to end as well. The
 * place that it led to goes along as `state`, which the provider hands back to the sign-in page.
 * Source: OpenID Connect RP-Initiated Logout 1.0, section 2.
 * @param leaveBy the provider's address
 */
export async function leavingBy(
  leaveBy: string,
  answer: Response,
  publicUrl: string,
): Promise<Response> {
  const { status } = answer;
  const headers = new Headers(answer.headers);
  const location = headers.get('location');
  const meant = location ?? answerSchema.safeParse(await answer.json()).data?.url ?? publicUrl;
  const address = new URL(leaveBy);
  const path = pathBehind(new URL(meant, publicUrl), publicUrl);
  if (path !== '/') address.searchParams.set('state', path);
  if (location === null) return Response.json({ url: address.href }, { status, headers });
  headers.set('location', address.href);
  return new Response(null, { status, headers });
}

/** Where somebody goes in the end: behind the sign-in page, if that is where they are led. */
function pathBehind(url: URL, publicUrl: string): string {
  return url.pathname === '/sign-in'
    ? localPathOf(url.searchParams.get('callbackUrl') ?? undefined, publicUrl)
    : localPathOf(url.href, publicUrl);
}
