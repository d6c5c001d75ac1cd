/** One thing to choose about an installation, and how a template asks what was chosen. */
export interface Factor {
  readonly name: string;
  readonly values: readonly string[];
  /** A condition of the template language: one of these values was chosen. */
  readonly is: (chosen: readonly string[]) => string;
}

/** What was chosen, by the name of the factor. */
export type Choice = Readonly<Record<string, string>>;

/** Every way to choose. */
export function everyChoice(factors: readonly Factor[]): readonly Choice[] {
  return factors.reduce<readonly Choice[]>(
    (all, { name, values }) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
