// Who may connect: the user who runs the server, and root. The operating system says who it is, so there is no password.
import { open, rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { PostgresHome } from './home.ts'

/** Written before every start, because another user may have started the one before. */
export async function writeAccessRules(home: PostgresHome, cluster: string): Promise<void> {
  const users = new Set(['root', userInfo().username])
  const map = [...users].map((user) => `portal "${user.replaceAll('"', '""')}" all`)
  await replaceFile(home, join(cluster, 'pg_ident.conf'), map)
  await replaceFile(home, join(cluster, 'pg_hba.conf'), ['local all all peer map=portal'])
}

/** Writes a new file under another name: what already has the name may be a link. */
async function replaceFile({ account }: PostgresHome, path: string, lines: string[]): Promise<void> {
  const draft = `${path}.${process.pid}`
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`# Written by the portal at every start.\n${lines.join('\n')}\n`)
    if (account) await file.chown(account.uid, account.gid)
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
