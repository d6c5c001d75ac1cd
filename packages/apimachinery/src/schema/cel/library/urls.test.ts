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
        "url('https://a:80:90/').getHost()",
        'error: URL parse error during conversion from string: parse "https://a:80:90/": invalid port ":80:90" after host',
      ],
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
        'error: URL parse error during conversion from string: parse "https://a/\\x01": net/url: invalid control character in URL',
      ],
      [
        "url('https://a/\\u007f')",
        'error: URL parse error during conversion from string: parse "https://a/\\x7f": net/url: invalid control character in URL',
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
      [
        "url('http://a:80:90/')",
        'error: URL parse error during conversion from string: parse "http://a:80:90/": invalid port ":80:90" after host',
      ],
      [
        "url('HTTP://a:80:90/')",
        'error: URL parse error during conversion from string: parse "HTTP://a:80:90/": invalid port ":80:90" after host',
      ],
      ["url('mongodb://a:80,b:90/').getHost()", '"a:80,b:90"'],
      ["url('mongodb://a:80,b:90/').getPort()", '"90"'],
      [
        "url('mongodb://a:80,b:c/')",
        'error: URL parse error during conversion from string: parse "mongodb://a:80,b:c/": invalid port ":c" after host',
      ],
      [
        "url('http://a[::1]/')",
        'error: URL parse error during conversion from string: parse "http://a[::1]/": invalid IP-literal',
      ],
      [
        "url('http://[x]/')",
        'error: URL parse error during conversion from string: parse "http://[x]/": invalid host: ParseAddr("x"): unable to parse IP',
      ],
      [
        "url('http://[1.2.3.4]/')",
        'error: URL parse error during conversion from string: parse "http://[1.2.3.4]/": invalid IP-literal',
      ],
      ["url('http://[::ffff:1.2.3.4]/').getHost()", '"[::ffff:1.2.3.4]"'],
      [
        "url('http://[::1%25]/')",
        'error: URL parse error during conversion from string: parse "http://[::1%25]/": invalid host: ParseAddr("::1%"): zone must be a non-empty string',
      ],
      ["url('http://[::1%25a%20b]/').getHostname()", '"::1%a b"'],
      [
        "url('http://[::1%25a%2Fb]/')",
        'error: URL parse error during conversion from string: parse "http://[::1%25a%2Fb]/": invalid URL escape "%2F"',
      ],
      [
        "url('http://[::1%25a%e4b]/')",
        'error: URL parse error during conversion from string: parse "http://[::1%25a%e4b]/": invalid URL escape "%e4"',
      ],
      [
        "url('http://[::1%25a%5cb]/')",
        'error: URL parse error during conversion from string: parse "http://[::1%25a%5cb]/": invalid URL escape "%5c"',
      ],
      ["url('http://[::1%25a%5bb]/').getHostname()", '"::1%a[b"'],
      [
        "url('http://[::1%25a|b]/')",
        'error: URL parse error during conversion from string: parse "http://[::1%25a|b]/": invalid character "|" in host name',
      ],
      [
        "url('http://[::%31]/')",
        'error: URL parse error during conversion from string: parse "http://[::%31]/": invalid URL escape "%31"',
      ],
      [
        "url('http://[::1]:80%41/')",
        'error: URL parse error during conversion from string: parse "http://[::1]:80%41/": invalid port ":80%41" after host',
      ],
      ["url('http://a%25b/').getHost()", '"a%b"'],
      [
        "url('http://a%2fb/')",
        'error: URL parse error during conversion from string: parse "http://a%2fb/": invalid URL escape "%2f"',
      ],
      [
        "url('http://a b%zz/')",
        'error: URL parse error during conversion from string: parse "http://a b%zz/": invalid character " " in host name',
      ],
      [
        "url('http://a%zz b/')",
        'error: URL parse error during conversion from string: parse "http://a%zz b/": invalid URL escape "%zz"',
      ],
      [
        "url('http://a{b}/')",
        'error: URL parse error during conversion from string: parse "http://a{b}/": invalid character "{" in host name',
      ],
      [
        "url('http://a`b/')",
        'error: URL parse error during conversion from string: parse "http://a`b/": invalid character "`" in host name',
      ],
      [`url('http://a"b,c;d=e/').getHost()`, '"a\\"b,c;d=e"'],
      [
        "url('//host:x/a')",
        'error: URL parse error during conversion from string: parse "//host:x/a": invalid port ":x" after host',
      ],
      ["url('//host:80/a').getHost()", '"host:80"'],
      ["url('//host/a').getEscapedPath()", '"/a"'],
      ["url('///host/a').getHost()", '""'],
      ["isURL('//host:x/a')", 'true'],
      ["isURL('///a')", 'true'],
      [
        "url('https://a/?x#%zz')",
        'error: URL parse error during conversion from string: parse "https://a/?x#%zz": invalid URL escape "%zz"',
      ],
      ["url('https://a/?x#%41').getQuery()", '{"x": [""]}'],
      ["url('https://a/?x#y#z').getQuery()", '{"x": [""]}'],
      ["url('https://a/b#').getEscapedPath()", '"/b"'],
      ["url('x:#b').getScheme()", '"x"'],
      ["url('x:y?z=1').getQuery()", '{"z": ["1"]}'],
      ["url('https://a/?b?c=d').getQuery()", '{"b?c": ["d"]}'],
      ["url('https://a/?a=1&a=2&b=%41%zz&c=%e4%bd%a0').getQuery()", '{"a": ["1", "2"], "c": ["你"]}'],
      ["url('https://a/?a+b=c+d&e=f%2Bg').getQuery()", '{"a b": ["c d"], "e": ["f+g"]}'],
      ["url('https://a/%e4%bd%a0').getEscapedPath()", '"/%e4%bd%a0"'],
      ["url('https://a/你').getEscapedPath()", '"/%E4%BD%A0"'],
      [`url('https://a/\\\\"').getEscapedPath()`, '"/%5C%22"'],
      ["url('https://a/~$&+,/:;=@-_.').getEscapedPath()", '"/~$&+,/:;=@-_."'],
      ["url('https://a/[x]{').getEscapedPath()", '"/%5Bx%5D%7B"'],
      [
        "url('https://u:p%zz@a/')",
        'error: URL parse error during conversion from string: parse "https://u:p%zz@a/": invalid URL escape "%zz"',
      ],
      [`url("https://u!$&'()*+,;=:~-_.@a/").getHost()`, '"a"'],
      [
        "url('https://u|@a/')",
        'error: URL parse error during conversion from string: parse "https://u|@a/": net/url: invalid userinfo',
      ],
      [
        "url('https://é@a/')",
        'error: URL parse error during conversion from string: parse "https://é@a/": net/url: invalid userinfo',
      ],
      ["url('https://@a/').getHost()", '"a"'],
      ["url('https:///').getHost()", '""'],
      ["url('https://').getHost()", '""'],
      ["url('https://a').getHostname()", '"a"'],
      ["url('https://a:').getHostname()", '"a"'],
      ["url('https://a:/').getHost()", '"a:"'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
