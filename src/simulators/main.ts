// Starts the simulators whose ports the environment names: forked by `npm start`, or by hand with `npx tsx`.
import { join } from 'node:path'
import { startMailboxSimulator } from './mailbox/simulator.ts'
import { startNinSimulator } from './nin/simulator.ts'
import { startRemitaSimulator } from './remita/simulator.ts'

interface StartedSimulator {
  urls: Record<string, string>
  close(): Promise<void>
}

const running: StartedSimulator[] = []

process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
// When the parent ends in any way, no simulator may keep a port.
process.once('disconnect', () => void stop())

try {
  for (const start of createStarters(process.env)) running.push(await start())
  const urls = Object.assign({}, ...running.map((simulator) => simulator.urls))
  if (process.send) process.send({ ready: true, urls })
  else console.table(urls)
} catch (error) {
  const sentence = error instanceof Error ? error.message : String(error)
  if (process.send) await new Promise((sent) => process.send?.({ error: sentence }, sent))
  else console.error(sentence)
  process.exit(1)
}

function createStarters(env: NodeJS.ProcessEnv): (() => Promise<StartedSimulator>)[] {
  const host = env.SIM_HOST ?? '127.0.0.1'
  const { SIM_NOTIFICATION_URL: notificationUrl, SIM_STATE_DIR: stateDir } = env
  const remita = readPort(env, 'SIM_REMITA_PORT')
  const nin = readPort(env, 'SIM_NIN_PORT')
  const mailHttp = readPort(env, 'SIM_MAIL_HTTP_PORT')
  const smtp = readPort(env, 'SIM_SMTP_PORT')

  const starters: (() => Promise<StartedSimulator>)[] = []
  if (remita !== undefined) {
    starters.push(async () => {
      const options = {
        host,
        port: remita,
        ...(notificationUrl && { notificationUrl }),
        ...(stateDir && { stateFile: join(stateDir, 'remita.json') }),
      }
      const { url, close } = await startRemitaSimulator(options)
      return { urls: { remita: url }, close }
    })
  }
  if (nin !== undefined) {
    starters.push(async () => {
      const { url, close } = await startNinSimulator({ host, port: nin })
      return { urls: { nin: url }, close }
    })
  }
  if (mailHttp !== undefined || smtp !== undefined) {
    starters.push(async () => {
      if (mailHttp === undefined || smtp === undefined) {
        throw new Error('The mailbox needs both SIM_MAIL_HTTP_PORT and SIM_SMTP_PORT.')
      }
      const { url, smtpUrl, close } = await startMailboxSimulator({ host, httpPort: mailHttp, smtpPort: smtp })
      return { urls: { mailbox: url, smtp: smtpUrl }, close }
    })
  }
  if (starters.length === 0)
    throw new Error('No simulator has a port: set SIM_REMITA_PORT, SIM_NIN_PORT or SIM_SMTP_PORT.')
  return starters
}

function readPort(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name]
  if (!text) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} must be a port, not '${text}'.`)
  return port
}

async function stop(): Promise<never> {
  await Promise.allSettled(running.map((simulator) => simulator.close()))
  process.exit(0)
}
