// Builds the web app, then the prerendered pages and the service worker.
import { spawnSync } from 'node:child_process'
import { build } from 'vite'
import { Failure } from '../setup/failure.mjs'
import { inProject, root } from '../setup/project.mjs'
import { compressFiles } from './compress.mjs'
import { buildServiceWorker } from './service-worker.mjs'

export async function buildWeb() {
  await build({ configFile: inProject('vite.config.ts'), logLevel: 'warn' })
  const prerender = inProject('tools/prerender.mjs')
  const { status } = spawnSync(process.execPath, [prerender], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Failure('The public pages could not be prerendered.')
  await buildServiceWorker()
  compressFiles(inProject('dist/web'))
}
