// Firefox and WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2/), with nothing but Debian's packages: WebKit
// has a driver that speaks it over HTTP. Firefox's driver, geckodriver, is no package of Debian; so its commands go to
// Marionette, the part of Firefox that geckodriver passes them on to, which takes the same commands over a socket.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stopProcess } from '../faults/child-processes.ts'
import { freePort } from '../simulators/free-ports.ts'

/** A reference to an element of the page, as scripts return and take it. */
export type ElementRef = Readonly<Record<string, string>>

export interface Driver {
  open(url: string): Promise<void>
  /** Runs the body of a function in the page, and returns what it returns. */
  run<Result>(script: string, ...args: unknown[]): Promise<Result>
  click(element: ElementRef): Promise<void>
  /** Types into a field, or chooses the files with these paths, a line each. */
  type(element: ElementRef, text: string): Promise<void>
  /** Sends the keys together, and releases them. Special keys as the recommendation numbers them. */
  sendKeys(...keys: string[]): Promise<void>
  close(): Promise<void>
}

export interface BrowserKind {
  name: string
  /** What to install where it is missing. */
  packages: string
  isInstalled: boolean
  start(): Promise<Driver>
}

const findProgram = (...names: string[]) =>
  (process.env.PATH ?? '')
    .split(':')
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find(existsSync)

const firefox = findProgram('firefox-esr', 'firefox')
const webKitDriver = findProgram('WebKitWebDriver')
const miniBrowser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
const hasScreen = () => process.env.DISPLAY !== undefined || findProgram('Xvfb') !== undefined

export const browserKinds: readonly BrowserKind[] = [
  {
    name: 'Firefox',
    packages: 'firefox-esr',
    isInstalled: firefox !== undefined,
    start: () => startFirefox(firefox ?? ''),
  },
  {
    name: 'WebKitGTK',
    packages: 'webkit2gtk-driver xvfb',
    isInstalled: webKitDriver !== undefined && miniBrowser !== undefined && hasScreen(),
    start: () => startWebKit(webKitDriver ?? '', miniBrowser ?? ''),
  },
]

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const getId = (element: ElementRef) => element[elementKey] ?? ''

/** Down in this order, up in the other. */
const describeKeys = (keys: string[]) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ],
  },
]

async function retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = 300; ; left--)
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      await pause(100)
    }
}

async function startWebKit(driverPath: string, browserPath: string): Promise<Driver> {
  const screen = process.env.DISPLAY ? null : await startScreen()
  const home = await mkdtemp(join(tmpdir(), 'portal-webkit-'))
  const port = await freePort()
  const child = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen?.display ?? process.env.DISPLAY, HOME: home, NO_AT_BRIDGE: '1' },
  })
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  const end = async () => {
    await stopProcess(child)
    if (screen) await stopProcess(screen.child)
    await rm(home, { recursive: true, force: true })
  }
  const options = { binary: browserPath, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  try {
    await retry(() => fetch(`http://127.0.0.1:${port}/status`))
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities })
    const post = <Value>(path: string, body: object) => send<Value>('POST', `/session/${sessionId}${path}`, body)
    return {
      open: (url) => post('/url', { url }),
      run: (script, ...args) => post('/execute/sync', { script, args }),
      click: (element) => post(`/element/${getId(element)}/click`, {}),
      type: (element, text) => post(`/element/${getId(element)}/value`, { text }),
      sendKeys: (...keys) => post('/actions', { actions: describeKeys(keys) }),
      async close() {
        await send('DELETE', `/session/${sessionId}`).catch(() => undefined)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Xvfb chooses a display that is free, and writes its number. */
async function startScreen(): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [chunk] = await Promise.race([
    new Promise<Buffer[]>((resolve) => child.stdio[3]?.once('data', (...chunks) => resolve(chunks))),
    new Promise<never>((_, reject) => child.once('exit', () => reject(new Error('Xvfb could not be started.')))),
  ])
  return { child, display: `:${String(chunk).trim()}` }
}

async function startFirefox(path: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'portal-firefox-'))
  const port = await freePort()
  const preferences = {
    'marionette.port': port,
    // A first start opens pages of its own, and asks its maker for news.
    'browser.startup.homepage_override.mstone': 'ignore',
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.normandy.enabled': false,
    'network.captive-portal-service.enabled': false,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(path, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '1000' },
  })
  const end = async () => {
    await stopProcess(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { send, socket } = await retry(() => connectMarionette(port))
    await send('NewSession', { strictFileInteractability: false })
    return {
      open: (url) => send('Navigate', { url }),
      run: async (script, ...args) => (await send<{ value: never }>('ExecuteScript', { script, args })).value,
      click: (element) => send('ElementClick', { id: getId(element) }),
      type: (element, text) => send('ElementSendKeys', { id: getId(element), text }),
      sendKeys: (...keys) => send('PerformActions', { actions: describeKeys(keys) }),
      async close() {
        socket.destroy()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

type Send = <Result>(command: string, parameters: object) => Promise<Result>

/** Messages are `<bytes>:<JSON>`: `[0, id, command, parameters]` to it, `[1, id, error, result]` back. */
function connectMarionette(port: number): Promise<{ send: Send; socket: Socket }> {
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  let lastId = 0
  let received = Buffer.alloc(0)
  const socket = connect(port, '127.0.0.1')
  const send: Send = (command, parameters) =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject })
      const message = JSON.stringify([0, lastId, `WebDriver:${command}`, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('close', () => {
      for (const { reject: fail } of waiting.values()) fail(new Error('Firefox has ended.'))
    })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      for (;;) {
        const colon = received.indexOf(':')
        const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)))
        if (colon < 0 || received.length < end) return
        const message = JSON.parse(received.subarray(colon + 1, end).toString())
        received = received.subarray(end)
        // It greets first.
        if (!Array.isArray(message)) resolve({ send, socket })
        else settle(message as [1, number, { error: string; message: string } | null, never])
      }
    })
  })

  function settle([, id, error, result]: [1, number, { error: string; message: string } | null, never]) {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(`${error.error}: ${error.message}`))
    else resolve?.(result)
  }
}
