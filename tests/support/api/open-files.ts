import { readdir, readlink } from 'node:fs/promises'

/** Whether this process, in which the API of a test runs, has the content of a file open. */
export async function isContentOpen(id: string): Promise<boolean> {
  const paths = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return paths.some((path) => path.endsWith(id))
}
