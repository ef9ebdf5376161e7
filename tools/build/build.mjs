// Builds what changed. Runs in a process of its own, whose memory is freed when it ends.
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { targets } from './targets.mjs'
import { buildAndStamp, isUpToDate } from './up-to-date.mjs'

export const buildOutdated = () =>
  runCommand(async () => {
    ensureInstalled()
    // Vite would build for development if a surrounding test run says so.
    process.env.NODE_ENV = 'production'
    for (const target of targets) {
      if (isUpToDate(target)) continue
      const started = performance.now()
      await buildAndStamp(target, target.build).catch((error) => {
        throw new Failure(`Could not build ${target.name}.\n${error.message}`)
      })
      console.log(`Built ${target.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
    }
  })
