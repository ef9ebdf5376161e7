// Reads the launcher's settings from the environment: where the product runs, and whether it is the demo.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure } from '../setup/failure.mjs'
import { inProject, root } from '../setup/project.mjs'

/**
 * @typedef {Record<string, string | undefined>} Environment
 * @typedef {{
 *   port: number, host: string, dataDir: string, url: string,
 *   ports: { port: number, for: string }[],
 *   isShared: boolean, server: Environment, simulators: Environment | undefined,
 * }} Settings
 *   `isShared`: several servers may use the data directory, because the database is elsewhere; `server` and `simulators` are complete environments; `simulators` is undefined when it is no demo
 */

/**
 * @param {Environment} given
 * @returns {Settings}
 * @throws {Failure} when PORT is not a port, or the demo would be open to other machines
 */
export function readSettings(given) {
  // An empty setting is a missing one, here as in the server.
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  const port = portFrom(env.PORT)
  const host = env.HOST ?? '127.0.0.1'
  const dataDir = resolve(root, env.DATA_DIR ?? '.data')
  const url = env.PUBLIC_URL ?? `http://localhost:${port}`
  const own = { ...env, PORT: String(port), HOST: host, DATA_DIR: dataDir }
  const base = { port, host, dataDir, url, isShared: false }
  const ports = [{ port, for: 'the portal' }]
  // With one real provider it is no demo any more: simulating the others would let anybody pay with simulated money.
  if (env.NODE_ENV === 'production' || namesProvider(env)) {
    const isShared = Boolean(env.DATABASE_URL ?? env.DATABASE_URL_FILE)
    return { ...base, isShared, ports, server: own, simulators: undefined }
  }

  requireLoopback({ HOST: host, PUBLIC_URL: URL.canParse(url) ? new URL(url).hostname : url })
  const simulated = simulateProviders(base)
  return {
    ...base,
    ports: [...ports, ...simulated.flatMap(({ ports }) => ports)],
    server: Object.assign({ DEMO: '1' }, ...simulated.map(({ server }) => server), own),
    simulators: Object.assign(simulatorBase(env, base), ...simulated.map(portsOf)),
  }
}

/**
 * Whether any setting of a provider is given, be it in a file.
 * @param {Environment} env
 */
const namesProvider = (env) => Object.keys(env).some((name) => /^(REMITA|NIN|SMTP)_/.test(name))

/**
 * The demo's accounts have a published password.
 * @param {Record<string, string>} hosts by setting
 * @throws {Failure}
 */
function requireLoopback(hosts) {
  for (const [name, host] of Object.entries(hosts)) {
    if (/^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)) continue
    throw new Failure(
      `Without providers this is the demo, which runs for this machine alone: ${name} cannot be ${host}. For applicants, set NODE_ENV=production and the settings in docs/operations.md.`,
    )
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
 * Settings for simulators of the providers' protocols beside the server.
 * @param {Place} place
 * @returns {Simulated[]}
 */
function simulateProviders({ port, host, url }) {
  const at = inUrl(host)
  return [
    {
      server: {
        REMITA_BASE_URL: `http://${at}:${port + 1}/remita/exapp/api/v1/send/api`,
        // The applicant's browser opens this address too.
        REMITA_WIDGET_URL: `http://${new URL(url).hostname}:${port + 1}/payment/v1/remita-pay-inline.bundle.js`,
        ...pickCredentials('REMITA_'),
      },
      ports: [{ port: port + 1, for: 'the Remita simulator, PORT+1', name: 'SIM_REMITA_PORT' }],
    },
    {
      server: { NIN_PROVIDER: 'prembly', NIN_BASE_URL: `http://${at}:${port + 2}`, ...pickCredentials('NIN_') },
      ports: [{ port: port + 2, for: 'the NIN simulator, PORT+2', name: 'SIM_NIN_PORT' }],
    },
    {
      server: { SMTP_URL: `smtp://${at}:${port + 4}`, MAIL_FROM: 'SITM Recruitment <recruitment@sitm.example>' },
      ports: [
        { port: port + 3, for: "the mailbox's page, PORT+3", name: 'SIM_MAIL_HTTP_PORT' },
        { port: port + 4, for: "the mailbox's SMTP, PORT+4", name: 'SIM_SMTP_PORT' },
      ],
    },
  ]
}

/**
 * @param {string} host
 * @returns {string}
 */
const inUrl = (host) => (host.includes(':') ? `[${host}]` : host)

/**
 * The simulators' credentials; production refuses exactly these.
 * @param {string} prefix of the settings
 * @returns {Environment}
 */
function pickCredentials(prefix) {
  const published = JSON.parse(readFileSync(inProject('src/server/settings/demo-credentials.json'), 'utf8'))
  return Object.fromEntries(Object.entries(published).filter(([name]) => name.startsWith(prefix)))
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
    SIM_NOTIFICATION_URL: `http://${inUrl(host)}:${port}/api/v1/payments/remita-notification`,
  }
}

/** @param {Simulated} simulated */
const portsOf = ({ ports }) => Object.fromEntries(ports.map(({ name, port }) => [name, String(port)]))
