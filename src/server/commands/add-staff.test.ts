import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTotpCode } from '#server/features/staff/sign-in/totp.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents } from '#tests/support/api/audit.ts'
import { createStaff, signIn } from '#tests/support/api/staff.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { addStaffCommand } from './add-staff.ts'
import { executeCommand } from './command-line.ts'

const script = fileURLToPath(new URL('./add-staff.ts', import.meta.url))
let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const getSettings = () => ({
  DATABASE_URL: api.database.pool.options.connectionString ?? '',
  STAFF_URL: 'https://staff.example',
})
const execute = (...args: string[]) => executeCommand(addStaffCommand, args, getSettings())

const first = ['--email', 'Ada@example.org', '--name', 'Ada Obi']
const password = 'Seventeen quiet herons'

test('the first administrator sets up the account with the printed link, and only a rescue adds another one', async () => {
  const { email } = await createStaff(api, ['registry'])
  expect(await execute('--email', email, '--name', 'Somebody else')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has a staff account already'),
  })
  // Until the link is used, another one can be printed.
  expect(await execute(...first)).toMatchObject({ code: 0 })
  const { stdout, code } = await runProgram(script, [...first, '--roles', 'admin'], getSettings())
  expect(code).toBe(0)
  expect(stdout).toContain('https://staff.example/staff/invitation?code=')
  const linkCode = /code=([\w-]+)/.exec(stdout)?.[1] ?? ''
  const { body } = await api.call('POST', '/staff/invitations/open', { body: { code: linkCode } })
  const getCode = (aheadMs = 0) => getTotpCode(body.data.totpSecret, new Date(api.clock.now().getTime() + aheadMs))
  const accepted = await api.call('POST', '/staff/invitations/accept', {
    body: { code: linkCode, password, totpCode: getCode() },
  })
  expect(accepted.status).toBe(200)
  const session = await signIn(api, 'ada@example.org', { password, code: getCode(30_000) })
  expect(session.body.data.me).toMatchObject({ name: 'Ada Obi', roles: [{ role: 'admin' }] })

  const second = ['--email', 'bola@example.org', '--name', 'Bola Ige']
  const refused = await execute(...second)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('There is an active administrator') })
  expect(await execute(...second, '--rescue')).toMatchObject({ code: 0 })
  expect(await execute(...first, '--rescue')).toMatchObject({ code: 0 })
  const { rows } = await api.database.pool.query(
    `select staff_id, kind from staff_links as link join staff on staff.id = staff_id
     where email = 'ada@example.org' order by link.created_at`,
  )
  // Who has signed in gets a link that replaces what was set up.
  expect(rows).toMatchObject([{ kind: 'invite' }, { kind: 'invite' }, { kind: 'reset' }])
  const events = await listAuditEvents(api, 'staff', rows[0].staff_id)
  expect(events.filter(({ action }) => action.startsWith('administrator_'))).toEqual(
    ['administrator_added', 'administrator_added', 'administrator_rescued'].map((action) => ({
      action,
      by: null,
      detail: {},
    })),
  )
  // Without an address in the settings it is that of a server on this machine.
  const third = ['--email', 'chidi@example.org', '--name', 'Chidi Eze', '--rescue']
  const { DATABASE_URL } = getSettings()
  const onThisMachine = await executeCommand(addStaffCommand, third, { DATABASE_URL })
  expect(onThisMachine.stdout).toContain('http://localhost:3000/staff/invitation?code=')
  await expect
    .poll(() => api.mailbox.messages('ada@example.org').map(({ subject }) => subject))
    .toContain('An administrator was added on the server')
  for (const status of ['suspended', 'left']) {
    await api.database.pool.query('update staff set status = $1 where email = $2', [status, 'bola@example.org'])
    expect(await execute(...second, '--rescue')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('may not sign in any more'),
    })
  }
}, 60_000)

test('what is missing is said', async () => {
  const { code, stderr } = await execute('--email', 'nobody', '--roles', 'registry')
  expect(code).toBe(1)
  expect(stderr).toContain('--email must be an email address\n--name is missing\n--roles can only be admin')
})
