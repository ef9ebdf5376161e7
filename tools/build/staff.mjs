// Builds the staff's app. Without warnings: Vite gives one for the naira font, which the applicants' app serves.
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'
import { oldestBrowsers } from './chunks.mjs'
import { compressFiles } from './compress.mjs'

export async function buildStaff() {
  await build({ configFile: inProject('vite.staff.config.ts'), logLevel: 'error' })
  await buildDoorWorker()
  compressFiles(inProject('dist/staff'))
}

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
