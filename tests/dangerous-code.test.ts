// Rules for code that would be dangerous with input in it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findInsertionsIntoSql, findText, programFiles } from './support/dangerous-code.ts'

const server = programFiles('src/server', 'src/demo')
const web = programFiles('src/kit', 'src/applicant', 'src/staff', 'src/shared')

test('V1.2.4 nothing is inserted into SQL but names and numbers of our own', () => {
  expect(server.flatMap((file) => findInsertionsIntoSql(file)).sort()).toEqual([
    'src/demo/many/history.ts: certificate',
    'src/demo/many/history.ts: ninPhoto',
    'src/demo/many/history.ts: portrait',
    'src/demo/many/history.ts: secondCertificate',
    "src/demo/many/history.ts: setFiles('$1::text')",
    'src/demo/many/history.ts: thirdCertificate',
    'src/demo/many/people.ts: columns',
    'src/demo/many/people.ts: columns',
    "src/demo/many/people.ts: draw('birth')",
    "src/demo/many/people.ts: draw('decision')",
    "src/demo/many/people.ts: draw('double name')",
    "src/demo/many/people.ts: draw('expired')",
    "src/demo/many/people.ts: draw('gender')",
    "src/demo/many/people.ts: draw('mismatch')",
    "src/demo/many/people.ts: draw('no middle name')",
    "src/demo/many/people.ts: draw('paid twice')",
    "src/demo/many/people.ts: draw('place')",
    "src/demo/many/people.ts: draw('post')",
    "src/demo/many/people.ts: draw('stage')",
    "src/demo/many/people.ts: draw('underpaid')",
    "src/demo/many/people.ts: hours(10, 'submitted')",
    "src/demo/many/people.ts: hours(2, 'identified')",
    "src/demo/many/people.ts: hours(45, 'issued')",
    "src/demo/many/people.ts: hours(8, 'paid')",
    "src/demo/many/people.ts: pickName('$5', 'second surname')",
    "src/demo/many/people.ts: pickName('$5', 'surname')",
    "src/demo/many/people.ts: pickName('$6', 'first name')",
    "src/demo/many/people.ts: pickName('$6', 'middle name')",
    "src/demo/many/people.ts: pickName('$7', 'first name')",
    "src/demo/many/people.ts: pickName('$7', 'middle name')",
    'src/demo/many/people.ts: table',
    'src/demo/many/people.ts: table',
    'src/demo/many/rows.ts: answersSql',
    'src/demo/many/rows.ts: id',
    'src/demo/many/rows.ts: id',
    'src/demo/many/rows.ts: seededFiles.ninPhoto',
    'src/demo/many/rows.ts: seededFiles.ninPhoto',
    'src/demo/many/rows.ts: seededFiles.portrait',
    'src/demo/many/rows.ts: seededFiles.portrait',
    'src/demo/many/rows.ts: tablesSql',
    'src/demo/others.ts: seededFiles.certificate',
    'src/demo/others.ts: seededFiles.ninPhoto',
    'src/demo/others.ts: seededFiles.portrait',
    "src/server/commands/backup/make-backup.ts: columns.join(', ')",
    'src/server/commands/backup/make-backup.ts: fetchSize',
    'src/server/commands/backup/make-backup.ts: name',
    'src/server/commands/backup/make-backup.ts: statement',
    'src/server/commands/backup/postpone-triggers.ts: name',
    'src/server/commands/backup/postpone-triggers.ts: name',
    'src/server/commands/backup/postpone-triggers.ts: name',
    'src/server/commands/backup/postpone-triggers.ts: name',
    'src/server/commands/backup/postpone-triggers.ts: table',
    'src/server/commands/backup/postpone-triggers.ts: table',
    'src/server/commands/backup/restore-backup.ts: list',
    'src/server/commands/backup/restore-backup.ts: list',
    'src/server/commands/backup/restore-backup.ts: name',
    'src/server/commands/backup/restore-backup.ts: table',
    'src/server/commands/backup/restore-backup.ts: table',
    'src/server/commands/backup/tables.ts: isSaved',
    'src/server/commands/backup/tables.ts: queueSchema',
    // Invented applicants of the demo: expressions of our own, no values.
    'src/server/database/compile-statement.ts: sql.raw',
    'src/server/database/compile-statement.ts: sql.raw',
    'src/server/database/compile-statement.ts: sql.raw',
    'src/server/database/compile-statement.ts: sql.raw',
    'src/server/database/connection.ts: isReadOnlySql',
    'src/server/database/connection.ts: isReadOnlySql',
    // Tables that the database names.
    'src/server/database/lock-tables.ts: modes.get(table)',
    'src/server/database/lock-tables.ts: table',
    'src/server/database/migrate.ts: Math.round(timeoutMs)',
    "src/server/features/applications/draft-store.ts: mayHaveDraft('$2')",
    "src/server/features/applications/draft-store.ts: mayHaveDraft('$3')",
    "src/server/features/applications/draft-store.ts: mayHaveDraft('$3')",
    'src/server/features/applications/resubmission-store.ts: emailJobs',
    'src/server/features/applications/resubmission-store.ts: insertEvent',
    'src/server/features/applications/resubmission-store.ts: resubmit.from[0]',
    'src/server/features/applications/resubmission-store.ts: resubmit.to',
    'src/server/features/applications/submission-store.ts: emailJobs',
    'src/server/features/applications/submission-store.ts: insertEvent',
    "src/server/features/applications/summary-store.ts: hasLostSeatText('app')",
    'src/server/features/auth/sessions/session-store.ts: insertLimit',
    'src/server/features/auth/sessions/session-store.ts: insertStart',
    'src/server/features/auth/sessions/session-store.ts: maxSignInEvents - 1',
    'src/server/features/auth/sessions/session-store.ts: tokenColumn',
    'src/server/features/slips/store.ts: sql.raw',
    "src/server/features/uploads/store.ts: claimContentSql('$1')",
    'src/server/platform/audit/audit.ts: actor',
    "src/server/platform/audit/audit.ts: columns.join(', ')",
    'src/server/platform/audit/audit.ts: named',
    'src/server/platform/audit/audit.ts: sql.raw',
    'src/server/platform/embedded-postgres/embedded-postgres.ts: databaseName',
    'src/server/platform/embedded-postgres/embedded-postgres.ts: databaseRoles.application',
    'src/server/platform/queue/graphile-internals.ts: table',
    'src/server/providers/files/export/read-snapshot.ts: batchSize',
    'src/server/providers/files/export/read-snapshot.ts: cursor',
    'src/server/providers/files/export/read-snapshot.ts: cursor',
    'src/server/providers/files/export/read-snapshot.ts: text',
  ])
})

