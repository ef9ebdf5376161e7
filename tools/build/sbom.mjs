// The software bill of materials: every package of others in the product, in CycloneDX, made without the network.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { inProject, root } from '../setup/project.mjs'
import { listShippedPackages } from './shipped-packages.mjs'

/**
 * @typedef {{ 'bom-ref': string, purl?: string, hashes?: unknown[], properties?: { name: string, value: string }[] }} Component
 * @typedef {{ components: Component[], dependencies: { ref: string, dependsOn: string[] }[], metadata: { component: Component } }} Bill
 */

export function buildSbom() {
  mkdirSync(inProject('dist'), { recursive: true })
  writeFileSync(inProject('dist/sbom.json'), `${JSON.stringify(createSbom(), undefined, 1)}\n`)
}

/** @returns {Bill} of the product's packages, without those that only its development needs */
export function createSbom() {
  const bill = readBillOfLock()
  const shipped = new Set(listShippedPackages().map(({ name, version }) => `${name}@${version}`))
  const components = bill.components.filter((component) => shipped.has(component['bom-ref']))
  const known = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']))
  return {
    ...bill,
    components: components.map(withoutDevelopmentMark),
    dependencies: bill.dependencies
      .filter(({ ref }) => known.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) })),
  }
}

/**
 * With the development packages: some of them are bundled into the web app.
 * @returns {Bill}
 * @throws Error when npm fails
 */
function readBillOfLock() {
  const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline', '--loglevel=error']
  const npm = spawnSync('npm', options, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
    // npm leaves out what NODE_ENV=production does not need.
    env: { ...process.env, NODE_ENV: '' },
  })
  if (npm.status !== 0) throw new Error(`npm sbom failed: ${npm.stderr ?? npm.error}`)
  return JSON.parse(npm.stdout)
}

/**
 * npm knows only that package.json lists it there, not that the web app contains it.
 * @param {Component} component
 * @returns {Component}
 */
const withoutDevelopmentMark = ({ properties = [], ...component }) => ({
  ...component,
  properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
})
