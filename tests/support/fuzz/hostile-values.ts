// Texts and values that no form sends and that break careless servers.
import fc from 'fast-check'

const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => wrap(inner), 'deep')

/** An object with an own property of that name; a literal would set the prototype instead. */
const withOwnProperty = (name: string, value: unknown) => Object.defineProperty({}, name, { value, enumerable: true })

const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfffy',
    '\u202Eright to left',
    '\u200B\uFEFF',
    `a${'\u0301'.repeat(500)}`,
    '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
    'ﷺ'.repeat(200),
    "' or 1=1; --",
    '"; drop table accounts; --',
    '$1',
    '{{7*7}}',
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '%',
    '<script>alert(1)</script>',
    'a@b.example\r\nBcc: c@d.example',
    '-1',
    '1e999',
    'NaN',
    'null',
    'true',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '9'.repeat(400),
    'x'.repeat(3_001),
    'x'.repeat(100_000),
    '\u0130'.repeat(2_000),
    ...prototypeNames,
  ),
)

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.1,
    1e308,
    -1e308,
    5e-324,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    [],
    {},
    [[]],
    [null],
    nest(9, (inner) => ({ a: inner })),
    nest(11, (inner) => [inner]),
    nest(3_000, (inner) => [inner]),
    nest(3_000, (inner) => ({ a: inner })),
    Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key${n}`, n])),
    Array.from({ length: 5_000 }, () => ({})),
    ...prototypeNames.map((name) => withOwnProperty(name, { polluted: true })),
    { toJSON: 1, valueOf: 'x', length: -1 },
    { $ref: '#', $ne: null },
  ),
  fc.jsonValue({ maxDepth: 4 }),
)
