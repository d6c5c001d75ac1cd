import { parseImageReference } from '@archipelago/oci-registry';
import { hasRegistry, imageNamesIn, instructionsOf, stageOf } from '../instructions.ts';

/** More than any Containerfile has. */
const most = 50;

/**
 * The images that a Containerfile names in FROM, COPY --from and RUN --mount=from, each once: they are fetched with the login before
 * anything of the Containerfile runs. Names of stages, and what a variable without a value stands for, are not among them; a
 * wrong guess costs a failed pull.
 */
export function namedImages(
  containerfile: string,
  buildArguments: Readonly<Record<string, string>>,
): readonly string[] {
  const known = new Map(Object.entries(buildArguments));
  const stages = new Set<string>();
  const found = new Set<string>();
  for (const { name, rest } of instructionsOf(containerfile)) {
    if (name === 'ARG') remember(known, rest);
    for (const named of imageNamesIn({ name, rest })) {
      const image = expand(named, known);
      if (image !== undefined && !stages.has(image.toLowerCase()) && isImage(image)) found.add(image);
    }
    const stage = stageOf({ name, rest });
    if (stage !== undefined) stages.add(stage.toLowerCase());
  }
  return [...found].slice(0, most);
}

/** A value given from outside comes before the default. */
function remember(known: Map<string, string>, rest: string): void {
  const [, name, value] = /^\s*([A-Za-z_]\w*)=(\S*)/.exec(rest) ?? [];
  if (name !== undefined && value !== undefined && !known.has(name))
    known.set(name, value.replace(/^(["'])(.*)\1$/, '$2'));
}

/** Undefined where a variable has no value that is known here. */
function expand(text: string, known: ReadonlyMap<string, string>): string | undefined {
  let isKnown = true;
  const value = text.replace(
    /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (_, braced?: string, plain?: string) => {
      const found = known.get(braced ?? plain ?? '');
      if (found === undefined) isKnown = false;
      return found ?? '';
    },
  );
  return isKnown && !value.includes('$') ? value : undefined;
}

/** A number is a stage; a host has to be there, for a name without one is looked for in places that only the builder knows. */
function isImage(text: string): boolean {
  return hasRegistry(text) && parseImageReference(text).kind === 'ok';
}
