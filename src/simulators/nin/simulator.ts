// The identity register's licensed providers on one port: Prembly and Dojah, and controls under /simulator/.
import { createFaultStore } from '../http/faults.ts'
import { createProviderCalls, parseControlBody, runControl } from '../http/provider-calls.ts'
import { type RunningSimulator, type SimulatorRoute, startHttpServer } from '../http/server.ts'
import { answerDojah } from './dojah.ts'
import { type NinFaults, ninFaultsSchema } from './faults.ts'
import { createRegister, type Person, personSchema } from './persons.ts'
import { answerPrembly, type NinKeys } from './prembly.ts'

export interface NinSimulatorOptions {
  /** 0, the default, selects a free port. */
  port?: number
  host?: string
  keys?: NinKeys
  /** In addition to those of persons.json. */
  persons?: Person[]
}

export interface NinSimulator extends RunningSimulator {
  keys: NinKeys
}

export const demoKeys: NinKeys = { apiKey: 'sim-nin-key', appId: 'sim-app' }

/** The paths of the same call that are in use. */
const premblyPaths = ['/verification/vnin', '/verification/vnin-basic', '/identitypass/verification/vnin']

/** @throws Error when the port cannot be opened */
export async function startNinSimulator(options: NinSimulatorOptions = {}): Promise<NinSimulator> {
  const keys = options.keys ?? demoKeys
  const register = createRegister(options.persons)
  const calls = createProviderCalls(createFaultStore<NinFaults>(ninFaultsSchema), register.clear)

  const handlePrembly = calls.call('prembly', (request, fault) => answerPrembly(request, fault, register, keys))
  const routes: SimulatorRoute[] = [
    ...premblyPaths.map((path): SimulatorRoute => ({ method: 'POST', path, handle: handlePrembly })),
    {
      method: 'GET',
      path: '/api/v1/kyc/nin',
      handle: calls.call('dojah', (request, fault) => answerDojah(request, fault, register, keys)),
    },
    {
      method: 'POST',
      path: '/simulator/persons',
      handle: ({ body }) =>
        runControl(() => {
          const person = personSchema.parse(parseControlBody(body))
          register.add(person)
          return { nin: person.nin }
        }),
    },
    ...calls.controls,
  ]
  const serving = await startHttpServer('the NIN simulator', routes, {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
  })
  return { ...serving, keys }
}
