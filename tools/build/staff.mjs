// Builds the staff's app. Without warnings: Vite gives one for the naira font, which the applicants' app serves.
import { build } from 'vite'
import { inProject } from '../setup/project.mjs'
import { compressFiles } from './compress.mjs'

export async function buildStaff() {
  await build({ configFile: inProject('vite.staff.config.ts'), logLevel: 'error' })
  compressFiles(inProject('dist/staff'))
}
