/** A way from some states to another. */
export interface StateTransition<State extends string> {
  readonly from: readonly State[]
  readonly to: State
}

/** Every way of something, by what happens to it. */
export type Transitions<State extends string> = Readonly<Record<string, StateTransition<State>>>

/** Whether the table has this way from the state. */
export const mayTransition = <State extends string, Step extends string>(
  transitions: Readonly<Record<Step, StateTransition<State>>>,
  state: State,
  step: Step,
): boolean => transitions[step].from.includes(state)
