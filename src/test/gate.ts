interface Held {
  readonly who: string;
  readonly what: string;
}

/** Where receivers of tests hold what comes, so that whoever sends it is in the middle of that for certain. */
export interface Gate {
  /** Resolves when it is let through; whoever comes says who it is, and for what it comes. */
  pass(who: string, what: string): Promise<void>;
  /** Lets through what is held and so many more, and holds the rest. */
  open(more?: number): void;
  /** What is held. */
  held(): readonly Held[];
}

/** A gate that is shut until it is opened. */
export function createGate(): Gate {
  let free = 0;
  let held: (Held & { readonly letGo: () => void })[] = [];
  return {
    pass: (who, what) =>
      new Promise((resolve) => {
        if (free === 0) return void held.push({ who, what, letGo: resolve });
        free -= 1;
        resolve();
      }),
    open: (more = Infinity) => {
      const waiting = held;
      held = [];
      free = more;
      for (const { letGo } of waiting) letGo();
    },
    held: () => held,
  };
}
