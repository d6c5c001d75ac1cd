// The editor for `kubectl edit`: applies the merge patch in $EDITS to the manifest that kubectl opens, as a person would type it.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

const file = process.argv[2];
writeFileSync(file, stringify(merge(parse(readFileSync(file, 'utf8')), JSON.parse(process.env.EDITS))));
