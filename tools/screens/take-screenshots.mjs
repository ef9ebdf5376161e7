// Takes the screenshots by running the browser tests of all screens, which build the product first.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { inProject, root } from '../setup/project.mjs'

export const takeScreenshots = () =>
  runCommand(async () => {
    ensureInstalled()
    const folder = inProject('screens')
    // Screenshots of removed screens must not appear on the sheet.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const playwright = ['node_modules/@playwright/test/cli.js', 'test', 'screens.spec.ts', 'contrast.spec.ts']
    const { status } = spawnSync(process.execPath, playwright, { cwd: root, stdio: 'inherit' })
    const { drawContactSheet } = await import('./contact-sheet.mjs')
    const { file, screens, pictures } = await drawContactSheet(folder)
    console.log(`${pictures} screenshots of ${screens} screens: ${file}`)
    if (status !== 0) throw new Failure('Some screens failed their checks: see above.')
  })
