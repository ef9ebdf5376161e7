// Compresses the built files once, so that the server need not compress per request.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const isText = /\.(html|js|css|svg|webmanifest)$/
// Bytes: a smaller file fits into one packet uncompressed.
const minSize = 1024

/**
 * Writes `file.br` and `file.gz` beside every script, style sheet and drawing, and `file.br` beside the pages.
 * @param {string} folder
 */
export function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!isText.test(name) || statSync(file).size < minSize) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    if (!file.endsWith('.html')) writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
