export interface PrintedSeat {
  seatNumber: number
  name: string
  number: string
  post: string
  hasSpecialNeeds: boolean
  /** In its size for print; null where there is none, or on a document without photographs. */
  photo: Uint8Array | null
}
