import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'named formats',
    [
      ["format.dns1123Label().validate('a-b')", 'nothing'],
      [
        "format.dns1123Label().validate('A')",
        `optional ["a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"]`,
      ],
      ["format.dns1123Label().validate('a.b')", 'optional ["must not contain dots"]'],
      [
        "format.dns1123Label().validate('a.b'.replace('a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'))",
        'optional ["must be no more than 63 bytes", "must not contain dots"]',
      ],
      [
        "format.dns1123Label().validate('')",
        `optional ["a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"]`,
      ],
      [
        "format.dns1123Label().validate('-a')",
        `optional ["a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"]`,
      ],
      ["format.dns1123Subdomain().validate('a.b-c')", 'nothing'],
      [
        "format.dns1123Subdomain().validate('a..b')",
        `optional ["a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"]`,
      ],
      [
        "format.dns1123Subdomain().validate('')",
        `optional ["a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"]`,
      ],
      ["format.dns1035Label().validate('a1')", 'nothing'],
      [
        "format.dns1035Label().validate('1a')",
        `optional ["a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"]`,
      ],
      [
        "format.dns1035Label().validate('a.b')",
        `optional ["a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"]`,
      ],
      ["format.qualifiedName().validate('a')", 'nothing'],
      ["format.qualifiedName().validate('a.b/C_d.e')", 'nothing'],
      [
        "format.qualifiedName().validate('a/b/c')",
        `optional ["a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"]`,
      ],
      ["format.qualifiedName().validate('/b')", 'optional ["prefix part must be non-empty"]'],
      [
        "format.qualifiedName().validate('a/')",
        `optional ["name part must be non-empty", "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"]`,
      ],
      [
        "format.qualifiedName().validate('')",
        `optional ["name part must be non-empty", "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"]`,
      ],
      [
        "format.qualifiedName().validate('A/b')",
        `optional ["prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"]`,
      ],
      [
        "format.qualifiedName().validate('a b')",
        `optional ["name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"]`,
      ],
      ["format.labelValue().validate('')", 'nothing'],
      ["format.labelValue().validate('A_b.c-1')", 'nothing'],
      [
        "format.labelValue().validate('-a')",
        `optional ["a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"]`,
      ],
      ["format.dns1123LabelPrefix().validate('a-')", 'nothing'],
      ["format.dns1123LabelPrefix().validate('ab-')", 'nothing'],
      [
        "format.dns1123LabelPrefix().validate('-')",
        `optional ["a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"]`,
      ],
      ["format.dns1123LabelPrefix().validate('A-')", 'nothing'],
      ["format.dns1123LabelPrefix().validate('a.b-')", 'optional ["must not contain dots"]'],
      ["format.dns1123SubdomainPrefix().validate('a.b-')", 'nothing'],
      ["format.dns1123SubdomainPrefix().validate('a..-')", 'nothing'],
      ["format.dns1035LabelPrefix().validate('ab-')", 'nothing'],
      [
        "format.dns1035LabelPrefix().validate('1b-')",
        `optional ["a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"]`,
      ],
      ["format.uri().validate('https://a')", 'nothing'],
      ["format.uri().validate('a b')", 'optional ["parse \\"a b\\": invalid URI for request"]'],
      ["format.uri().validate('')", 'optional ["parse \\"\\": empty url"]'],
      ["format.uuid().validate('01234567-89ab-CDEF-0123-456789abcdef')", 'nothing'],
      ["format.uuid().validate('0123456789abcdef0123456789abcdef')", 'nothing'],
      [
        "format.uuid().validate('0123456789abcdef0123456789abcde')",
        'optional ["does not match the UUID format"]',
      ],
      [
        "format.uuid().validate('g1234567-89ab-cdef-0123-456789abcdef')",
        'optional ["does not match the UUID format"]',
      ],
      ["format.byte().validate('aGVsbG8=')", 'nothing'],
      ["format.byte().validate('aGVsbA==')", 'nothing'],
      ["format.byte().validate('aGVs')", 'nothing'],
      ["format.byte().validate('')", 'optional ["invalid base64"]'],
      ["format.byte().validate('aGVsb')", 'optional ["invalid base64"]'],
      ["format.byte().validate('a===')", 'optional ["invalid base64"]'],
      ["format.byte().validate('-_-_')", 'optional ["invalid base64"]'],
      ["format.date().validate('2024-02-29')", 'nothing'],
      ["format.date().validate('2023-02-29')", 'optional ["invalid date"]'],
      ["format.date().validate('2024-13-01')", 'optional ["invalid date"]'],
      ["format.date().validate('2024-2-1')", 'optional ["invalid date"]'],
      ["format.datetime().validate('2024-02-29T12:30:15Z')", 'nothing'],
      ["format.datetime().validate('2024-02-29t12:30:15.5+02:00')", 'nothing'],
      ["format.datetime().validate('2024-02-29T23:59:59Z')", 'nothing'],
      ["format.datetime().validate('2024-02-29T24:00:00Z')", 'optional ["invalid datetime"]'],
      ["format.datetime().validate('2024-02-29T23:60:00Z')", 'optional ["invalid datetime"]'],
      ["format.datetime().validate('2024-02-29T23:59:60Z')", 'optional ["invalid datetime"]'],
      ["format.datetime().validate('2023-02-29T12:30:15Z')", 'optional ["invalid datetime"]'],
      ["format.datetime().validate('2024-02-29')", 'optional ["invalid datetime"]'],
      ["format.datetime().validate('2024-02-29T12:30Z')", 'optional ["invalid datetime"]'],
      ["format.named('dns1123Label').value().validate('A').hasValue()", 'true'],
      ["format.named('dns1123Subdomain').hasValue()", 'true'],
      ["format.named('dns1035Label').hasValue()", 'true'],
      ["format.named('qualifiedName').hasValue()", 'true'],
      ["format.named('dns1123LabelPrefix').hasValue()", 'true'],
      ["format.named('dns1123SubdomainPrefix').hasValue()", 'true'],
      ["format.named('dns1035LabelPrefix').hasValue()", 'true'],
      ["format.named('labelValue').hasValue()", 'true'],
      ["format.named('uri').hasValue()", 'true'],
      ["format.named('uuid').hasValue()", 'true'],
      ["format.named('byte').hasValue()", 'true'],
      ["format.named('date').hasValue()", 'true'],
      ["format.named('datetime').hasValue()", 'true'],
      ["format.named('DNS1123Label')", 'nothing'],
      ["format.named('')", 'nothing'],
      ['format.uri() == format.uri()', 'true'],
      ['format.uri() == format.uuid()', 'false'],
      ["format.named('uri').value() == format.uri()", 'true'],
      [
        'format.dns1123Label().validate(1)',
        "1:31 found no matching overload for 'validate' applied to 'kubernetes.NamedFormat.(int)'",
      ],
      [
        'format.nope()',
        "1:1 undeclared reference to 'format' (in container ''); 1:12 undeclared reference to 'nope' (in container '')",
      ],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
