// The identity register's licensed providers on one port: Prembly and Dojah, and controls under /simulator/.
import { createFaultBoard } from '../http/faults.ts'
import { controlled, createProviderCalls, parsed } from '../http/provider-calls.ts'
import { type Route, type Serving, serve } from '../http/serve.ts'
import { dojah } from './dojah.ts'
import { type NinFaults, ninFaults } from './faults.ts'
import { createRegister, type Person, personSchema } from './persons.ts'
import { type NinKeys, prembly } from './prembly.ts'

export interface NinOptions {
  /** 0, the default, takes a free port. */
  port?: number
  host?: string
  keys?: NinKeys
  /** Known beside the persons of the fixture file. */
  persons?: Person[]
}

export interface NinSimulator extends Serving {
  keys: NinKeys
}

export const demoKeys: NinKeys = { apiKey: 'sim-nin-key', appId: 'sim-app' }

/** The same call at the addresses that are in use. */
const premblyPaths = ['/verification/vnin', '/verification/vnin-basic', '/identitypass/verification/vnin']

/** @throws Error with a clear sentence when the port is taken */
export async function startNinSimulator(options: NinOptions = {}): Promise<NinSimulator> {
  const keys = options.keys ?? demoKeys
  const register = createRegister(options.persons)
  const calls = createProviderCalls(createFaultBoard<NinFaults>(ninFaults), register.clear)

  const askPrembly = calls.call('prembly', (asked, fault) => prembly(asked, fault, register, keys))
  const routes: Route[] = [
    ...premblyPaths.map((path): Route => ({ method: 'POST', path, handle: askPrembly })),
    {
      method: 'GET',
      path: '/api/v1/kyc/nin',
      handle: calls.call('dojah', (asked, fault) => dojah(asked, fault, register, keys)),
    },
    {
      method: 'POST',
      path: '/simulator/persons',
      handle: ({ body }) =>
        controlled(() => {
          const person = personSchema.parse(parsed(body))
          register.add(person)
          return { nin: person.nin }
        }),
    },
    ...calls.controls,
  ]
  const serving = await serve('the NIN simulator', routes, {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
  })
  return { ...serving, keys }
}
