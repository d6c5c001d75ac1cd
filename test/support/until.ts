import { eventually, type Patience } from './eventually.ts';

/** `tell` says in the error what was there instead. */
interface UntilOptions extends Patience {
  readonly tell?: () => unknown;
}

/** Waits until something holds. Throws, with what `tell` says, when that takes too long. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { tell, ...patience }: UntilOptions = {},
): Promise<void> {
  const notYet = new Error('did not come true');
  try {
    await eventually(async () => {
      if (!(await holds())) throw notYet;
    }, patience);
  } catch (error) {
    if (error !== notYet || tell === undefined) throw error;
    throw new Error(`did not come true: ${JSON.stringify(await tell())}`, { cause: error });
  }
}
