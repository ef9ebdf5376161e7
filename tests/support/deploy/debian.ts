// A bare Debian 13 with systemd, in namespaces of this machine, on which a page of steps is tried.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listProcessTree, signalAll, waitForExit } from '../faults/processes.ts'
import { getProgram, waitUntil } from './programs.ts'

export const debianPrograms = ['mmdebstrap', 'unshare', 'nsenter', 'slirp4netns', 'findmnt']

export interface Debian {
  /** Its root file system, from here. */
  root: string
  /** Runs a script as root. @returns what it printed @throws Error with that when it fails */
  run(script: string): Promise<string>
  /** As if its power had failed. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** This machine, from there. */
export const hostAddress = '10.0.2.2'

/** A network that several of them share. */
interface Lan {
  bridge: string
  address: string
}

/** DEPLOY_DEBIAN names an archive of a root file system, which saves its download. */
export async function startDebian(hosts: Record<string, string>, lan?: Lan): Promise<Debian> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-debian-'))
  const root = join(directory, 'root')
  mkdirSync(root)
  const archive = process.env.DEPLOY_DEBIAN
  const packages = 'systemd-sysv,dbus,ca-certificates,iproute2'
  if (archive) execFileSync('tar', ['-xf', archive, '-C', root, '--exclude=./dev/*'])
  else {
    const args = ['--variant=minbase', `--include=${packages}`, 'trixie', root, 'http://deb.debian.org/debian']
    execFileSync(getProgram('mmdebstrap'), args, { stdio: 'pipe' })
  }
  writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 10.0.2.3\n')
  const lines = Object.entries({ ...hosts, localhost: '127.0.0.1' }).map(([name, address]) => `${address} ${name}\n`)
  writeFileSync(join(root, 'etc/hosts'), lines.join(''))
  const boot = spawn(join(import.meta.dirname, 'boot-debian.sh'), [root], { stdio: 'ignore' })
  const listProcesses = () => listProcessTree(boot.pid ?? 0)
  const findSystemd = () => listProcesses().find((pid) => readName(pid) === 'systemd')
  const run = async (script: string) => {
    const file = join(root, 'root/steps.sh')
    writeFileSync(file, script)
    const enter = ['-t', String(findSystemd()), '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w']
    const shell = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'DEBIAN_FRONTEND=noninteractive']
    const options = { maxBuffer: 100_000_000 }
    const { stdout } = await promisify(execFile)(
      'nsenter',
      [...enter, ...shell, 'bash', '/root/steps.sh'],
      options,
    ).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout.slice(-3_000)}\n${error.stderr.slice(-6_000)}`)
    })
    return stdout
  }
  await waitUntil('systemd runs', async () => /running|degraded/.test(await run('systemctl is-system-running || true')))
  const network = spawn(getProgram('slirp4netns'), ['--configure', '--mtu=65520', String(findSystemd()), 'tap0'], {
    stdio: 'ignore',
  })
  await waitUntil('it has a network', async () => (await run('ip route')).includes('tap0'))
  if (lan) {
    const cable = `${lan.bridge}-${lan.address.split('.').at(-1)}`
    const ip = (line: string) => execFileSync('ip', line.split(' '), { stdio: 'pipe' })
    ip(`link add ${cable} type veth peer name lan0 netns ${findSystemd()}`)
    ip(`link set ${cable} master ${lan.bridge} up`)
    await run(`ip address add ${lan.address}/24 dev lan0 && ip link set lan0 up`)
  }
  async function kill() {
    network.kill()
    const pids = listProcesses()
    signalAll(pids, 'SIGKILL')
    await waitForExit(pids)
  }
  return {
    root,
    run,
    kill,
    async stop() {
      await kill()
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const readName = (pid: number) =>
  existsSync(`/proc/${pid}/comm`) ? readFileSync(`/proc/${pid}/comm`, 'utf8').trim() : undefined
