import { expect, test } from 'vitest'
import { createOriginCheck } from './own-origins.ts'

const urls = ['https://portal.institute.example', 'https://staff.institute.example/']

test.each<[string, string[], string, string | undefined, boolean]>([
  ['the portal itself', urls, 'POST', 'https://portal.institute.example', true],
  ["the staff's address", urls, 'POST', 'https://staff.institute.example', true],
  ['another site', urls, 'POST', 'https://elsewhere.example', false],
  ['the same name without encryption', urls, 'POST', 'http://portal.institute.example', false],
  ['a page without an origin', urls, 'POST', 'null', false],
  ['a page without an origin, to a machine for development', ['http://localhost:3000'], 'POST', 'null', false],
  ['a page on the own machine', urls, 'POST', 'http://localhost:3000', false],
  ['another site that reads', urls, 'GET', 'https://elsewhere.example', true],
  ['another site that asks for the headers', urls, 'HEAD', 'https://elsewhere.example', true],
  ['another site that deletes', urls, 'DELETE', 'https://elsewhere.example', false],
  ['a client that is no browser', urls, 'POST', undefined, true],
  ['another port of a machine for development', ['http://localhost:3000'], 'POST', 'http://127.0.0.1:3100', true],
  [
    'another site, to a machine for development',
    ['http://localhost:3000'],
    'POST',
    'http://rebound.example:3000',
    false,
  ],
])('from %s', (_, own, method, origin, expected) => {
  expect(createOriginCheck(own)({ method, headers: { ...(origin && { origin }) } })).toBe(expected)
})
