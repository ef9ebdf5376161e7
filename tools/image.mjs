// `npm run image -- portal.tar`: builds deploy/Containerfile without any registry, from Debian's packages
// (mmdebstrap), this project's own Node.js and the built project. Needs mmdebstrap and buildah.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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
    buildImage(root, archive)
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
}

/**
 * @param {string} root
 * @param {string} archive
 */
function buildImage(root, archive) {
  const file = inProject('deploy/Containerfile')
  const image = run('buildah', ['build', '--quiet', '--format', 'docker', '--file', file, root]).trim()
  try {
    run('buildah', ['push', '--quiet', image, `docker-archive:${archive}:recruitment-portal:latest`])
  } finally {
    run('buildah', ['rmi', image])
  }
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
