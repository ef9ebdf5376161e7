// The logs leave the machine over TLS, and have an end on both sides.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deployDirectory } from '#tests/support/deploy/haproxy.ts'
import { explainMissing, getProgram, startProgram, waitUntil } from '#tests/support/deploy/programs.ts'
import { stopProcess } from '#tests/support/faults/child-processes.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'

const read = (file: string) => readFileSync(join(deployDirectory, 'logs', file), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'portal-logs-'))
const received = join(directory, 'received')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const missing = explainMissing('rsyslogd', 'logger', 'openssl')
let port: number
beforeAll(async () => {
  if (missing) return
  port = await freePort()
  for (const ca of ['own', 'foreign']) {
    mkdirSync(join(directory, ca))
    const openssl = (line: string) =>
      execFileSync(getProgram('openssl'), line.split(' '), { cwd: join(directory, ca), stdio: 'pipe' })
    const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
    openssl(`req -x509 ${key} -subj /CN=ca -addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.crt`)
    openssl(`req ${key} -subj /CN=machine -keyout machine.key -out machine.csr`)
    writeFileSync(join(directory, ca, 'machine.ext'), 'subjectAltName=DNS:logs.example.org\n')
    openssl('x509 -req -in machine.csr -CA ca.crt -CAkey ca.key -CAcreateserial -extfile machine.ext -out machine.crt')
  }
})

/** The file with this test's certificates and places. */
function adapt(file: string, certificates: string): string {
  return read(file)
    .replaceAll('/etc/portal/logs', join(directory, certificates))
    .replace('target="logs.example.org"', 'target="127.0.0.1"')
    .replaceAll('port="6514"', `port="${port}"`)
    .replaceAll('/var/log/portal', received)
}

function startLogger(name: string, config: string) {
  const work = join(directory, name)
  mkdirSync(work)
  const file = join(work, 'rsyslog.conf')
  writeFileSync(file, `global(workDirectory="${work}")\n${config}`)
  execFileSync(getProgram('rsyslogd'), ['-N1', '-f', file], { stdio: 'pipe' })
  const { child } = startProgram(getProgram('rsyslogd'), ['-n', '-f', file, '-i', join(work, 'pid')], {
    isUnprivileged: false,
  })
  onTestFinished(async () => void (await stopProcess(child, 'SIGKILL')))
}

/** A machine with its own /dev/log. */
function startSender(name: string, certificates: string): (line: string) => void {
  const socket = join(directory, `${name}.socket`)
  const input = `module(load="imuxsock" SysSock.Use="off")\ninput(type="imuxsock" Socket="${socket}")\n`
  startLogger(name, input + adapt('forward.conf', certificates))
  return (line) => {
    execFileSync(getProgram('logger'), ['--socket', socket, '--tag', 'portal', line], { stdio: 'pipe' })
  }
}

const readReceived = () =>
  existsSync(received)
    ? readdirSync(received, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
        .join('')
    : ''

test.skipIf(missing)(
  'lines reach the log machine over TLS, also those from before it was there, and none of a stranger',
  async () => {
    const log = startSender('sender', 'own')
    const logStrange = startSender('stranger', 'foreign')
    await waitUntil('the senders listen', () => existsSync(join(directory, 'stranger.socket')))
    await waitUntil('a line is taken', () => {
      log('{"msg":"from before"}')
      logStrange('{"msg":"of a stranger"}')
      return true
    })
    startLogger('receiver', adapt('receive.conf', 'own'))
    await waitUntil('the line arrives', () => readReceived().includes('{"msg":"from before"}'))
    log('{"msg":"from after"}')
    await waitUntil('the next one arrives', () => readReceived().includes('{"msg":"from after"}'))
    expect(readReceived()).not.toContain('stranger"')
  },
  120_000,
)

test.skipIf(explainMissing('systemd-tmpfiles'))('files of the log machine go after 400 days', () => {
  const kept = join(directory, 'kept')
  mkdirSync(kept)
  const day = 86_400_000
  for (const age of [399, 401]) {
    writeFileSync(join(kept, `${age}.log`), '')
    utimesSync(join(kept, `${age}.log`), new Date(), new Date(Date.now() - age * day))
  }
  const config = join(directory, 'tmpfiles.conf')
  writeFileSync(config, read('tmpfiles.conf').replace('/var/log/portal', kept))
  execFileSync(getProgram('systemd-tmpfiles'), ['--clean', config], { stdio: 'pipe' })
  expect(readdirSync(kept)).toEqual(['399.log'])
})

test.skipIf(!existsSync('/lib/systemd/systemd-journald'))('journald knows every setting of journald.conf', () => {
  const program = readFileSync('/lib/systemd/systemd-journald', 'latin1')
  const names = [...read('journald.conf').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name) => !program.includes(`Journal.${name}`))).toEqual([])
})