test('what is inserted into SQL is found in every form, and parameters are left out', () => {
  const source = `
    pool.query(\`select * from accounts where id = \${id}\`)
    pool.query('delete from drafts where id = ' + id)
    db.execute(sql\`select \${value}\`)
    db.execute(sql.raw(text))
    log.info(\`\${count} rows\`)
  `
  expect(findInsertionsIntoSql('a.ts', source)).toEqual(['a.ts: id', 'a.ts: id', 'a.ts: sql.raw'])
})

test('V1.2.5 programs are started for the embedded PostgreSQL only, and without a shell', () => {
  expect(findText(/from 'node:child_process'/g, server).map((found) => found.split(':')[0])).toEqual([
    'src/server/platform/embedded-postgres/programs.ts',
  ])
  expect(findText(/\bshell: |\bexec(Sync)?\('/g, server)).toEqual([])
})

test('V1.3.2 no text is run as code', () => {
  const files = [...server, ...web]
  expect(findText(/\beval\(|\bnew Function\(|'node:vm'|\bsetTimeout\('/g, files)).toEqual([])
})

test('V12.3.2 no connection accepts a certificate that cannot be checked', () => {
  const files = server.filter((file) => file !== 'src/server/settings/unsafe-settings.ts')
  expect(findText(/rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity/gi, files)).toEqual([])
})

test('V3.2.2 V1.1.2 pages are built of text and elements, never of HTML', () => {
  expect(findText(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/g, web)).toEqual([])
})

test('V3.5.5 no page listens to messages of other windows, but the file viewer and its frame to each other', () => {
  const listener = /addEventListener\('message'|\bonmessage\b/g
  const checked = /if \((?:!page \|\| )?source !== (?:page|parent)\) return/g
  const listening = ['src/staff/entities/file/file-viewer.tsx', 'src/staff/entities/file/frame/main.ts']
  for (const pattern of [listener, checked])
    expect(findText(pattern, web).map((found) => found.split(':')[0])).toEqual(listening)
})

test('V6.5.3 V7.2.3 V11.5.1 what nobody may guess does not come from Math.random', () => {
  expect(findText(/Math\.random\(\)/g, server)).toEqual([
    // How long a refused client waits.
    'src/server/load/concurrency-limiter.ts: Math.random()',
  ])
})

test('V13.2.4 V13.2.5 only adapters and the database open connections, to the addresses of the settings', () => {
  const openers = findText(
    /(?<![.\w])fetch\(|from '(aws4fetch|nodemailer|undici)'|\bconnect\b.* from 'node:net'/g,
    server,
  )
  expect(openers.map((found) => found.split(':')[0])).toEqual([
    'src/server/providers/files/scan/clamd.ts',
    'src/server/providers/files/store/s3-store.ts',
    'src/server/providers/http-client.ts',
    'src/server/providers/mail/smtp.ts',
  ])
  expect(findText(/^import (?!type).*'node:(https?|tls|dgram|http2)'/gm, server)).toEqual([])
})

test('V11.1.2 V11.2.1 V11.4.1 V11.4.3 docs/security-design.md lists every algorithm and where it is used', () => {
  const uses = findText(
    /(?<=\b(createHash|createHmac|hkdfSync|createCipheriv|subtle\.digest)\()'[^']+'|(?<=import .*)'@node-rs\/argon2'/g,
    server,
  )
  const listed = [
    ...readFileSync('docs/security-design.md', 'utf8').matchAll(/^\| ([\w -]+) \| `(src[^`]+)` \|/gm),
  ].map(
    ([, algorithm = '', file]) =>
      `${file}: '${algorithm.replace(/^(HMAC|HKDF) /, '').replace('argon2id', '@node-rs/argon2')}'`,
  )
  expect([...new Set(listed)].sort()).toEqual([...new Set(uses)].sort())
  expect(uses.length).toBeGreaterThan(15)
  const approved = /'(aes-256-gcm|sha256|SHA-256|sha512|@node-rs\/argon2)'$/
  expect(uses.filter((use) => !approved.test(use))).toEqual([])
})

test('V8.2.2 every id that a call takes is read in lower case, so that no other way of writing it is another id', () => {
  expect(findText(/\bz\s*\.(uuid|guid)\w*\(|\.string\(\)\s*\.uuid\(/g, programFiles('src/shared'))).toEqual([
    'src/shared/format/uuid.ts: z.uuid(',
  ])
})
