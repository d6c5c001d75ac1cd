import { hasRegistry, imageNamesIn, instructionsOf, stageOf } from './instructions.ts';

interface ShortName {
  /** 1-based. */
  readonly line: number;
  readonly name: string;
}

/** Images that a Containerfile names without their registry; names of stages and what a variable stands for are none. */
export function shortNamesIn(text: string): readonly ShortName[] {
  const stages = new Set(['configs', 'scratch']);
  const found: ShortName[] = [];
  for (const instruction of instructionsOf(text)) {
    for (const name of imageNamesIn(instruction)) {
      const isShort = !/^\d+$|\$|^$/.test(name) && !stages.has(name.toLowerCase()) && !hasRegistry(name);
      if (isShort) found.push({ line: instruction.line, name });
    }
    const stage = stageOf(instruction);
    if (stage !== undefined) stages.add(stage.toLowerCase());
  }
  return found;
}
