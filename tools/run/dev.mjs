// Development: runs the sources directly, with live reload of pages and server.
import { runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { requireFreePorts } from '../setup/ports.mjs'
import { inProject } from '../setup/project.mjs'
import { takeDataDir } from './prepare.mjs'
import { startProgram } from './program.mjs'
import { readSettings } from './settings.mjs'
import { stopRequested } from './stop-signal.mjs'

export const dev = () =>
  runCommand(async () => {
    const settings = readSettings(process.env)
    const apiPort = settings.port + 5
    process.once('exit', takeDataDir(settings))
    await requireFreePorts([...settings.ports, { port: apiPort, for: 'the API, PORT+5' }], settings.host)
    ensureInstalled()

    const stop = stopRequested()
    const api = { PUBLIC_URL: settings.url, ...settings.server, PORT: String(apiPort), WEB: 'elsewhere' }
    const programs = settings.simulators ? [startWatched('src/simulators/main.ts', settings.simulators)] : []
    const pages = await servePages(settings, `http://127.0.0.1:${apiPort}`)
    // Last: the server prints when everything is ready.
    programs.unshift(startWatched(settings.simulators ? 'src/demo/main.ts' : 'src/server/main.ts', api))

    await stop
    await pages.close()
    for (const program of programs) await program.stop()
    process.exit(0)
  })

/**
 * @param {string} file
 * @param {Record<string, string | undefined>} env
 */
const startWatched = (file, env) =>
  startProgram('node_modules/tsx/dist/cli.mjs', env, { node: [], args: ['watch', '--clear-screen=false', file] })

/**
 * @param {{ port: number, host: string }} place
 * @param {string} api
 */
async function servePages({ port, host }, api) {
  process.env.API_URL = api
  const { createServer } = await import('vite')
  const server = await createServer({
    configFile: inProject('vite.config.ts'),
    server: { port, host, strictPort: true },
  })
  return server.listen()
}
