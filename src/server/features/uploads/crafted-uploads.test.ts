// Uploads files that nobody's program writes. FUZZ_FILES=3000 uploads more; FUZZ_SEED repeats a run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { maxTurnMs, measureEventLoop } from '#tests/support/api/event-loop.ts'
import { createApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { type CraftedFile, createRandomNumbers } from '#tests/support/fuzz/craft.ts'
import { createCraftedFiles } from '#tests/support/fuzz/crafted-files.ts'

const isLong = process.env.FUZZ_FILES !== undefined
const count = Number(process.env.FUZZ_FILES ?? 100)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** An account may have 200 files. */
const filesPerAccount = 100

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const upload = ({ token }: TestApplicant, { bytes, name }: Pick<CraftedFile, 'bytes' | 'name'>) => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), name)
  return api.call('POST', '/upload/file', { token, body })
}

interface Outcome {
  status: number
  /** How long the upload held the event loop. */
  ms: number
  /** What is wrong with the answer, as a sentence. */
  problem: string | null
}

async function tryFile(owner: TestApplicant, file: CraftedFile): Promise<Outcome> {
  const { result, maxMs: ms } = await measureEventLoop(() => upload(owner, file))
  const { status, body } = result
  const find = () => {
    if (status >= 500) return `${status} ${body.code}`
    if (ms >= maxTurnMs) return `the event loop was held for ${Math.round(ms)} ms`
    if (status !== 200) return null
    if (!/^(application\/(pdf|msword|vnd\.)|image\/(jpeg|png)$)/.test(body.data.type))
      return `the type ${body.data.type}`
    return /[\\/\0\r\n<>"]/.test(body.data.name) ? `the name ${body.data.name}` : null
  }
  return { status, ms, problem: find() }
}

test(
  `V5.2.1 V5.2.2 V15.2.2 no crafted file fails the server or holds its event loop (seed ${seed})`,
  async () => {
    const files = await createCraftedFiles(count, createRandomNumbers(seed))
    let owner = await createApplicant(api)
    await upload(owner, { bytes: await createPdfFile(), name: 'certificate.pdf' })
    const outcomes: Outcome[] = []
    for (const [index, file] of files.entries()) {
      if (index % 20 === 0) await api.forgetRateLimits()
      if (index % filesPerAccount === 0) owner = await createApplicant(api)
      outcomes.push(await tryFile(owner, file))
    }
    if (isLong) print(outcomes)
    const failures = outcomes.flatMap(({ problem }, index) =>
      problem === null ? [] : [`${index} ${files[index]?.what}, ${files[index]?.bytes.length} bytes: ${problem}`],
    )
    expect(failures).toEqual([])
    expect((await api.fetch('/readyz')).status).toBe(200)
    expect((await upload(owner, { bytes: await createPdfFile(), name: 'certificate.pdf' })).status).toBe(200)
  },
  Math.max(120_000, count * 1_000),
)

function print(outcomes: Outcome[]) {
  const countByStatus = Object.fromEntries(
    [...Map.groupBy(outcomes, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  )
  const slowest = Math.max(...outcomes.map(({ ms }) => ms))
  process.stdout.write(
    `${outcomes.length} files, longest turn ${slowest.toFixed(1)} ms, ${JSON.stringify(countByStatus)}\n`,
  )
}
