import { quote } from '../../go-text/quote.ts';
import { invalidType, invalidValue, tooLong } from '../field-errors/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { Findings } from './findings.ts';
import { fieldOf, type Place } from './place.ts';

/** Checks length, pattern and format of a text. Lengths count code points. */
export function checkText(node: SchemaNode, text: string, place: Place, findings: Findings): void {
  findings.matches++;
  checkForm(node, text, place, findings);
  if (node.formatCheck === undefined) return;
  findings.matches++;
  if (node.formatCheck(text)) return;
  const detail = `${place.path} in body must be of type ${node.format}: ${quote(text)}`;
  findings.add(invalidType(fieldOf(place), text, detail));
}

/** Reports the first of too long, too short and no match. */
function checkForm(node: SchemaNode, text: string, place: Place, findings: Findings): void {
  const { minLength, maxLength } = node.schema;
  if (maxLength !== undefined && isLonger(text, maxLength)) {
    findings.add(tooLong(fieldOf(place), maxLength));
  } else if (minLength !== undefined && !isLonger(text, minLength - 1)) {
    const detail = `${place.path} in body should be at least ${minLength} chars long`;
    findings.add(invalidValue(fieldOf(place), text, detail));
  } else if (node.pattern !== undefined && text !== node.defaultValue) {
    // a default has been checked with its definition, and expressions are dear to compile
    const found = node.pattern.find(text);
    if (found === true) return;
    const wrong =
      found === false ? node.pattern.source : `${node.pattern.source}, but pattern is invalid: ${found}`;
    findings.add(invalidValue(fieldOf(place), text, `${place.path} in body should match '${wrong}'`));
  }
}

/** Counts code points only where the count of UTF-16 units leaves it open. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return [...text].length > limit;
}
