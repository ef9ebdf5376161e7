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
 * `down`: the provider or the register behind it is out of service; `slow`: no whole answer in time;
 * `credit`: our wallet is empty; `refused`: our credentials are wrong; `garbage`: an answer that cannot be understood.
 * Staff can mend `credit` and `refused`; the others pass.
 */
export type UnavailableReason = 'down' | 'slow' | 'credit' | 'refused' | 'garbage'

/** What the register holds. A text that it does not tell is empty. */
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
  /** A JPEG that was seen to decode. */
  photo: Buffer | null
}
