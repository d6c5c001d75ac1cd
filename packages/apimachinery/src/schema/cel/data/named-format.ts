/** A named text format (`format.dns1123Label()`): what is wrong with a text, nothing when it fits. */
export interface NamedFormat {
  readonly name: string;
  /** What the cost of a check is reckoned with. */
  readonly maxRegexSize: number;
  readonly validate: (text: string) => readonly string[];
}
