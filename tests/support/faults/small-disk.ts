// A disk that a test can fill. Needs root to mount it.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  path: string
  fill(): void
  clear(): void
  unmount(): void
}

export const explainNoDisk = 'this machine does not allow mounting a disk (needs root)'

export const MiB = 1024 * 1024

/** Mounts a small disk; null where this machine does not allow it. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'portal-faults-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
  chmodSync(path, 0o711)
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      mkdirSync(ballast, { recursive: true })
      for (let size = 16 * MiB, n = 0; size >= 512; n++) {
        try {
          writeFileSync(join(ballast, String(n)), Buffer.alloc(size))
        } catch {
          size /= 2
        }
      }
    },
    clear: () => rmSync(ballast, { recursive: true, force: true }),
    unmount() {
      execFileSync('umount', ['-l', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}
