/** Between the way to the provider and the form for a password. */
export function OrDivider() {
  return (
    <div className="flex items-center gap-3 text-xs text-muted">
      <span aria-hidden className="h-px flex-1 bg-border" />
      or with a password
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}
