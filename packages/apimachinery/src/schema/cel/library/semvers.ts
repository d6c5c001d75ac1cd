import { compareSemver, parseLenientSemver, parseSemver } from '../data/semver.ts';
import { boolArg, semverArg, stringArg } from '../functions/argument-types.ts';
import { binary, type CelFunction, libraryFunction, method, unary } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, libraryTypes } from '../values/cel-value.ts';

const { semver: semverType } = libraryTypes;
const two = [semverArg, semverArg] as const;
const withMode = [stringArg, boolArg] as const;

function read(text: string, lenient: boolean): ReturnType<typeof parseSemver> {
  return lenient ? parseLenientSemver(text) : parseSemver(text);
}

function parse(text: string, lenient: boolean): CelValue {
  const parsed = read(text, lenient);
  return parsed.ok ? { kind: 'semver', semver: parsed.value } : celError(parsed.message);
}

/** Kubernetes' semantic versions. */
export const semverFunctions: readonly CelFunction[] = [
  libraryFunction(
    'semver',
    unary('string_to_semver', stringArg, semverType, (text) => parse(text, false)),
    binary('string_bool_to_semver', withMode, semverType, parse),
  ),
  libraryFunction(
    'isSemver',
    unary('is_semver_string', stringArg, t.boolType, (text) => read(text, false).ok),
    binary('is_semver_string_bool', withMode, t.boolType, (text, lenient) => read(text, lenient).ok),
  ),
  libraryFunction(
    'isGreaterThan',
    method(
      binary('semver_is_greater_than', two, t.boolType, (a, b) => compareSemver(a.semver, b.semver) === 1),
    ),
  ),
  libraryFunction(
    'isLessThan',
    method(
      binary('semver_is_less_than', two, t.boolType, (a, b) => compareSemver(a.semver, b.semver) === -1),
    ),
  ),
  libraryFunction(
    'compareTo',
    method(binary('semver_compare_to', two, t.intType, (a, b) => BigInt(compareSemver(a.semver, b.semver)))),
  ),
  libraryFunction(
    'major',
    method(unary('semver_major', semverArg, t.intType, ({ semver }) => BigInt.asIntN(64, semver.major))),
  ),
  libraryFunction(
    'minor',
    method(unary('semver_minor', semverArg, t.intType, ({ semver }) => BigInt.asIntN(64, semver.minor))),
  ),
  libraryFunction(
    'patch',
    method(unary('semver_patch', semverArg, t.intType, ({ semver }) => BigInt.asIntN(64, semver.patch))),
  ),
];
