// 36 states and the Federal Capital Territory with their local government areas.
import type { ChoiceOptions } from '../forms/field.ts'
import list from './states-and-lgas.json' with { type: 'json' }

export interface State {
  state: string
  alias: string
  lgas: string[]
}

export const states: readonly State[] = list

export const stateOptions: ChoiceOptions = Object.fromEntries(states.map(({ alias, state }) => [alias, state]))

/** The local government areas of a state, by its alias; none when the state is not known. */
export const getLgaOptions = (alias: string): ChoiceOptions => lgasByState.get(alias) ?? {}

const lgasByState = new Map(
  states.map(({ alias, lgas }): [string, ChoiceOptions] => [alias, Object.fromEntries(lgas.map((lga) => [lga, lga]))]),
)
