import { expect, test } from 'vitest';
import { compileExpression } from '../expression.ts';
import { objectType, typeText } from '../values/cel-type.ts';

const authorizer = objectType('kubernetes.authorization.Authorizer');

/** The type of an expression of admission policies, or why it has none. */
function typeOf(source: string): string {
  const compiled = compileExpression(source, {
    variables: new Map([['authorizer', authorizer]]),
    objects: new Map(),
  });
  return compiled.ok ? typeText(compiled.expression.type) : compiled.message.split('\n', 1).join();
}

test.each<[string, string]>([
  ["authorizer.path('/x').check('get').allowed()", 'bool'],
  ["authorizer.path('/x').check('get').reason()", 'string'],
  ["authorizer.path('/x').check('get').errored()", 'bool'],
  ["authorizer.path('/x').check('get').error()", 'string'],
  [
    "authorizer.path('/x').allowed()",
    "ERROR: <input>:1:30: found no matching overload for 'allowed' applied to 'kubernetes.authorization.PathCheck.()'",
  ],
  ["authorizer.group('g').resource('r').check('get').allowed()", 'bool'],
  [
    "authorizer.group('g').resource('r').subresource('s').namespace('n').name('m').check('get').allowed()",
    'bool',
  ],
  [
    "authorizer.group('g').resource('r').fieldSelector('f').labelSelector('l').check('get').reason()",
    'string',
  ],
  ["authorizer.serviceAccount('n', 's').group('g').resource('r').check('get').error()", 'string'],
  [
    "authorizer.serviceAccount('n').group('g')",
    "ERROR: <input>:1:26: found no matching overload for 'serviceAccount' applied to 'kubernetes.authorization.Authorizer.(string)'",
  ],
  [
    "authorizer.group('g').check('get')",
    "ERROR: <input>:1:28: found no matching overload for 'check' applied to 'kubernetes.authorization.GroupCheck.(string)'",
  ],
  [
    'authorizer.group(1)',
    "ERROR: <input>:1:17: found no matching overload for 'group' applied to 'kubernetes.authorization.Authorizer.(int)'",
  ],
  [
    'authorizer.path(1)',
    "ERROR: <input>:1:16: found no matching overload for 'path' applied to 'kubernetes.authorization.Authorizer.(int)'",
  ],
  [
    "authorizer.group('g').resource(1)",
    "ERROR: <input>:1:31: found no matching overload for 'resource' applied to 'kubernetes.authorization.GroupCheck.(int)'",
  ],
  [
    "authorizer.group('g').resource('r').subresource(1)",
    "ERROR: <input>:1:48: found no matching overload for 'subresource' applied to 'kubernetes.authorization.ResourceCheck.(int)'",
  ],
  [
    "authorizer.group('g').resource('r').namespace(1)",
    "ERROR: <input>:1:46: found no matching overload for 'namespace' applied to 'kubernetes.authorization.ResourceCheck.(int)'",
  ],
  [
    "authorizer.group('g').resource('r').name(1)",
    "ERROR: <input>:1:41: found no matching overload for 'name' applied to 'kubernetes.authorization.ResourceCheck.(int)'",
  ],
  [
    "authorizer.group('g').resource('r').fieldSelector(1)",
    "ERROR: <input>:1:50: found no matching overload for 'fieldSelector' applied to 'kubernetes.authorization.ResourceCheck.(int)'",
  ],
  [
    "authorizer.group('g').resource('r').labelSelector(1)",
    "ERROR: <input>:1:50: found no matching overload for 'labelSelector' applied to 'kubernetes.authorization.ResourceCheck.(int)'",
  ],
  [
    "authorizer.group('g').resource('r').check(1)",
    "ERROR: <input>:1:42: found no matching overload for 'check' applied to 'kubernetes.authorization.ResourceCheck.(int)'",
  ],
  [
    "authorizer.group('g').resource('r').path('x')",
    "ERROR: <input>:1:41: found no matching overload for 'path' applied to 'kubernetes.authorization.ResourceCheck.(string)'",
  ],
  [
    "authorizer.resource('r')",
    "ERROR: <input>:1:20: found no matching overload for 'resource' applied to 'kubernetes.authorization.Authorizer.(string)'",
  ],
  ['authorizer', 'kubernetes.authorization.Authorizer'],
])('%s', (source, wanted) => {
  expect(typeOf(source)).toBe(wanted);
});
