import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'addresses',
    [
      ["ip('1.2.3.4') == ip('1.2.3.4')", 'true'],
      ["string(ip('1.2.3.4'))", '"1.2.3.4"'],
      ["string(ip('2001:0DB8:0:0:0:0:0:1'))", '"2001:db8::1"'],
      ["string(ip('2001:db8:0:1:1:1:1:1'))", '"2001:db8:0:1:1:1:1:1"'],
      ["string(ip('2001:db8:0:0:1:0:0:1'))", '"2001:db8::1:0:0:1"'],
      ["string(ip('1:0:0:2:0:0:0:3'))", '"1:0:0:2::3"'],
      ["string(ip('::'))", '"::"'],
      ["string(ip('1::'))", '"1::"'],
      ["string(ip('::1.2.3.4'))", '"::102:304"'],
      ["string(ip('64:ff9b::192.0.2.1'))", '"64:ff9b::c000:201"'],
      ["string(ip('1:2:3:4:5:6:7:8'))", '"1:2:3:4:5:6:7:8"'],
      ["string(ip('1:2:3:4:5:6:1.2.3.4'))", '"1:2:3:4:5:6:102:304"'],
      ["string(ip('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'))", '"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"'],
      [
        "ip('')",
        'error: IP Address "" parse error during conversion from string: ParseAddr(""): unable to parse IP',
      ],
      [
        "ip('1')",
        'error: IP Address "1" parse error during conversion from string: ParseAddr("1"): unable to parse IP',
      ],
      [
        "ip('abc')",
        'error: IP Address "abc" parse error during conversion from string: ParseAddr("abc"): unable to parse IP',
      ],
      [
        "ip('1.2.3')",
        'error: IP Address "1.2.3" parse error during conversion from string: ParseAddr("1.2.3"): IPv4 address too short',
      ],
      [
        "ip('1.2.3.4.5')",
        'error: IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long',
      ],
      [
        "ip('1.2.3.256')",
        'error: IP Address "1.2.3.256" parse error during conversion from string: ParseAddr("1.2.3.256"): IPv4 field has value >255',
      ],
      ["ip('1.2.3.255') == ip('1.2.3.255')", 'true'],
      [
        "ip('1.2.3.04')",
        'error: IP Address "1.2.3.04" parse error during conversion from string: ParseAddr("1.2.3.04"): IPv4 field has octet with leading zero',
      ],
      ["ip('0.0.0.0').family()", '4'],
      [
        "ip('1.2..4')",
        'error: IP Address "1.2..4" parse error during conversion from string: ParseAddr("1.2..4"): IPv4 field must have at least one digit (at ".4")',
      ],
      [
        "ip('.1.2.3')",
        'error: IP Address ".1.2.3" parse error during conversion from string: ParseAddr(".1.2.3"): IPv4 field must have at least one digit (at ".1.2.3")',
      ],
      [
        "ip('1.2.3.')",
        'error: IP Address "1.2.3." parse error during conversion from string: ParseAddr("1.2.3."): IPv4 field must have at least one digit (at ".")',
      ],
      [
        "ip('1.2.3.a')",
        'error: IP Address "1.2.3.a" parse error during conversion from string: ParseAddr("1.2.3.a"): unexpected character (at "a")',
      ],
      [
        "ip('1.2.3.4a')",
        'error: IP Address "1.2.3.4a" parse error during conversion from string: ParseAddr("1.2.3.4a"): unexpected character (at "a")',
      ],
      [
        "ip('1:2')",
        'error: IP Address "1:2" parse error during conversion from string: ParseAddr("1:2"): address string too short',
      ],
      [
        "ip('1:2:3:4:5:6:7')",
        'error: IP Address "1:2:3:4:5:6:7" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7"): address string too short',
      ],
      [
        "ip('1:2:3:4:5:6:7:8:9')",
        'error: IP Address "1:2:3:4:5:6:7:8:9" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")',
      ],
      [
        "ip('1:2:3:4:5:6:7:8:')",
        'error: IP Address "1:2:3:4:5:6:7:8:" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:8:"): colon must be followed by more characters (at ":")',
      ],
      [
        "ip('1:2:3:4:5:6:7::8')",
        'error: IP Address "1:2:3:4:5:6:7::8" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7::8"): the :: must expand to at least one field of zeros',
      ],
      ["ip('1:2:3:4:5:6::8')", 'ip'],
      [
        "ip('1::2::3')",
        'error: IP Address "1::2::3" parse error during conversion from string: ParseAddr("1::2::3"): multiple :: in address (at ":3")',
      ],
      [
        "ip(':1')",
        'error: IP Address ":1" parse error during conversion from string: ParseAddr(":1"): each colon-separated field must have at least one digit (at ":1")',
      ],
      [
        "ip('1:')",
        'error: IP Address "1:" parse error during conversion from string: ParseAddr("1:"): colon must be followed by more characters (at ":")',
      ],
      [
        "ip('1:::2')",
        'error: IP Address "1:::2" parse error during conversion from string: ParseAddr("1:::2"): each colon-separated field must have at least one digit (at ":2")',
      ],
      [
        "ip('12345::')",
        'error: IP Address "12345::" parse error during conversion from string: ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")',
      ],
      [
        "ip('::12345')",
        'error: IP Address "::12345" parse error during conversion from string: ParseAddr("::12345"): each group must have 4 or less digits (at "12345")',
      ],
      [
        "ip('::g')",
        'error: IP Address "::g" parse error during conversion from string: ParseAddr("::g"): each colon-separated field must have at least one digit (at "g")',
      ],
      [
        "ip('1::g')",
        'error: IP Address "1::g" parse error during conversion from string: ParseAddr("1::g"): each colon-separated field must have at least one digit (at "g")',
      ],
      ["ip('fe80::1%eth0')", 'error: IP address "fe80::1%eth0" with zone value is not allowed'],
      [
        "ip('fe80::1%')",
        'error: IP Address "fe80::1%" parse error during conversion from string: ParseAddr("fe80::1%"): zone must be a non-empty string',
      ],
      [
        "ip('%eth0')",
        'error: IP Address "%eth0" parse error during conversion from string: ParseAddr("%eth0"): missing IPv6 address',
      ],
      [
        "ip('1.2.3.4%eth0')",
        'error: IP Address "1.2.3.4%eth0" parse error during conversion from string: ParseAddr("1.2.3.4%eth0"): unexpected character (at "%eth0")',
      ],
      ["ip('::ffff:1.2.3.4')", 'error: IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
      ["ip('::ffff:102:304')", 'error: IPv4-mapped IPv6 address "::ffff:102:304" is not allowed'],
      ["ip('::fffe:1.2.3.4') == ip('::fffe:102:304')", 'true'],
      [
        "ip('1:2:3:1.2.3.4')",
        'error: IP Address "1:2:3:1.2.3.4" parse error during conversion from string: ParseAddr("1:2:3:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
      ],
      [
        "ip('1:2:3:4:5:6:7:1.2.3.4')",
        'error: IP Address "1:2:3:4:5:6:7:1.2.3.4" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
      ],
      [
        "ip('::1.2.3')",
        'error: IP Address "::1.2.3" parse error during conversion from string: ParseAddr("::1.2.3"): IPv4 address too short',
      ],
      [
        "ip('::1.2.3.256')",
        'error: IP Address "::1.2.3.256" parse error during conversion from string: ParseAddr("::1.2.3.256"): IPv4 field has value >255',
      ],
      [
        "ip('::1.2.3.4:5')",
        'error: IP Address "::1.2.3.4:5" parse error during conversion from string: ParseAddr("::1.2.3.4:5"): unexpected character (at ":5")',
      ],
      ["ip.isCanonical('127.0.0.1')", 'true'],
      ["ip.isCanonical('::1')", 'true'],
      ["ip.isCanonical('0:0::1')", 'false'],
      ["ip.isCanonical('::ABC')", 'false'],
      [
        "ip.isCanonical('nope')",
        'error: IP Address "nope" parse error during conversion from string: ParseAddr("nope"): unable to parse IP',
      ],
      ["isIP('127.0.0.1')", 'true'],
      ["isIP('::ffff:1.2.3.4')", 'false'],
      ["isIP('fe80::1%eth0')", 'false'],
      ["ip('127.0.0.1').family()", '4'],
      ["ip('::1').family()", '6'],
      ["ip('0.0.0.0').isUnspecified()", 'true'],
      ["ip('0.0.0.1').isUnspecified()", 'false'],
      ["ip('::').isUnspecified()", 'true'],
      ["ip('127.255.255.255').isLoopback()", 'true'],
      ["ip('126.0.0.1').isLoopback()", 'false'],
      ["ip('::1').isLoopback()", 'true'],
      ["ip('::2').isLoopback()", 'false'],
      ["ip('224.0.0.255').isLinkLocalMulticast()", 'true'],
      ["ip('224.0.1.0').isLinkLocalMulticast()", 'false'],
      ["ip('ff02::1').isLinkLocalMulticast()", 'true'],
      ["ip('ff12::1').isLinkLocalMulticast()", 'true'],
      ["ip('ff03::1').isLinkLocalMulticast()", 'false'],
      ["ip('fe02::1').isLinkLocalMulticast()", 'false'],
      ["ip('169.254.0.0').isLinkLocalUnicast()", 'true'],
      ["ip('169.255.0.0').isLinkLocalUnicast()", 'false'],
      ["ip('fe80::').isLinkLocalUnicast()", 'true'],
      ["ip('febf::').isLinkLocalUnicast()", 'true'],
      ["ip('fec0::').isLinkLocalUnicast()", 'false'],
      ["ip('fe7f::').isLinkLocalUnicast()", 'false'],
      ["ip('1.1.1.1').isGlobalUnicast()", 'true'],
      ["ip('10.0.0.1').isGlobalUnicast()", 'true'],
      ["ip('0.0.0.0').isGlobalUnicast()", 'false'],
      ["ip('255.255.255.255').isGlobalUnicast()", 'false'],
      ["ip('127.0.0.1').isGlobalUnicast()", 'false'],
      ["ip('223.255.255.255').isGlobalUnicast()", 'true'],
      ["ip('224.0.0.0').isGlobalUnicast()", 'false'],
      ["ip('239.255.255.255').isGlobalUnicast()", 'false'],
      ["ip('240.0.0.0').isGlobalUnicast()", 'true'],
      ["ip('169.254.0.1').isGlobalUnicast()", 'false'],
      ["ip('2001:db8::').isGlobalUnicast()", 'true'],
      ["ip('::').isGlobalUnicast()", 'false'],
      ["ip('::1').isGlobalUnicast()", 'false'],
      ["ip('ff00::').isGlobalUnicast()", 'false'],
      ["ip('fe80::1').isGlobalUnicast()", 'false'],
      ["string(cidr('192.168.0.0/24'))", '"192.168.0.0/24"'],
      ["string(cidr('192.168.1.5/24'))", '"192.168.1.5/24"'],
      ["string(cidr('192.168.1.5/24').masked())", '"192.168.1.0/24"'],
      ["string(cidr('2001:db8::ffff/32').masked())", '"2001:db8::/32"'],
      ["string(cidr('1.2.3.4/0').masked())", '"0.0.0.0/0"'],
      ["string(cidr('1.2.3.4/32').masked())", '"1.2.3.4/32"'],
      ["cidr('192.168.1.5/24').ip() == ip('192.168.1.5')", 'true'],
      ["cidr('192.168.0.0/24').prefixLength()", '24'],
      ["cidr('::/0').prefixLength()", '0'],
      [
        "cidr('1.2.3.4')",
        `error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4"): no '/'`,
      ],
      [
        "cidr('1.2.3.4/33')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/33"): prefix length out of range',
      ],
      ["cidr('1.2.3.4/32') == cidr('1.2.3.4/32')", 'true'],
      [
        "cidr('::1/129')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("::1/129"): prefix length out of range',
      ],
      ["cidr('::1/128') == cidr('::1/128')", 'true'],
      [
        "cidr('1.2.3.4/')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/"): bad bits after slash: ""',
      ],
      [
        "cidr('1.2.3.4/a')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/a"): bad bits after slash: "a"',
      ],
      [
        "cidr('1.2.3.4/01')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/01"): bad bits after slash: "01"',
      ],
      [
        "cidr('1.2.3.4/-1')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/-1"): bad bits after slash: "-1"',
      ],
      [
        "cidr('1.2.3.4/+1')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/+1"): bad bits after slash: "+1"',
      ],
      [
        "cidr('1.2.3.4/1000')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/1000"): bad bits after slash: "1000"',
      ],
      [
        "cidr('1.2.3/8')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3/8"): ParseAddr("1.2.3"): IPv4 address too short',
      ],
      [
        "cidr('fe80::1%eth0/64')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("fe80::1%eth0/64"): IPv6 zones cannot be present in a prefix',
      ],
      [
        "cidr('::ffff:1.2.3.4/100')",
        'error: network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/100" is not allowed',
      ],
      [
        "cidr('a/b/8')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("a/b/8"): ParseAddr("a/b"): unable to parse IP',
      ],
      ["isCIDR('1.2.3.4/8')", 'true'],
      ["isCIDR('::ffff:1.2.3.4/100')", 'false'],
      ["isCIDR('1.2.3.4')", 'false'],
      ["cidr('192.168.0.0/24').containsIP('192.168.0.255')", 'true'],
      ["cidr('192.168.0.0/24').containsIP('192.168.1.0')", 'false'],
      ["cidr('192.168.0.0/24').containsIP(ip('192.168.0.1'))", 'true'],
      ["cidr('192.168.0.0/24').containsIP('::1')", 'false'],
      ["cidr('::/0').containsIP('1.2.3.4')", 'false'],
      ["cidr('0.0.0.0/0').containsIP('1.2.3.4')", 'true'],
      ["cidr('192.168.0.0/24').containsIP('nope')", 'error: no such overload'],
      [
        "cidr('192.168.0.0/24').containsIP(1)",
        "1:34 found no matching overload for 'containsIP' applied to 'net.CIDR.(int)'",
      ],
      ["cidr('192.168.0.0/24').containsCIDR('192.168.0.0/24')", 'true'],
      ["cidr('192.168.0.0/24').containsCIDR('192.168.0.0/25')", 'true'],
      ["cidr('192.168.0.0/24').containsCIDR('192.168.0.0/23')", 'false'],
      ["cidr('192.168.0.0/24').containsCIDR('192.168.1.0/25')", 'false'],
      ["cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.128/25'))", 'true'],
      ["cidr('192.168.0.0/24').containsCIDR('::/25')", 'false'],
      [
        "cidr('192.168.0.0/24').containsCIDR('nope')",
        `error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("nope"): no '/'`,
      ],
      ["cidr('10.0.0.0/8') == cidr('10.0.0.1/8')", 'false'],
      [
        "ip('1.2.3.4') == cidr('1.2.3.4/32')",
        "1:15 found no matching overload for '_==_' applied to '(net.IP, net.CIDR)'",
      ],
      ["dyn(ip('1.2.3.4')) == dyn(cidr('1.2.3.4/32'))", 'false'],
      ["dyn(ip('1.2.3.4')) == dyn('1.2.3.4')", 'false'],
      ["ip('1.2.3.4') == ip('::102:304')", 'false'],
      [
        "ip('\\u0001')",
        'error: IP Address "\\x01" parse error during conversion from string: ParseAddr("\\x01"): unable to parse IP',
      ],
      [
        `ip('"')`,
        'error: IP Address "\\"" parse error during conversion from string: ParseAddr("\\""): unable to parse IP',
      ],
      [
        "cidr('\\u0001/8')",
        'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("\\x01/8"): ParseAddr("\\x01"): unable to parse IP',
      ],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
