'use client';

import { useState, type ComponentProps } from 'react';
import NextLink from 'next/link';

export type LinkProps = ComponentProps<typeof NextLink>;

/**
 * A link to another page, which is asked for ahead once it is pointed at, touched or focused, and not because it came into
 * sight: the frame alone has twenty links, and asking for all of them with each page costs the server more than the page.
 */
export function Link({ onMouseEnter, onTouchStart, onFocus, ...rest }: LinkProps) {
  const [isAimedAt, setAimedAt] = useState(false);
  return (
    <NextLink
      prefetch={isAimedAt ? null : false}
      onMouseEnter={(event) => {
        setAimedAt(true);
        onMouseEnter?.(event);
      }}
      onTouchStart={(event) => {
        setAimedAt(true);
        onTouchStart?.(event);
      }}
      onFocus={(event) => {
        setAimedAt(true);
        onFocus?.(event);
      }}
      {...rest}
    />
  );
}
