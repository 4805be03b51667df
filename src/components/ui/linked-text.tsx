import { linkParts } from '@/lib/link-parts';
import { TextLink } from './text-link';

/** Text that people wrote, whose web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      // The same address may stand in a text twice.
      <TextLink key={index} href={href} external prefetch={false}>
        {part}
      </TextLink>
    ),
  );
}
