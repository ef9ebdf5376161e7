// Takes the pictures by running the journeys through all screens, which build what they visit.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { inProject, root } from '../setup/project.mjs'

export const photograph = () =>
  runCommand(async () => {
    ensureInstalled()
    const folder = inProject('screens')
    // A screen that is gone must not stand on the sheet.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const journey = ['node_modules/@playwright/test/cli.js', 'test', 'screens.spec.ts', 'contrast.spec.ts']
    const { status } = spawnSync(process.execPath, journey, { cwd: root, stdio: 'inherit' })
    const { drawContactSheet } = await import('./contact-sheet.mjs')
    const { file, screens, pictures } = await drawContactSheet(folder)
    console.log(`${pictures} pictures of ${screens} screens: ${file}`)
    if (status !== 0) throw new Failure('Not every screen is as it should be: see above.')
  })
