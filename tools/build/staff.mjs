// What completes the build of the staff's app: the door's service worker, and compressed files.
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'
import { oldestBrowsers } from './chunks.mjs'
import { compressFiles } from './compress.mjs'

/**
 * As a plugin, so that there is no build without them.
 * @returns {import('vite').Plugin}
 */
export const completeStaff = () => ({
  name: 'complete-staff',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler() {
      await buildDoorWorker()
      compressFiles(inProject('dist/staff'))
    },
  },
})

/** /staff/door-worker.js. The oldest supported browsers have no module service workers. */
async function buildDoorWorker() {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: inProject('dist/staff'),
      emptyOutDir: false,
      target: oldestBrowsers,
      rolldownOptions: {
        input: inProject('src/staff/door-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'door-worker.js' },
      },
    },
  })
}
