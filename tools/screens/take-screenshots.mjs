// Takes screenshots by running browser tests, which build the product first.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { inProject, root } from '../setup/project.mjs'

/** @param {string[]} specs parts of the names of the tests; by default those of all applicants' screens */
export const takeScreenshots = (specs) =>
  runCommand(async () => {
    ensureInstalled()
    const folder = inProject('screens')
    // Screenshots of removed screens must not appear on the sheet.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const selected = specs.length > 0 ? specs : ['screens.spec.ts', 'contrast.spec.ts']
    const { status } = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...selected], {
      cwd: root,
      stdio: 'inherit',
      // Without it the tests check the screens and save nothing.
      env: { ...process.env, SCREENS: 'yes' },
    })
    const { drawContactSheet } = await import('./contact-sheet.mjs')
    const { file, screens, pictures } = await drawContactSheet(folder)
    console.log(`${pictures} screenshots of ${screens} screens: ${file}`)
    if (status !== 0) throw new Failure('Some screens failed their checks: see above.')
  })
