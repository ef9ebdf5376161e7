// The launcher: starts the simulators and the server, restarts them when they die, and stops them on a signal.
import { runCommand } from '../setup/failure.mjs'
import { requireFreePorts } from '../setup/ports.mjs'
import { prepareCode, takeDataDir } from './prepare.mjs'
import { runWithRestarts, serverEnvironment, serverNodeOptions, startProgram } from './program.mjs'
import { readSettings } from './settings.mjs'
import { stopRequested } from './stop-signal.mjs'

export const start = () =>
  runCommand(async () => {
    const settings = readSettings(process.env)
    if (!settings.isShared) process.once('exit', takeDataDir(settings))
    await requireFreePorts(settings.ports, settings.host)
    await prepareCode()
    // After the build, whose files others may read: what the programs create is for their own user alone.
    process.umask(0o077)
    process.exit(await serve(settings))
  })

/**
 * @param {import('./settings.mjs').Settings} settings
 * @returns {Promise<number>} the exit code: 0 after a signal, otherwise that of the program that ended
 */
async function serve({ server: serverEnv, simulators: simulatorsEnv }) {
  const stop = stopRequested().then(() => 0)
  const simulators =
    simulatorsEnv && runWithRestarts('The simulators', () => startProgram('dist/simulators/main.js', simulatorsEnv))
  // Side by side: the server's own start takes longer than that of the simulators, which it needs for requests only.
  const program = simulators ? 'dist/demo/main.js' : 'dist/server/main.js'
  const server = runWithRestarts('The server', () =>
    startProgram(program, { ...serverEnvironment, ...serverEnv }, { node: serverNodeOptions }),
  )
  try {
    await Promise.race([simulators?.ready, server.ended, stop])
  } catch (error) {
    await server.stop()
    throw error
  }
  const code = await Promise.race([server.ended, stop, ...(simulators ? [simulators.ended] : [])])
  // The server first: the requests that it finishes may need a provider.
  await server.stop()
  await simulators?.stop()
  return code
}
