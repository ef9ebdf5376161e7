// 36 states and the Federal Capital Territory with their local government areas.
import type { Options } from '../forms/field.ts'
import list from './states-and-lgas.json' with { type: 'json' }

export interface State {
  state: string
  alias: string
  lgas: string[]
}

export const states: readonly State[] = list

export const stateOptions: Options = Object.fromEntries(states.map(({ alias, state }) => [alias, state]))

/** The local government areas of a state, by its alias; none when the state is not known. */
export const lgaOptions = (alias: string): Options => lgasByState.get(alias) ?? {}

const lgasByState = new Map(
  states.map(({ alias, lgas }): [string, Options] => [alias, Object.fromEntries(lgas.map((lga) => [lga, lga]))]),
)
