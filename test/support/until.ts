import { eventually, type Patience } from './eventually.ts';

/** `tell` says in the error what was there instead. */
interface UntilOptions extends Patience {
  readonly tell?: () => unknown;
}

/**
 * Waits until something holds, or is found: anything but `false` and `undefined`, which it gives. Throws, with what `tell` says,
 * when that takes too long.
 */
export async function until<T>(
  find: () => T | undefined | Promise<T | undefined>,
  { tell, ...patience }: UntilOptions = {},
): Promise<T> {
  const notYet = new Error('did not come true');
  try {
    return await eventually(async () => {
      const found = await find();
      if (found === undefined || found === false) throw notYet;
      return found;
    }, patience);
  } catch (error) {
    if (error !== notYet || tell === undefined) throw error;
    const told = await tell();
    const text = typeof told === 'string' ? told : JSON.stringify(told);
    throw new Error(`did not come true: ${text}`, { cause: error });
  }
}
