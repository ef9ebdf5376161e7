// A product whose database journeys can access, so that they can start with applicants at any stage. Each Playwright
// worker has its own, so that changes to the simulators do not affect other journeys.
import { randomBytes, randomUUID } from 'node:crypto'
import { connect, type Database } from '#server/database/connection.ts'
import { callApi } from '../api/call-api.ts'
import type { ApplicantFixtureOptions } from '../fixtures/applicants.ts'
import { createRole, replaceDatabaseName, replaceRole, runAsAdmin } from '../postgres/postgres-admin.ts'
import { findFreePorts } from '../simulators/free-ports.ts'
import { type ProductAddresses, startProduct } from './product.ts'

export interface ProductWithDatabase extends ProductAddresses, ApplicantFixtureOptions {
  database: Database
  close(): Promise<void>
}

/** Size of the port range in which a worker looks for five free ports. */
const portsOfWorker = 100

/**
 * @param postgres URL of the server on which its database is created, and the database of which it is a copy
 * @param worker from 0
 */
export async function startProductWithDatabase(
  { url, template }: { url: string; template: string },
  worker: number,
): Promise<ProductWithDatabase> {
  const name = `journeys_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await runAsAdmin(url, `create database ${name} template ${template}`)
  const role = await createRole(url, name)
  const ownerUrl = replaceDatabaseName(url, name)
  const secretKey = randomBytes(32)
  const port = await findFreePorts(4300 + portsOfWorker * worker, 5)
  const { stop, ...addresses } = await startProduct(port, {
    DATABASE_URL: replaceRole(ownerUrl, role),
    DATABASE_OWNER_URL: ownerUrl,
    SECRET_KEY: secretKey.toString('base64'),
  })
  const database = connect(ownerUrl, { maxConnections: 2 })

  return {
    ...addresses,
    database,
    config: { secretKeys: [secretKey] },
    clock: { now: () => new Date(), advance: () => {} },
    call: (method, path, options) => callApi(addresses.url, method, path, options),
    async close() {
      await stop()
      await database.close()
      await runAsAdmin(url, `drop database if exists ${name} with (force)`)
      await runAsAdmin(url, `drop role ${name}`)
    },
  }
}
