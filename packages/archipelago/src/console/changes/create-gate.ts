/** Lets in so many at a time; who comes later waits for his turn. */
export function createGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // whose turn it is takes this place
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
