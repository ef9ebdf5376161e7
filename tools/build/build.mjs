// Builds what changed. Run in a process of its own: the bundler's memory goes with it.
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { targets } from './targets.mjs'
import { buildAndNote, isUpToDate } from './up-to-date.mjs'

export const buildChanged = () =>
  runCommand(async () => {
    ensureInstalled()
    // Vite would build for development if a surrounding test run says so.
    process.env.NODE_ENV = 'production'
    for (const target of targets) {
      if (isUpToDate(target)) continue
      const started = performance.now()
      await buildAndNote(target, target.build).catch((error) => {
        throw new Failure(`Could not build ${target.name}.\n${error.message}`)
      })
      console.log(`Built ${target.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
    }
  })
