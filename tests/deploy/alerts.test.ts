// An alert reaches somebody: Prometheus finds that no server answers, and Alertmanager sends an email. And what the rules
// ask for is what the exporters say.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMailboxSimulator } from '#simulators/mailbox/simulator.ts'
import { deployDirectory } from '#tests/support/deploy/haproxy.ts'
import { explainMissing, getProgram, startProgram, waitUntil } from '#tests/support/deploy/programs.ts'
import { stopProcess } from '#tests/support/faults/child-processes.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'

const read = (file: string) => readFileSync(join(deployDirectory, 'prometheus', file), 'utf8')

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'portal-alerts-'))
  chmodSync(directory, 0o755)
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

function start(program: string, args: string[]) {
  const { child, output } = startProgram(getProgram(program), args, { isUnprivileged: false })
  onTestFinished(async () => void (await stopProcess(child, 'SIGKILL')))
  return output
}

test.skipIf(explainMissing('prometheus', 'prometheus-alertmanager'))(
  'an alert is an email to those who run the portal, and another one when it is over',
  async () => {
    const directory = createDirectory()
    const mailbox = await startMailboxSimulator()
    onTestFinished(() => mailbox.close())
    const [port, alertPort, targetPort] = [await freePort(), await freePort(), await freePort()]
    const smtp = new URL(mailbox.smtpUrl).host
    const write = (file: string, text: string) => {
      writeFileSync(join(directory, file), text)
      return join(directory, file)
    }
    mkdirSync(join(directory, 'targets'))
    write('targets/portal.yml', `[{ targets: ['127.0.0.1:${targetPort}'] }]`)
    write('metrics-token', 'token')
    // What takes a minute there takes a second here, and this mail server has neither TLS nor accounts.
    write('rules.yml', read('rules.yml').replaceAll(/for: \w+/g, 'for: 1s'))
    const rulesAndTargets = read('prometheus.yml')
      .replaceAll('/etc/prometheus', directory)
      .replaceAll('interval: 15s', 'interval: 1s')
      .replace('127.0.0.1:9093', `127.0.0.1:${alertPort}`)
    const receivers = read('alertmanager.yml')
      .replace('mail.example.org:587', smtp)
      .replace(/ {2}smtp_auth.*\n/g, '')
      .replace('global:\n', 'global:\n  smtp_require_tls: false\n')
      .replace(/group_(wait|interval): \w+/g, 'group_$1: 1s')
    const alertmanager = start('prometheus-alertmanager', [
      `--config.file=${write('alertmanager.yml', receivers)}`,
      `--web.listen-address=127.0.0.1:${alertPort}`,
      `--storage.path=${join(directory, 'alerts')}`,
      '--cluster.listen-address=',
    ])
    const prometheus = start('prometheus', [
      `--config.file=${write('prometheus.yml', rulesAndTargets)}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--storage.tsdb.path=${join(directory, 'metrics')}`,
      // What it says before it has found Alertmanager is said again, by default after a minute.
      '--rules.alert.resend-delay=1s',
    ])
    const subjects = () => mailbox.messages('operators@example.org').map(({ subject }) => subject)
    await waitUntil('the alert arrives', () => subjects().some((text) => /FIRING.*PortalGone/.test(text))).catch(
      (error: Error) => {
        throw new Error([error.message, subjects(), prometheus(), alertmanager()].join('\n'))
      },
    )
    const [mail] = mailbox.messages('operators@example.org').filter(({ subject }) => subject.includes('PortalGone'))
    expect(JSON.stringify(mail)).toContain('No server answers')

    // Any program that answers /metrics.
    start('prometheus', [
      `--config.file=${write('other.yml', 'global: {}')}`,
      `--web.listen-address=127.0.0.1:${targetPort}`,
      `--storage.tsdb.path=${join(directory, 'other')}`,
    ])
    await waitUntil('its end arrives', () => subjects().some((text) => /RESOLVED.*PortalGone/.test(text)))
  },
  180_000,
)

test.skipIf(explainMissing('prometheus-node-exporter', 'prometheus-blackbox-exporter', 'etcd'))(
  'the exporters and etcd have every metric of the rules',
  async () => {
    const directory = createDirectory()
    const [node, blackbox, etcd, client, peer] = [
      ...[await freePort(), await freePort(), await freePort(), await freePort(), await freePort()],
    ]
    start('prometheus-node-exporter', [`--web.listen-address=127.0.0.1:${node}`])
    writeFileSync(join(directory, 'blackbox.yml'), 'modules: { http_2xx: { prober: http } }')
    start('prometheus-blackbox-exporter', [
      `--config.file=${join(directory, 'blackbox.yml')}`,
      `--web.listen-address=127.0.0.1:${blackbox}`,
    ])
    const peerUrl = `http://127.0.0.1:${peer}`
    start('etcd', [
      ...['--name', 'one', '--data-dir', join(directory, 'etcd'), '--listen-metrics-urls', `http://127.0.0.1:${etcd}`],
      ...[
        '--listen-client-urls',
        `http://127.0.0.1:${client}`,
        '--advertise-client-urls',
        `http://127.0.0.1:${client}`,
      ],
      ...[
        '--listen-peer-urls',
        peerUrl,
        '--initial-advertise-peer-urls',
        peerUrl,
        '--initial-cluster',
        `one=${peerUrl}`,
      ],
    ])
    const fetchText = async (url: string) => (await fetch(url)).text()
    const addresses = [
      `http://127.0.0.1:${node}/metrics`,
      `http://127.0.0.1:${etcd}/metrics`,
      `http://127.0.0.1:${blackbox}/probe?module=http_2xx&target=http://127.0.0.1:${node}`,
    ]
    let metrics = ''
    await waitUntil('all answer', async () => {
      metrics = (await Promise.all(addresses.map(fetchText))).join('')
      return /^probe_success 1$/m.test(metrics) && metrics.includes('etcd_server_has_leader 1')
    })
    const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    // The first needs systemd as the first process, the second TLS.
    for (const name of ['node_systemd_unit_state', 'probe_ssl_earliest_cert_expiry']) known.add(name)
    const used = [...read('rules.yml').matchAll(/\b(?:node|probe|etcd)_[a-z0-9_]+(?=[{[ ])/g)].map(([name]) => name)
    expect(used.length).toBeGreaterThan(8)
    const unknown = used.map((name) => name.replace(/_bucket$/, '')).filter((name) => !known.has(name))
    expect(unknown).toEqual([])
  },
  60_000,
)
