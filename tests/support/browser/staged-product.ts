// A product whose database the journeys can reach, so that a journey may begin where its applicant would come to only
// after days. Every worker has one: what one journey does to the simulators never reaches another.
import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from '#server/platform/database/connection.ts'
import { callApi } from '../api/call-api.ts'
import type { Premises } from '../fixtures/accounts.ts'
import { runAsAdmin, withDatabase } from '../postgres/postgres-admin.ts'
import { findFreePorts } from '../simulators/free-ports.ts'
import { type ProductAddresses, startProduct } from './product.ts'

export interface StagedProduct extends ProductAddresses, Premises {
  close(): Promise<void>
}

/** How many ports are looked through for the five of one worker. */
const portsOfWorker = 100

/**
 * @param postgres the server on which it gets its database
 * @param worker from 0
 */
export async function startStagedProduct(postgres: string, worker: number): Promise<StagedProduct> {
  const name = `journeys_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await runAsAdmin(postgres, `create database ${name}`)
  const databaseUrl = withDatabase(postgres, name)
  const secretKey = randomBytes(32)
  const port = await findFreePorts(4300 + portsOfWorker * worker, 5)
  const { stop, ...addresses } = await startProduct(port, {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
  })
  const database = connect(databaseUrl, { connections: 2 })

  return {
    ...addresses,
    database,
    config: { secretKeys: [secretKey] },
    clock: { now: () => new Date(), advance: () => {} },
    call: (method, path, options) => callApi(addresses.url, method, path, options),
    async close() {
      await stop()
      await database.close()
      await runAsAdmin(postgres, `drop database if exists ${name} with (force)`)
    },
  }
}
