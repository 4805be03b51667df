'use client';

import { createContext, use, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { Slot, type DropdownMenu as Radix } from 'radix-ui';
import type * as MenuParts from './menu-parts';
import { useOverlay } from './use-overlay';

type Parts = typeof MenuParts;

const load = (): Promise<Parts> => import('./menu-parts');

/** What menus are made of, once a menu has been wanted. */
const PartsContext = createContext<Parts | null>(null);

export interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string;
  /** Leave out to let its button decide. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/**
 * A menu of actions. Fill it with `MenuItem`, `MenuLabel`, `MenuSeparator`, `MenuCheck`, `MenuRadio`. Fetched
 * when the trigger is about to be used.
 */
export function DropdownMenu(props: DropdownMenuProps) {
  const { parts, onOpenChange, elementProps, partsProps } = useOverlay(load, props);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onOpenChange(true);
  };
  return (
    <>
      <Slot.Root {...elementProps} onKeyDown={onKeyDown} aria-haspopup="menu">
        {props.trigger}
      </Slot.Root>
      {parts && (
        <PartsContext value={parts}>
          <parts.Menu {...props} {...partsProps} />
        </PartsContext>
      )}
    </>
  );
}

/** Whatever is inside a menu is rendered with it, so that the parts are there. */
function useParts(): Parts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('A part of a menu stands outside of a menu');
  return parts;
}

export interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  /** For what takes something away. */
  danger?: boolean;
}

/** One action; with `asChild` around a link, one place to go. */
export function MenuItem(props: MenuItemProps) {
  const { MenuItem: Item } = useParts();
  return <Item {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { MenuLabel: Label } = useParts();
  return <Label>{children}</Label>;
}

export function MenuSeparator() {
  const { MenuSeparator: Separator } = useParts();
  return <Separator />;
}

export interface MenuCheckProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}

/** Yes or no in a menu that stays open. */
export function MenuCheck(props: MenuCheckProps) {
  const { MenuCheck: Check } = useParts();
  return <Check {...props} />;
}

export interface MenuRadioProps<Value extends string> {
  value: Value;
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One choice of a few, inside a menu. */
export function MenuRadio<Value extends string>(props: MenuRadioProps<Value>) {
  const { MenuRadio: Radio } = useParts();
  return <Radio {...props} />;
}
