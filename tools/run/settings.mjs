// Reads the launcher's settings from the environment: where the product runs, and which providers are simulated.
import { resolve } from 'node:path'
import { Failure } from '../setup/failure.mjs'
import { root } from '../setup/project.mjs'

/**
 * @typedef {Record<string, string | undefined>} Environment
 * @typedef {{
 *   port: number, host: string, dataDir: string, url: string,
 *   ports: { port: number, for: string }[],
 *   server: Environment, simulators: Environment | undefined,
 * }} Settings
 *   `server` and `simulators` are complete environments; `simulators` is undefined when every provider is real
 */

/**
 * @param {Environment} given
 * @returns {Settings}
 * @throws {Failure} when PORT is not a port
 */
export function readSettings(given) {
  // An empty setting is a missing one, here as in the server.
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  const port = portFrom(env.PORT)
  const host = env.HOST ?? '127.0.0.1'
  const dataDir = resolve(root, env.DATA_DIR ?? '.data')
  const url = env.PUBLIC_URL ?? `http://localhost:${port}`
  const own = { ...env, PORT: String(port), HOST: host, DATA_DIR: dataDir }
  const base = { port, host, dataDir, url }
  const ports = [{ port, for: 'the portal' }]
  if (env.NODE_ENV === 'production') return { ...base, ports, server: own, simulators: undefined }

  const simulated = simulateProviders(env, base)
  return {
    ...base,
    ports: [...ports, ...simulated.flatMap(({ ports }) => ports)],
    server: Object.assign(simulated.length === 0 ? {} : { DEMO: '1' }, ...simulated.map(({ server }) => server), own),
    simulators: simulated.length === 0 ? undefined : Object.assign(simulatorBase(env, base), ...simulated.map(portsOf)),
  }
}

/**
 * @param {string | undefined} text
 * @returns {number}
 */
function portFrom(text) {
  const port = Number(text ?? 3000)
  if (Number.isInteger(port) && port > 0 && port <= 65_530) return port
  throw new Failure(`PORT must be a number from 1 to 65530, not '${text}'.`)
}

/** @typedef {{ port: number, host: string, dataDir: string, url: string }} Place */
/** @typedef {{ server: Environment, ports: { port: number, for: string, name: string }[] }} Simulated */

/**
 * Settings for the providers that the environment does not name: simulators of their protocols beside the server.
 * @param {Environment} env
 * @param {Place} place
 * @returns {Simulated[]}
 */
function simulateProviders(env, { port, host, url }) {
  const reachableHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const providers = []
  if (!env.REMITA_BASE_URL) {
    const own = port + 1
    providers.push({
      server: {
        REMITA_BASE_URL: `http://${reachableHost}:${own}/remita/exapp/api/v1/send/api`,
        // The applicant's browser opens this address too.
        REMITA_WIDGET_URL: `http://${new URL(url).hostname}:${own}/payment/v1/remita-pay-inline.bundle.js`,
        REMITA_MERCHANT_ID: '2547916',
        REMITA_SERVICE_TYPE_ID: '4430731',
        REMITA_API_KEY: '1946',
        REMITA_PUBLIC_KEY: 'sim-public-key',
      },
      ports: [{ port: own, for: 'the Remita simulator, PORT+1', name: 'SIM_REMITA_PORT' }],
    })
  }
  if (!env.NIN_BASE_URL) {
    const own = port + 2
    providers.push({
      server: {
        NIN_PROVIDER: 'prembly',
        NIN_BASE_URL: `http://${reachableHost}:${own}`,
        NIN_API_KEY: 'sim-nin-key',
        NIN_APP_ID: 'sim-app',
      },
      ports: [{ port: own, for: 'the NIN simulator, PORT+2', name: 'SIM_NIN_PORT' }],
    })
  }
  if (!env.SMTP_URL) {
    const [page, smtp] = [port + 3, port + 4]
    providers.push({
      server: { SMTP_URL: `smtp://${reachableHost}:${smtp}`, MAIL_FROM: 'SITM Recruitment <recruitment@sitm.example>' },
      ports: [
        { port: page, for: "the mailbox's page, PORT+3", name: 'SIM_MAIL_HTTP_PORT' },
        { port: smtp, for: "the mailbox's SMTP, PORT+4", name: 'SIM_SMTP_PORT' },
      ],
    })
  }
  return providers
}

/**
 * @param {Environment} env
 * @param {Place} place
 * @returns {Environment}
 */
function simulatorBase(env, { port, host, dataDir }) {
  return {
    PATH: env.PATH,
    SIM_HOST: host,
    SIM_STATE_DIR: resolve(dataDir, 'simulators'),
    SIM_NOTIFICATION_URL: `http://127.0.0.1:${port}/api/v1/payments/remita-notification`,
  }
}

/** @param {Simulated} simulated */
const portsOf = ({ ports }) => Object.fromEntries(ports.map(({ name, port }) => [name, String(port)]))
