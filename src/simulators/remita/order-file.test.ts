import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSampleMerchant } from './samples/sample-merchant.ts'
import { startRemitaSimulator } from './simulator.ts'

let folder: string
let stateFile: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remita-'))
  stateFile = join(folder, 'deep', 'remita.json')
})
afterEach(() => rm(folder, { recursive: true }))

test('a restarted simulator knows its RRRs and payments', async () => {
  const first = await startRemitaSimulator({ stateFile })
  const merchant = createSampleMerchant(first.url)
  const rrr = await merchant.requestRrr('order-1')
  await merchant.control('pay', { rrr })
  await first.close()

  const second = await startRemitaSimulator({ stateFile })
  const again = createSampleMerchant(second.url)
  expect(await (await again.status(rrr)).json()).toMatchObject({ orderId: 'order-1', status: '01' })
  expect(await (await again.generate('order-1')).text()).toContain('"028"')
  await second.close()
})

test('an RRR is saved before it is answered, with concurrent requests', async () => {
  const remita = await startRemitaSimulator({ stateFile })
  const merchant = createSampleMerchant(remita.url)
  await Promise.all(
    Array.from({ length: 30 }, async (_, serial) => {
      const rrr = await merchant.requestRrr(`order-${serial}`)
      expect(await readFile(stateFile, 'utf8')).toContain(rrr)
    }),
  )
  expect(await readdir(join(folder, 'deep'))).toEqual(['remita.json'])
  await remita.close()
})

test('a reset empties the file', async () => {
  const remita = await startRemitaSimulator({ stateFile })
  const merchant = createSampleMerchant(remita.url)
  await merchant.requestRrr('order-1')
  await merchant.control('reset')
  expect(JSON.parse(await readFile(stateFile, 'utf8'))).toEqual([])
  await remita.close()
})

test.each(['{', '{"orders": 1}', ''])('a file that contains %j is refused by name', async (content) => {
  const broken = join(folder, 'broken.json')
  await writeFile(broken, content)
  await expect(startRemitaSimulator({ stateFile: broken })).rejects.toThrow(`${broken} is not a state`)
})
