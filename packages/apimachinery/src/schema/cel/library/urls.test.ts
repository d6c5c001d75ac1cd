import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'URLs',
    [
      ["url('https://user:pass@example.com:8080/a/b%20c?x=1&y=2&x=3#f').getScheme()", '"https"'],
      ["url('https://user:pass@example.com:8080/a/b%20c?x=1&y=2&x=3#f').getHost()", '"example.com:8080"'],
      ["url('https://user:pass@example.com:8080/a/b%20c?x=1&y=2&x=3#f').getHostname()", '"example.com"'],
      ["url('https://user:pass@example.com:8080/a/b%20c?x=1&y=2&x=3#f').getPort()", '"8080"'],
      ["url('https://user:pass@example.com:8080/a/b%20c?x=1&y=2&x=3#f').getEscapedPath()", '"/a/b%20c"'],
      [
        "url('https://user:pass@example.com:8080/a/b%20c?x=1&y=2&x=3#f').getQuery()",
        '{"x": ["1", "3"], "y": ["2"]}',
      ],
      ["url('HTTPS://EXAMPLE.com').getScheme()", '"https"'],
      ["url('HTTPS://EXAMPLE.com').getHost()", '"EXAMPLE.com"'],
      ["url('https://example.com').getPort()", '""'],
      ["url('https://example.com').getEscapedPath()", '""'],
      ["url('https://example.com').getQuery()", '{}'],
      ["url('https://example.com?a').getQuery()", '{"a": [""]}'],
      [
        "url('https://example.com?a=b=c&d=%20+e&=f&g;h=1&%zz=1&i=%').getQuery()",
        '{"a": ["b=c"], "d": ["  e"], "": ["f"]}',
      ],
      ["url('https://example.com/?').getQuery()", '{}'],
      ["url('https://[::1]:80/').getHost()", '"[::1]:80"'],
      ["url('https://[::1]:80/').getHostname()", '"::1"'],
      ["url('https://[::1]:80/').getPort()", '"80"'],
      ["url('https://[::1]/').getPort()", '""'],
      ["url('https://[fe80::1%25en0]:80/').getHost()", '"[fe80::1%en0]:80"'],
      ["url('https://[fe80::1%25en0]:80/').getHostname()", '"fe80::1%en0"'],
      ["url('https://[fe80::1%25%41]/').getHost()", '"[fe80::1%A]"'],
      [
        "url('https://[fe80::1%25%zz]/')",
        'error: URL parse error during conversion from string: parse "https://[fe80::1%25%zz]/": invalid URL escape "%zz"',
      ],
      [
        "url('https://[fe80::1%en0]/')",
        'error: URL parse error during conversion from string: parse "https://[fe80::1%en0]/": invalid URL escape "%en"',
      ],
      [
        "url('https://a%41.com/')",
        'error: URL parse error during conversion from string: parse "https://a%41.com/": invalid URL escape "%41"',
      ],
      ["url('https://a%e4.com/').getHost()", '"a�.com"'],
      [
        "url('https://a%zz.com/')",
        'error: URL parse error during conversion from string: parse "https://a%zz.com/": invalid URL escape "%zz"',
      ],
      [
        "url('https://[::1/')",
        `error: URL parse error during conversion from string: parse "https://[::1/": missing ']' in host`,
      ],
      [
        "url('https://a:b/')",
        'error: URL parse error during conversion from string: parse "https://a:b/": invalid port ":b" after host',
      ],
      ["url('https://a:/').getPort()", '""'],
      [
        "url('https://[::1]x/')",
        'error: URL parse error during conversion from string: parse "https://[::1]x/": invalid port "x" after host',
      ],
      [
        "url('https://[::1]:x/')",
        'error: URL parse error during conversion from string: parse "https://[::1]:x/": invalid port ":x" after host',
      ],
      [
        "url('https://a b/')",
        'error: URL parse error during conversion from string: parse "https://a b/": invalid character " " in host name',
      ],
      ["url('https://a<b/').getHost()", '"a<b"'],
      [
        "url('https://a^b/')",
        'error: URL parse error during conversion from string: parse "https://a^b/": invalid character "^" in host name',
      ],
      [
        "url('https://a|b/')",
        'error: URL parse error during conversion from string: parse "https://a|b/": invalid character "|" in host name',
      ],
      [
        "url('https://u ser@a/')",
        'error: URL parse error during conversion from string: parse "https://u ser@a/": net/url: invalid userinfo',
      ],
      [
        "url('https://u%zz@a/')",
        'error: URL parse error during conversion from string: parse "https://u%zz@a/": invalid URL escape "%zz"',
      ],
      ["url('https://u%41@a/').getHost()", '"a"'],
      ["url('https://u@v@a/').getHost()", '"a"'],
      ["url('/a').getScheme()", '""'],
      ["url('/a').getHost()", '""'],
      ["url('/a/b c').getEscapedPath()", '"/a/b%20c"'],
      ["url('/a/é').getEscapedPath()", '"/a/%C3%A9"'],
      [`url("/a/!'()*[]").getEscapedPath()`, `"/a/!'()*[]"`],
      ["url('/a/<>').getEscapedPath()", '"/a/%3C%3E"'],
      [
        "url('/a/%zz')",
        'error: URL parse error during conversion from string: parse "/a/%zz": invalid URL escape "%zz"',
      ],
      ["url('/a/%2F%2f').getEscapedPath()", '"/a/%2F%2f"'],
      ["url('/a b/%2F').getEscapedPath()", '"/a%20b//"'],
      ["url('//host/path').getHost()", '"host"'],
      ["url('///path').getEscapedPath()", '"///path"'],
      ["url('///path').getHost()", '""'],
      ["url('http:///path').getHost()", '""'],
      ["url('mailto:a@b').getScheme()", '"mailto"'],
      ["url('mailto:a@b').getHost()", '""'],
      ["url('mailto:a@b').getEscapedPath()", '""'],
      [
        "url('a')",
        'error: URL parse error during conversion from string: parse "a": invalid URI for request',
      ],
      ["url('')", 'error: URL parse error during conversion from string: parse "": empty url'],
      ["url('*').getEscapedPath()", '"*"'],
      [
        "url('./a')",
        'error: URL parse error during conversion from string: parse "./a": invalid URI for request',
      ],
      [
        "url('../a')",
        'error: URL parse error during conversion from string: parse "../a": invalid URI for request',
      ],
      [
        "url('#f')",
        'error: URL parse error during conversion from string: parse "#f": invalid URI for request',
      ],
      [
        "url(':a')",
        'error: URL parse error during conversion from string: parse ":a": missing protocol scheme',
      ],
      [
        "url('1http://a')",
        'error: URL parse error during conversion from string: parse "1http://a": invalid URI for request',
      ],
      [
        "url('a_b://c')",
        'error: URL parse error during conversion from string: parse "a_b://c": invalid URI for request',
      ],
      ["url('h2+x.y-z://c').getScheme()", '"h2+x.y-z"'],
      [
        "url('https://a/\\u0001')",
        'error: URL parse error during conversion from string: parse "https://a/\\u0001": net/url: invalid control character in URL',
      ],
      [
        "url('https://a/\\u007f')",
        'error: URL parse error during conversion from string: parse "https://a/": net/url: invalid control character in URL',
      ],
      ["url('/a#b').getEscapedPath()", '"/a"'],
      [
        "url('https://a#b').getHost()",
        'error: URL parse error during conversion from string: parse "https://a#b": invalid character "#" in host name',
      ],
      ["url('https://a/?x=1#b').getQuery()", '{"x": ["1"]}'],
      ["isURL('https://a')", 'true'],
      ["isURL('a')", 'false'],
      ["isURL('*')", 'true'],
      ["url('https://a/') == url('https://a/')", 'true'],
      ["url('https://a/') == url('https://a/#b')", 'false'],
      ["url('https://a/') == url('https://b/')", 'false'],
      ["dyn(url('https://a/')) == dyn('https://a/')", 'false'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
