// What completes the build of the web app: the prerendered pages, the service worker, and compressed files.
import { spawnSync } from 'node:child_process'
import { Failure } from '../setup/failure.mjs'
import { inProject, root } from '../setup/project.mjs'
import { compressFiles } from './compress.mjs'
import { buildServiceWorker } from './service-worker.mjs'

/**
 * As a plugin, so that there is no build without them.
 * @returns {import('vite').Plugin}
 */
export const completeWeb = () => ({
  name: 'complete-web',
  // The renderer of the prerendered pages is built from the same configuration.
  apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler() {
      const prerender = inProject('tools/prerender.mjs')
      const { status } = spawnSync(process.execPath, [prerender], { cwd: root, stdio: 'inherit' })
      if (status !== 0) throw new Failure('The public pages could not be prerendered.')
      await buildServiceWorker()
      compressFiles(inProject('dist/web'))
    },
  },
})
