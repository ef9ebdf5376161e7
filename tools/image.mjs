// `npm run image -- portal.tar`: builds the image of deploy/Containerfile without any registry, from Debian's packages
// (mmdebstrap), this project's own Node.js and the built project. Needs mmdebstrap and buildah.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectImage } from './deploy/collect-image.mjs'
import { prepareCode } from './run/prepare.mjs'
import { Failure, runCommand } from './setup/failure.mjs'
import { inProject } from './setup/project.mjs'

// What the program of Node.js is linked with, and nothing that a shell or a package manager needs.
const packages = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6', 'tzdata']

await runCommand(async () => {
  const [archive] = process.argv.slice(2)
  if (!archive) throw new Failure('Say where the image is to be written, for instance: npm run image -- portal.tar')
  await prepareCode()
  const directory = mkdtempSync(join(tmpdir(), 'portal-image-'))
  try {
    const root = join(directory, 'root')
    buildRoot(root)
    collectImage(join(root, 'app'))
    commitImage(root, archive)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  console.log(`Wrote ${archive}.`)
})

/** @param {string} root */
function buildRoot(root) {
  run('mmdebstrap', [
    `--include=${packages.join(',')}`,
    '--dpkgopt=path-exclude=/usr/share/doc/*',
    '--dpkgopt=path-exclude=/usr/share/man/*',
    '--dpkgopt=path-exclude=/usr/share/locale/*',
    // Unpacked without maintainer scripts, which need a shell; these packages work without them.
    '--mode=root',
    '--variant=extract',
    'bookworm',
    root,
  ])
  for (const rest of ['var/cache', 'var/lib/apt', 'var/lib/dpkg', 'var/log', 'usr/share/doc'])
    rmSync(join(root, rest), { recursive: true, force: true })
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
}

/**
 * @param {string} root
 * @param {string} archive
 */
function commitImage(root, archive) {
  const container = run('buildah', ['from', '--format', 'docker', 'scratch']).trim()
  try {
    run('buildah', ['copy', container, root, '/'])
    run('buildah', ['config', ...readConfiguration(), container])
    run('buildah', ['commit', '--format', 'docker', container, `docker-archive:${archive}:recruitment-portal:latest`])
  } finally {
    run('buildah', ['rm', container])
  }
}

/** The same settings as in the Containerfile, whose last stage is read for them. */
function readConfiguration() {
  const stage =
    readFileSync(inProject('deploy/Containerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''
  const lines = stage.replaceAll('\\\n', '').split('\n')
  const find = (/** @type {string} */ instruction) =>
    lines
      .find((line) => line.startsWith(`${instruction} `))
      ?.slice(instruction.length)
      .trim() ?? ''
  /** @type {string[]} */
  const healthCheck = JSON.parse(find('HEALTHCHECK').replace(/^.*?CMD /, ''))
  const [interval, timeout, start, retries] = ['interval', 'timeout', 'start-period', 'retries'].map(
    (option) => new RegExp(`--${option}=(\\S+)`).exec(find('HEALTHCHECK'))?.[1] ?? '',
  )
  return [
    ...find('ENV')
      .split(' ')
      .flatMap((setting) => ['--env', setting]),
    ...['--env', 'PATH=/usr/local/bin'],
    ...['--workingdir', find('WORKDIR'), '--user', find('USER'), '--port', find('EXPOSE')],
    ...['--stop-signal', find('STOPSIGNAL'), '--cmd', find('CMD')],
    ...['--healthcheck', `CMD ${healthCheck.map((word) => JSON.stringify(word)).join(' ')}`],
    ...['--healthcheck-interval', interval ?? '', '--healthcheck-timeout', timeout ?? ''],
    ...['--healthcheck-start-period', start ?? '', '--healthcheck-retries', retries ?? ''],
  ]
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {string} what it printed
 */
function run(command, args) {
  const { status, stdout, error } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (error) throw new Failure(`${command} is not installed; docs/deploy.md lists the Debian packages.`)
  if (status !== 0) throw new Failure(`${command} ${args[0]} failed.`)
  return stdout
}
