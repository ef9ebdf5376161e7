// Builds the product before the tests that run it, unless `npm test` has built it already.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export function buildProduct(): void {
  if (process.env.PRODUCT_IS_BUILT) return
  const build = join(import.meta.dirname, '../../tools/build.mjs')
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The product could not be built.')
}
