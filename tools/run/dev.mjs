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
    const staffPort = settings.port + 6
    process.once('exit', takeDataDir(settings))
    const ports = [
      { port: apiPort, for: 'the API, PORT+5' },
      { port: staffPort, for: "the staff's pages, PORT+6" },
    ]
    await requireFreePorts([...settings.ports, ...ports], settings.host)
    ensureInstalled()

    const stop = stopRequested()
    const api = { PUBLIC_URL: settings.url, ...settings.server, PORT: String(apiPort), WEB: 'elsewhere' }
    const programs = settings.simulators ? [startWatched('src/simulators/main.ts', settings.simulators)] : []
    const pages = await servePages(settings, { api: `http://127.0.0.1:${apiPort}`, staffPort })
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
 * The pages of the applicants at `port`, and those of the staff, which the first server hands on.
 * @param {{ port: number, host: string }} place
 * @param {{ api: string, staffPort: number }} behind
 */
async function servePages({ port, host }, { api, staffPort }) {
  process.env.API_URL = api
  process.env.STAFF_URL = `http://127.0.0.1:${staffPort}`
  const { createServer } = await import('vite')
  const place = { host, strictPort: true }
  const staff = await createServer({
    configFile: inProject('vite.staff.config.ts'),
    // The browser asks this server itself for changes.
    server: { ...place, port: staffPort, hmr: { clientPort: staffPort } },
  })
  const applicants = await createServer({ configFile: inProject('vite.config.ts'), server: { ...place, port } })
  await Promise.all([staff.listen(), applicants.listen()])
  return { close: () => Promise.all([staff.close(), applicants.close()]) }
}
