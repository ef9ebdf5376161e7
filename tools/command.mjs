// `node tools/command.mjs issue-accounts list.csv`: runs one of the server's commands, built when it has to be.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { prepareCode } from './run/prepare.mjs'
import { Failure, runCommand } from './setup/failure.mjs'
import { onNode24 } from './setup/on-node-24.mjs'
import { inProject, root } from './setup/project.mjs'

const [name, ...args] = process.argv.slice(2)

/** Runs the command's program to its end. */
async function run() {
  await prepareCode()
  // Files are named from where the command was called; the data directory from the project, as for `npm start`.
  const env = { ...process.env, DATA_DIR: resolve(root, process.env.DATA_DIR || '.data') }
  const program = ['server', 'demo'].map((world) => inProject(`dist/${world}/commands/${name}.js`)).find(existsSync)
  if (!program) throw new Failure(`There is no command ${name}.`)
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', program, ...args], { env, stdio: 'inherit' })
  process.exit(status ?? 1)
}

await onNode24(() => runCommand(run))
