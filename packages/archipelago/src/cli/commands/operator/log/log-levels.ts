import { type Component, components } from '../../../../operator/options/component.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

type Level = (typeof levels)[number];

/** From which level on lines are written. */
export interface LogLevels {
  readonly usual: Level;
  /** Of components that have one of their own. */
  readonly of: ReadonlyMap<Component, Level>;
}

/** What was read, or what is wrong with it, as a sentence. */
type Read =
  | { readonly kind: 'levels'; readonly levels: LogLevels }
  | { readonly kind: 'wrong'; readonly because: string };

/** Reads `info,layering=debug`; commas and white space part, the last one counts. */
export function readLogLevels(text: string): Read {
  let usual: Level = 'info';
  const of = new Map<Component, Level>();
  for (const part of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [name, said] = part.includes('=') ? part.split('=', 2) : [undefined, part];
    const level = levels.find((each) => each === said);
    if (level === undefined) return wrong(`${said}: must be one of ${levels.join(', ')}`);
    const component = components.find((each) => each === name);
    if (name === undefined) usual = level;
    else if (component === undefined)
      return wrong(`${name}: no such component; there are ${components.join(', ')}`);
    else of.set(component, level);
  }
  return { kind: 'levels', levels: { usual, of } };
}

function wrong(because: string): Read {
  return { kind: 'wrong', because };
}

/** Whether lines of a level are written of a component. */
export function isLogged({ usual, of }: LogLevels, component: Component, level: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(of.get(component) ?? usual);
}

/** As it is written: `info,layering=debug`. */
export function printLogLevels({ usual, of }: LogLevels): string {
  return [usual, ...[...of].map(([component, level]) => `${component}=${level}`)].join(',');
}
