// docs/three-machines.md, followed on three bare Debian 13 in a network of their own: each serves the portal, and one may die.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Debian, debianPrograms, hostAddress, startDebian } from '#tests/support/deploy/debian.ts'
import { explainMissing, waitUntil } from '#tests/support/deploy/programs.ts'
import { fillIn, readSteps } from '#tests/support/deploy/steps.ts'
import { s3Keys, startS3Server } from '#tests/support/simulators/s3-server.ts'

const missing = explainMissing(...debianPrograms, 'openssl') ?? (process.getuid?.() === 0 ? undefined : 'needs root')
const directory = mkdtempSync(join(tmpdir(), 'portal-three-machines-'))
const bridge = 'portal-lan'
const site = 'recruitment.example.org'
const machines: Debian[] = []
let store: Awaited<ReturnType<typeof startS3Server>>

beforeAll(async () => {
  if (missing) return
  store = await startS3Server()
  execFileSync('ip', ['link', 'add', bridge, 'type', 'bridge'])
  execFileSync('ip', ['link', 'set', bridge, 'up'])
  execFileSync(process.execPath, ['tools/deploy/collect-image.mjs', join(directory, 'portal')])
  const archive = join(directory, 'portal.tar.gz')
  execFileSync('tar', ['-czf', archive, '-C', join(directory, 'portal'), '.'])
  for (const n of [1, 2, 3]) {
    const machine = await startDebian({ [site]: '10.0.0.10', bucket: hostAddress }, { bridge, address: `10.0.0.1${n}` })
    machines.push(machine)
    execFileSync('cp', [archive, join(machine.root, 'root/portal.tar.gz')])
  }
}, 900_000)

afterAll(async () => {
  for (const machine of machines) await machine.stop()
  if (!missing) execFileSync('ip', ['link', 'delete', bridge])
  await store?.close()
  rmSync(directory, { recursive: true, force: true })
}, 600_000)

/** What the test does before the first block below a heading. */
const before: Record<string, string> = {
  '6.': `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=${site} -keyout k -out c 2> /dev/null
cat c k > /etc/haproxy/portal.pem`,
}

/** The machines share a kernel, which has one watchdog, and the bucket here has no TLS. */
const adapt = (script: string): string =>
  script
    .replace(
      '> /etc/patroni/config.yml\n',
      '> /etc/patroni/config.yml\nsed -i "s/mode: required/mode: off/" /etc/patroni/config.yml\n',
    )
    .replace(
      'S3_ENDPOINT=https://…',
      `S3_ENDPOINT=http://bucket:${new URL(store.endpoint).port}\nALLOW_PLAINTEXT=bucket`,
    )
    .replace('S3_BUCKET=…', `S3_BUCKET=${store.bucket}`)
    .replace('S3_REGION=…', `S3_REGION=${s3Keys.region}`)
    .replace('S3_ACCESS_KEY_ID=…', `S3_ACCESS_KEY_ID=${s3Keys.accessKeyId}`)
    .replace('S3_SECRET_ACCESS_KEY=…', `S3_SECRET_ACCESS_KEY=${s3Keys.secretAccessKey}`)

/** A block has what those before it have set, as in one shell that stays open. */
const inOneShell = (block: string): string => `
[ ! -f /root/shell ] || . /root/shell
set -euo pipefail
${block}
{ declare -f; declare -p | grep -E '^declare -[-x]+ ' | grep -vE ' (PATH|HOME|_)='; } > /root/shell
`

test.skipIf(missing)(
  'who follows the page has three machines that serve the portal, and two when one dies',
  async () => {
    const seen = new Set<string>()
    for (const { heading, kind, script } of readSteps('docs/three-machines.md')) {
      const [, preparation = ''] =
        (!seen.has(heading) && Object.entries(before).find(([start]) => heading.startsWith(start))) || []
      seen.add(heading)
      for (const [index, machine] of machines.entries()) {
        if (kind === 'first' && index > 0) continue
        const block = fillIn(adapt(script)).replace('ME=1', `ME=${index + 1}`)
        await machine.run(inOneShell(`${preparation}\n${block}`))
      }
      if (script.includes('/root/cluster.tar -C'))
        for (const machine of machines.slice(1))
          execFileSync('cp', [join(machines[0]?.root ?? '', 'root/cluster.tar'), join(machine.root, 'root')])
    }
    const countOn = async (command: string) => {
      const printed = await Promise.all(machines.map((machine) => machine.run(`${command} || true`)))
      return printed.map((text) => text.trim())
    }
    const hasAddress = await countOn('ip -o -4 address | grep -c 10.0.0.10/')
    expect(hasAddress.filter((count) => count === '1')).toHaveLength(1)
    const ask = `curl --silent --insecure --max-time 5 --output /dev/null --write-out '%{http_code}' https://${site}/readyz`
    expect(await countOn(ask)).toEqual(['200', '200', '200'])

    const states = await countOn(
      `curl --silent --output /dev/null --write-out '%{http_code}' http://$(ip -o -4 address show lan0 | grep -o '10.0.0.1[123]' | head -n 1):8008/primary`,
    )
    const leader = machines[states.indexOf('200')]
    await leader?.kill()
    const [witness] = machines.filter((machine) => machine !== leader)
    await waitUntil('the others serve', async () => (await witness?.run(`${ask} || true`)) === '200', 90_000)
  },
  1_800_000,
)
