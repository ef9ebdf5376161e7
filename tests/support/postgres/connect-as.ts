import { execFileSync } from 'node:child_process'

/** Connects in a process of that user. @returns 'connected', or the error */
export function connectAs(user: { uid: number; gid: number }, url: string): string {
  // Loaded before the user is changed, who may have no access to the project.
  const program = `
    import pg from 'pg'
    const [url, uid, gid] = process.argv.slice(1)
    process.setgroups([])
    process.setgid(Number(gid))
    process.setuid(Number(uid))
    const client = new pg.Client({ connectionString: url })
    await client.connect().then(() => console.log('connected'), (error) => console.log(error.message))
    await client.end()`
  const args = ['--input-type=module', '-e', program, url, String(user.uid), String(user.gid)]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
}
