/**
 * Makes one value for each key and keeps it as long as the key lives: state that belongs to a `Deps`, not to the module. A
 * promise that is rejected is not kept: what failed once is tried again by whoever asks next.
 */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    if (value instanceof Promise) value.catch(() => made.delete(key));
    return value;
  };
}
