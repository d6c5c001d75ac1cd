import type { Colour } from '../model/dashboard.ts';

/** Colours for who does not know them by name. */
export const colourCodes: Readonly<Record<Colour, string>> = {
  green: '#3e8635',
  yellow: '#f0ab00',
  red: '#c9190b',
  blue: '#06c',
  grey: '#8a8d90',
};
