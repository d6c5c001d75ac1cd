import { visibleText } from '@archipelago/apimachinery';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text inside an element or attribute of XML 1.0. What XML has no place for, and half characters, are written as escapes. */
export function xmlText(text: string): string {
  return visibleText(text, '\n')
    .replaceAll(
      /[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      escaped,
    )
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
