'use client';

import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { Search } from 'lucide-react';
import { Kbd } from '@/components/ui/kbd';

/** The box of the command palette, in the same place before and after its code has come. */
export const PALETTE_BOX =
  'fixed inset-x-3 top-[max(0.75rem,10vh)] z-50 mx-auto max-w-xl animate-rise-in overflow-hidden rounded-md bg-raised shadow-overlay outline-none';

/** Where the selection in the field begins and ends; null: nothing was typed before the palette came. */
export type PaletteCaret = RefObject<readonly [number, number] | null>;

/** What is typed into the command palette. It is kept outside, so that it outlives the field that waits for the palette. */
export interface PaletteText {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly caret: PaletteCaret;
  readonly placeholder: string;
}

type PaletteFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> &
  Pick<PaletteText, 'text' | 'setText'>;

/** Shows the field of the command palette. */
export function PaletteField({ text, setText, ...props }: PaletteFieldProps) {
  return (
    <div className="flex items-center gap-2 border-b px-3">
      <Search aria-hidden className="size-4 shrink-0 text-subtle" />
      <input
        {...props}
        aria-label="Search and commands"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-12 w-full min-w-0 bg-transparent text-lg outline-none"
      />
      <Kbd keys="Esc" className="pointer-coarse:hidden" />
    </div>
  );
}

export interface PaletteWaitProps extends PaletteText {
  readonly onClose: () => void;
}

/**
 * Takes what is typed until the palette has come, which takes its place in one go: there is never a second field. It gives the
 * focus back to what had it, where the palette finds it and gives it back when it closes.
 */
export function PaletteWait({ text, setText, caret, placeholder, onClose }: PaletteWaitProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    const before = document.activeElement;
    input?.focus();
    return () => {
      if (input) caret.current = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [caret]);
  return (
    <>
      <div className="fixed inset-0 z-40" onPointerDown={onClose} />
      <div role="dialog" aria-modal aria-label="Search and commands" className={PALETTE_BOX}>
        <PaletteField
          {...{ text, setText, placeholder }}
          ref={field}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Tab') return;
            // Nothing else can be reached, as in every dialog.
            event.preventDefault();
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
          }}
        />
      </div>
    </>
  );
}
