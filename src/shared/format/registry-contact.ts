/** How to reach the registry. Null for what is not stated; nothing is printed of it. */
export interface RegistryContact {
  /** Lines, as on an envelope. */
  address: string | null
  phone: string | null
  /** "Monday to Friday, 9 am to 4 pm" */
  hours: string | null
}

export const contactTitle = 'How to reach the registry'

/** Label and text of what is stated; empty when nothing is. The address keeps its lines. */
export const listContactFacts = ({ address, phone, hours }: RegistryContact): [label: string, text: string][] =>
  (
    [
      ['Phone', phone],
      ['Hours', hours],
      ['Address', address],
    ] as const
  ).flatMap(([label, text]) => (text ? [[label, text]] : []))

/** What a tap on the number opens. */
export const getPhoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** For text that has no lines: "12 College Road, Minna". */
export const joinAddressLines = (address: string) => address.replaceAll('\n', ', ')
