// Compresses the built files once, so that the server only has to choose: a phone on a slow line loads a third.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const isText = /\.(html|js|css|svg|webmanifest)$/
// Below about a packet there is nothing to win.
const smallest = 1024

/**
 * Writes `file.br` and `file.gz` beside every script, style sheet and drawing; `file.br` beside pages, which the server hands
 * out itself.
 * @param {string} folder
 */
export function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!isText.test(name) || statSync(file).size < smallest) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    if (!file.endsWith('.html')) writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
