// docs/one-machine.md, followed on a bare Debian 13: the portal sends mail, a backup is made, and it is restored.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Debian, debianPrograms, hostAddress, startDebian } from '#tests/support/deploy/debian.ts'
import { explainMissing, getProgram } from '#tests/support/deploy/programs.ts'
import { fillIn, readSteps } from '#tests/support/deploy/steps.ts'

const missing = explainMissing(...debianPrograms, 'openssl') ?? (process.getuid?.() === 0 ? undefined : 'needs root')
const directory = mkdtempSync(join(tmpdir(), 'portal-one-machine-'))
const site = 'recruitment.example.org'
let debian: Debian
let mailServer: SMTPServer
const recipients: string[] = []

/** A CA of the test's own, and certificates for the portal and the mail server. */
function createCertificates(): void {
  const openssl = (...args: string[]) =>
    execFileSync(getProgram('openssl'), args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const usage = ['-addext', 'keyUsage=critical,keyCertSign']
  openssl('req', '-x509', ...key, '-subj', '/CN=Test', ...usage, '-keyout', 'ca.key', '-out', 'ca.crt')
  for (const name of [site, 'mail.example.org']) {
    openssl('req', ...key, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    writeFileSync(join(directory, 'names'), `subjectAltName=DNS:${name}\n`)
    const ca = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
    openssl('x509', '-req', '-in', `${name}.csr`, ...ca, '-out', `${name}.crt`)
  }
}

async function startMailServer(): Promise<number> {
  const read = (file: string) => readFileSync(join(directory, `mail.example.org.${file}`))
  mailServer = new SMTPServer({
    key: read('key'),
    cert: read('crt'),
    onAuth: (_auth, _session, done) => done(null, { user: 'user' }),
    onData(stream, session, done) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.on('end', done).resume()
    },
  })
  mailServer.on('error', () => {})
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  return (mailServer.server.address() as AddressInfo).port
}

beforeAll(async () => {
  if (missing) return
  createCertificates()
  debian = await startDebian({ [site]: '127.0.0.1', 'mail.example.org': hostAddress })
  const inRoot = (file: string) => join(debian.root, 'root', file)
  execFileSync(process.execPath, ['tools/deploy/collect-image.mjs', join(directory, 'portal')])
  execFileSync('tar', ['-czf', inRoot('portal.tar.gz'), '-C', join(directory, 'portal'), '.'])
  cpSync(join(directory, 'ca.crt'), inRoot('ca.crt'))
  const pem = ['crt', 'key'].map((kind) => readFileSync(join(directory, `${site}.${kind}`), 'utf8')).join('')
  writeFileSync(inRoot('portal.pem'), pem)
}, 600_000)

afterAll(async () => {
  await debian?.stop()
  mailServer?.close()
  rmSync(directory, { recursive: true, force: true })
}, 300_000)

/** What the test does between the steps, by the heading before which it comes. */
const before: Record<string, string> = {
  '5.': 'cp /root/portal.pem /etc/haproxy/portal.pem',
  '7.': `
commands set-exercise /root/exercise.json
commands issue-accounts /root/list.csv
printf '#!/bin/sh\\nexec cp "$1" /var/backups/portal/elsewhere/\\n' > /usr/local/sbin/copy-backup
mkdir -p /var/backups/portal/elsewhere && chmod 755 /usr/local/sbin/copy-backup`,
  '8.': `
read_database() { su postgres -c "psql -tA portal -c '$1'"; }
until [ "$(read_database 'select count(*) from backup_drills')" = 1 ]; do read -r -t 1 < /dev/zero || true; done
echo "drills: $(read_database 'select failure is null from backup_drills')"
echo "copies elsewhere: $(ls /var/backups/portal/elsewhere | wc -l)"`,
  '9.': `systemctl is-active prometheus prometheus-alertmanager prometheus-node-exporter prometheus-blackbox-exporter`,
  'A new version': 'before=$(systemctl show --property MainPID portal@3000)',
  'When it breaks': `
[ "$before" != "$(systemctl show --property MainPID portal@3000)" ] && echo replaced
data=/var/lib/postgresql/17/main
# Without its log it cannot start, as on a full disk.
mv $data/pg_wal $data/pg_wal.away && kill -9 "$(head -n 1 $data/postmaster.pid)"
until [ "$(systemctl show --property NRestarts --value postgresql@17-main)" -ge 2 ]; do read -r -t 1 < /dev/zero || true; done
mv $data/pg_wal.away $data/pg_wal
curl --silent --show-error --fail --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/readyz
echo 'database: started again'`,
}

const exercise = {
  ...{ year: 2026, institution: 'Institute of Technology', shortName: 'GENITECH', title: 'Academic Staff Recruitment' },
  ...{ fee: 12_000, charge: 300, posts: [{ school: 'Technology', department: null, roles: ['Lecturer II'] }] },
}
const list = `surname,first name,middle name,email,phone,date of birth,gender,state,LGA,school,department,role
Obi,Ada,,ada.obi@example.org,08030000000,1985-06-15,f,Nasarawa,Lafia,Technology,,Lecturer II
`

test.skipIf(missing)(
  'who follows the page has a portal that sends mail, a backup that was restored, and a new version of it',
  async () => {
    const port = await startMailServer()
    writeFileSync(join(debian.root, 'root/list.csv'), list)
    writeFileSync(join(debian.root, 'root/exercise.json'), JSON.stringify(exercise))
    const seen = new Set<string>()
    const blocks = readSteps('docs/one-machine.md')
      .filter(({ kind }) => kind === '')
      .map(({ heading, script }) => {
        const [, preparation = ''] =
          (!seen.has(heading) && Object.entries(before).find(([start]) => heading.startsWith(start))) || []
        seen.add(heading)
        return `${preparation}\necho '### ${heading}'\n${script}`
      })
    const script = fillIn(blocks.join('\n'))
      .replace(/@mail\.example\.org:\d+/, `@mail.example.org:${port}`)
      .replace('NIN_PROVIDER=', 'NODE_EXTRA_CA_CERTS=/etc/portal/ca.crt\nNIN_PROVIDER=')
      .replace('cat > /etc/portal/portal.env', 'cp /root/ca.crt /etc/portal/ca.crt\ncat > /etc/portal/portal.env')
    // HAProxy looks at its servers every few seconds.
    const end = `
curl --silent --show-error --fail --retry 20 --retry-delay 1 --cacert /root/ca.crt --output /dev/null "https://$SITE/"
curl --silent --show-error --fail --cacert /root/ca.crt --output /dev/null --write-out 'page: %{http_code}\\n' "https://$SITE/"
curl --silent --output /dev/null --write-out 'plain: %{http_code} %{redirect_url}\\n' "http://$SITE/"
echo "accounts: $(read_database 'select count(*) from accounts')"
systemctl list-units --failed --no-legend 'portal*' | sed 's/^/failed: /'
`
    const printed = await debian.run(`set -euo pipefail\n${script}\n${end}`)
    expect(printed).toContain(`https://${site}/staff/`)
    expect(recipients).toContain('ada.obi@example.org')
    for (const line of [
      'drills: t',
      'copies elsewhere: 1',
      'replaced',
      'database: started again',
      'page: 200',
      'accounts: 1',
    ])
      expect(printed).toContain(line)
    expect(printed).toContain(`plain: 301 https://${site}/`)
    expect(printed).not.toContain('failed: ')
    expect(printed).not.toContain('inactive')
  },
  1_800_000,
)
