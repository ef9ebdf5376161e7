import { expect, test } from 'vitest'
import { executeCommand } from '#server/commands/command-line.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { demoSettlementCommand } from './demo-settlement.ts'

const execute = (settings: Record<string, string>, ...args: string[]) =>
  executeCommand(demoSettlementCommand, args, { DATABASE_URL: 'postgres://127.0.0.1:9/none', ...settings })

test('production has no invented settlement', async () => {
  expect(await execute({ NODE_ENV: 'production' }, 'settlement.csv')).toMatchObject({
    code: 1,
    stderr: 'demo-settlement is for the demo only.\n',
  })
})

test('without a path nothing is written', async () => {
  expect(await execute({})).toMatchObject({
    code: 1,
    stderr: 'Say where to write the file, for instance: npm run demo-settlement -- settlement.csv\n',
  })
})

test('without payments there is nothing to settle', async () => {
  const testDatabase = await createTestDatabase()
  expect(await execute({ DATABASE_URL: testDatabase.url }, 'settlement.csv')).toMatchObject({
    code: 1,
    stderr: 'There are no payments that no settlement covers: start the demo once before.\n',
  })
  await testDatabase.drop()
}, 60_000)
