// The launcher: starts the simulators and the server, and ends when the server ends or when it is asked to.
import { runCommand } from '../setup/failure.mjs'
import { requireFreePorts } from '../setup/ports.mjs'
import { prepareCode, takeDataDir } from './prepare.mjs'
import { keepRunning, startProgram } from './program.mjs'
import { readSettings } from './settings.mjs'
import { askedToStop } from './stop-signal.mjs'

export const start = () =>
  runCommand(async () => {
    const settings = readSettings(process.env)
    process.once('exit', takeDataDir(settings))
    await requireFreePorts(settings.ports, settings.host)
    await prepareCode()
    process.exit(await serve(settings))
  })

/**
 * @param {import('./settings.mjs').Settings} settings
 * @returns {Promise<number>} the exit code: 0 when it was asked to stop, otherwise the server's own
 */
async function serve({ server: serverEnv, simulators: simulatorsEnv }) {
  const stop = askedToStop().then(() => 0)
  const simulators =
    simulatorsEnv && keepRunning('The simulators', () => startProgram('dist/simulators/main.js', simulatorsEnv))
  await Promise.race([simulators?.ready, stop])

  const server = startProgram('dist/server/main.js', serverEnv)
  const code = await Promise.race([server.ended, stop])
  if (code > 128) console.error('The server was killed; stopping the rest.')
  // The server first: it finishes what is in hand, and may need a provider for it.
  await server.stop()
  await simulators?.stop()
  return code
}
