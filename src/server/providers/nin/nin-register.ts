// The port to the national identity register, which is reached through a licensed provider.

export interface NinRegister {
  /**
   * Looks a person up; every call costs money. Never throws because of the provider.
   * @param nin 11 digits
   */
  lookUp(nin: string): Promise<NinAnswer>
}

export type NinAnswer =
  | { kind: 'found'; person: RegisteredPerson }
  | { kind: 'notFound' }
  | { kind: 'unavailable'; reason: UnavailableReason }

/**
 * `down`: the provider or the register is out of service; `slow`: the answer was not complete in time;
 * `credit`: our wallet is empty; `refused`: our credentials are wrong; `garbage`: the answer cannot be understood.
 * The staff have to act on `credit` and `refused`; the others are temporary.
 */
export type UnavailableReason = 'down' | 'slow' | 'credit' | 'refused' | 'garbage'

/** What the register holds. Unknown texts are empty. */
export interface RegisteredPerson {
  nin: string
  firstName: string
  middleName: string
  surName: string
  /** yyyy-MM-dd, or empty. */
  dateOfBirth: string
  gender: 'm' | 'f' | ''
  phone: string
  state: string
  lga: string
  nokState: string
  nokLga: string
  /** A JPEG that decodes. */
  photo: Buffer | null
}
