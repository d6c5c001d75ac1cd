import type { JsonObject } from '@archipelago/apimachinery';

/** Prints an object as a document of YAML, with a line break at its end. */
export type PrintObject = (object: JsonObject) => string;
