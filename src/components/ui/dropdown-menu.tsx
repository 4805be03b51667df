'use client';

import type { ComponentProps, ReactNode } from 'react';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { MENU_CLASS, MENU_ITEM_CLASS } from './menu-classes';
import { cn } from '@/lib/cn';

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

/** A menu of actions. Fill it with `MenuItem`, `MenuLabel`, `MenuSeparator`, `MenuCheck`, `MenuRadio`. */
export function DropdownMenu({
  trigger,
  align = 'end',
  side,
  className,
  open,
  onOpenChange,
  children,
}: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            MENU_CLASS,
            'max-h-(--radix-dropdown-menu-content-available-height)',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  /** For what takes something away. */
  danger?: boolean;
}

/** One action, or one address with `asChild` around a link. */
export function MenuItem({ danger = false, className, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      className={cn(
        MENU_ITEM_CLASS,
        '[&_svg]:text-subtle',
        danger && 'text-danger-text data-highlighted:bg-danger-soft [&_svg]:text-current',
        className,
      )}
      {...rest}
    />
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-xs text-subtle">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />;
}

export interface MenuCheckProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}

/** Yes or no in a menu that stays open. */
export function MenuCheck({ checked, onCheckedChange, disabled, children }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      onSelect={(event) => event.preventDefault()}
      className={cn(MENU_ITEM_CLASS, 'pl-8')}
    >
      <Radix.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  );
}

export interface MenuRadioProps<Value extends string> {
  value: Value;
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One choice of a few, inside a menu. */
export function MenuRadio<Value extends string>({
  value,
  options,
  onChange,
}: MenuRadioProps<Value>) {
  return (
    <Radix.RadioGroup
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={cn(MENU_ITEM_CLASS, 'pl-8')}
        >
          <Radix.ItemIndicator className="absolute left-2">
            <Check aria-hidden />
          </Radix.ItemIndicator>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
