// The build's targets and their sources. The bundler is loaded only when something must be built.
import { inProject } from '../setup/project.mjs'

/** @typedef {{ name: string, output: string, sources: string[], build: () => Promise<void> }} Target */

const everywhere = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tools/build']

/** @type {Target[]} */
export const targets = [
  {
    name: 'the server and its demo',
    output: 'dist/server',
    sources: ['src/server', 'src/demo', 'src/shared', ...everywhere],
    build: async () => (await import('./node-program.mjs')).buildNodePrograms('server', 'demo'),
  },
  {
    name: 'the simulators',
    output: 'dist/simulators',
    sources: ['src/simulators', 'src/shared', ...everywhere],
    build: async () => (await import('./node-program.mjs')).buildNodePrograms('simulators'),
  },
  {
    name: 'the web app',
    output: 'dist/web',
    sources: ['src/applicant', 'src/kit', 'src/shared', 'vite.config.ts', 'tools/prerender.mjs', ...everywhere],
    build: () => runVite('vite.config.ts', 'warn'),
  },
  {
    name: "the staff's app",
    output: 'dist/staff',
    sources: ['src/staff', 'src/kit', 'src/shared', 'vite.staff.config.ts', ...everywhere],
    // Without warnings: Vite gives one for the naira font, which the applicants' app serves.
    build: () => runVite('vite.staff.config.ts', 'error'),
  },
  {
    name: 'the bill of materials',
    output: 'dist/sbom.json',
    sources: ['package.json', 'package-lock.json', 'tools/build/sbom.mjs', 'tools/build/shipped-packages.mjs'],
    build: async () => (await import('./sbom.mjs')).buildSbom(),
  },
]

/**
 * @param {string} config
 * @param {'warn' | 'error'} logLevel
 */
async function runVite(config, logLevel) {
  const { build } = await import('vite')
  await build({ configFile: inProject(config), logLevel })
}
