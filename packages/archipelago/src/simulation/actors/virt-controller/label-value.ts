/** As much of a name as a label holds; a label ends with a letter or a digit. */
export function labelValue(name: string): string {
  return name.slice(0, 63).replace(/[^a-zA-Z0-9]+$/, '');
}
